#include "pcgns/base/glob.hpp"

#include <fnmatch.h>

#include <algorithm>

#include "pcgns/base/words.hpp"

namespace pcgns {

bool matches(const std::string& pattern, const std::string& path) {
  if (pattern.empty()) return false;
  if (path == pattern || path.ends_with('/' + pattern)) return true;
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

std::string suggestion_for(const std::string& pattern, const std::vector<std::string>& paths) {
  if (pattern.find('/') != std::string::npos) return suggestion(pattern, paths);
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path.substr(path.rfind('/') + 1));
  return suggestion(pattern, names);
}

}  // namespace pcgns
