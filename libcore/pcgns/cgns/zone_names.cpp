#include "pcgns/cgns/zone_names.hpp"

#include <fmt/format.h>

namespace pcgns::cgns {

std::string path_of_zone(std::string_view base, std::string_view name) {
  if (name.find('/') == std::string_view::npos) return fmt::format("/{}/{}", base, name);
  return fmt::format("{}{}", name.starts_with('/') ? "" : "/", name);
}

std::string name_with_zone(std::string_view name, std::string_view zone) {
  const auto slash = name.rfind('/');
  return fmt::format("{}{}", name.substr(0, slash == std::string_view::npos ? 0 : slash + 1), zone);
}

}  // namespace pcgns::cgns
