// glob.hpp: patterns for paths of nodes.
#pragma once

#include <string>
#include <vector>

namespace pcgns::plan {

/// A pattern with a slash is matched with the path ("/Base/Zone/Solution/Field"), from any component on
/// unless it begins with a slash; its * matches slashes too. Any other pattern is matched with the name.
[[nodiscard]] bool matches(const std::string& pattern, const std::string& path);

[[nodiscard]] bool any_matches(const std::vector<std::string>& patterns, const std::string& path);

}  // namespace pcgns::plan
