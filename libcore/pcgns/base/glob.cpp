#include "pcgns/base/glob.hpp"

#include <fnmatch.h>

#include <algorithm>

namespace pcgns {

bool matches(const std::string& pattern, const std::string& path) {
  if (pattern.find('/') == std::string::npos) {
    return fnmatch(pattern.c_str(), path.c_str() + path.rfind('/') + 1, 0) == 0;
  }
  const auto from_any_component = pattern.front() == '/' ? pattern : "*/" + pattern;
  return fnmatch(from_any_component.c_str(), path.c_str(), 0) == 0;
}

bool any_matches(const std::vector<std::string>& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return matches(pattern, path); });
}

}  // namespace pcgns
