#include "pcgns/cgns/zone_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pcgns::cgns {

bool is_name_in_table(std::string_view row) { return !row.empty() && row != "Null"; }

std::set<std::string_view> names_among(std::span<const std::string> rows) {
  std::set<std::string_view> names;
  for (const auto& row : rows)
    if (is_name_in_table(row)) names.insert(row);
  return names;
}

std::string path_of_zone(std::string_view base, std::string_view name) {
  if (name.find('/') == std::string_view::npos) return fmt::format("/{}/{}", base, name);
  return fmt::format("{}{}", name.starts_with('/') ? "" : "/", name);
}

std::string name_with_zone(std::string_view base, std::string_view name, std::string_view zone) {
  const auto slash = name.rfind('/');
  auto made = fmt::format("{}{}", name.substr(0, slash == std::string_view::npos ? 0 : slash + 1), zone);
  const bool is_own = path_of_zone(base, made) == path_of_zone(base, zone);
  return made.size() > longest_name && is_own ? std::string(zone) : made;
}

std::string_view beginning_of(std::string_view name, std::size_t bytes) {
  if (name.size() <= bytes) return name;
  constexpr std::size_t most_that_follow = 3;  // bytes of one character
  const auto follows = [&](std::size_t at) {
    return (static_cast<unsigned char>(name[at]) & 0xC0U) == 0x80U;
  };
  auto end = bytes;
  while (end > 0 && bytes - end < most_that_follow && follows(end)) --end;
  return name.substr(0, follows(end) ? bytes : end);
}

std::string_view why_invalid_name(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  if (name.empty()) return "is empty";
  if (name.size() > longest_name) return "is longer than 32 bytes";
  if (name.find('/') != std::string_view::npos) return "has a slash";
  if (name.front() == ' ' || name == ".") return "means something else in HDF5";
  if (std::ranges::any_of(name, is_control)) return "has control characters";
  return {};
}

}  // namespace pcgns::cgns
