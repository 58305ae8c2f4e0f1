#include "pcgns/plan/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pcgns/base/error.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

namespace fs = std::filesystem;

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : std::max<std::size_t>(slash, 1));
}

std::string seen_from(const std::string& output, const std::string& file) {
  const auto target = fs::path(file).lexically_normal();
  const auto folder = fs::path(output).parent_path().lexically_normal();
  const auto relative = target.lexically_relative(folder.empty() ? "." : folder);
  // A way back down into a folder whose name is not known: lexically_relative gives up, or errs.
  const auto ups = [](const fs::path& path) { return std::count(path.begin(), path.end(), fs::path("..")); };
  if (relative.empty() || ups(folder) > ups(target)) {
    throw Error(ErrorKind::usage,
                fmt::format("{} and {} must both be absolute paths to link one to the other", file, output));
  }
  return relative.string();
}

std::shared_ptr<const tree::Link> relinked(const std::shared_ptr<const tree::Link>& link,
                                           const std::string& input, const std::string& output) {
  if (link->file.empty() || link->file.starts_with('/')) return link;
  auto target = tree::resolved(*link, folder_of(input));
  return std::make_shared<tree::Link>(tree::Link{seen_from(output, target.file), link->path});
}

}  // namespace pcgns::plan
