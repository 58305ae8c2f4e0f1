#include "pcgns/file/detail/link_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace pcgns::file {

namespace {

using Path = std::filesystem::path;

/// The folders in an environment variable. "${ORIGIN}" is the folder of the linking file.
std::vector<Path> folders_of(const char* variable, const Path& origin) {
  const char* value = std::getenv(variable);
  std::string rest = value == nullptr ? "" : value;
  constexpr std::string_view mark = "${ORIGIN}";
  std::vector<Path> result;
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    auto prefix = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (const auto at = prefix.find(mark); at != std::string::npos)
      prefix.replace(at, mark.size(), origin.string());
    if (!prefix.empty()) result.emplace_back(prefix);
  }
  return result;
}

Path folder_of(const Path& file) { return file.has_parent_path() ? file.parent_path() : Path("."); }

Path resolved_folder_of(const Path& file) {
  std::error_code ignored;
  const auto resolved = std::filesystem::canonical(file, ignored);
  return folder_of(ignored ? file : resolved);
}

}  // namespace

std::filesystem::path without_dots(const std::filesystem::path& path) {
  Path result;
  for (const auto& part : path) {
    const bool is_above_root = part == ".." && result == path.root_path() && path.is_absolute();
    if (part == "." || part.empty() || is_above_root) continue;
    const bool leads_back = part == ".." && result.has_relative_path() && result.filename() != "..";
    std::error_code ignored;
    if (leads_back && std::filesystem::is_symlink(result, ignored)) {
      auto target = std::filesystem::canonical(result, ignored);
      if (!ignored) result = std::move(target);
    }
    leads_back ? void(result = result.parent_path()) : void(result /= part);
  }
  return result;
}

std::vector<std::string> link_candidates(const std::string& target, const std::string& linking_file,
                                         Container container) {
  const bool is_adf = container == Container::adf;
  std::vector<std::string> result;
  const auto add = [&](const Path& path) {
    auto text = without_dots(path).string();
    if (std::find(result.begin(), result.end(), text) == result.end()) result.push_back(std::move(text));
  };
  Path name = target;
  if (name.is_absolute()) {
    add(name);
    name = name.filename();
  }
  const auto folder = folder_of(linking_file);
  const auto add_places = [&](const char* variable) {
    for (const auto& place : folders_of(variable, folder)) add(place / name);
  };
  if (!is_adf) add_places("HDF5_EXT_PREFIX");
  add(folder / name);
  add(name);
  if (!is_adf) add(resolved_folder_of(linking_file) / name);
  add_places(is_adf ? "ADF_LINK_PATH" : "HDF5_LINK_PATH");
  add_places("CGNS_LINK_PATH");
  if (is_adf) add(resolved_folder_of(linking_file) / name);
  return result;
}

}  // namespace pcgns::file
