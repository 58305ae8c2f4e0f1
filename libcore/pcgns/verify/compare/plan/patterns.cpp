#include "pcgns/verify/compare/plan/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pcgns/base/glob.hpp"
#include "pcgns/digest/canonical.hpp"

namespace pcgns::verify::compare {

namespace {

void add_paths(const cgns::Node& node, const std::string& path, std::set<std::string>& paths) {
  for (const auto& child : node.children) {
    if (digest::is_no_content(node, child) && !digest::states_default(node, child)) continue;
    const auto child_path = cgns::join(path, child.name);
    paths.insert(child_path);
    add_paths(child, child_path, paths);
  }
}

/// The paths of all content of both trees.
std::vector<std::string> content_paths(const cgns::Node& a, const cgns::Node& b) {
  std::set<std::string> paths;
  for (const auto* tree : {&a, &b}) add_paths(*tree, "/", paths);
  return {paths.begin(), paths.end()};
}

/// Whether `pattern` matches the node at `path` or one above it.
bool leaves_out(const std::string& pattern, const std::string& path) {
  for (auto end = path.size(); end != std::string::npos && end > 0; end = path.rfind('/', end - 1)) {
    if (matches(pattern, path.substr(0, end))) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> idle_patterns(const cgns::Node& a, const cgns::Node& b, const Criteria& criteria) {
  if (criteria.ignore.empty() && criteria.rules.empty()) return {};
  const auto paths = content_paths(a, b);
  std::vector<std::string> sentences;
  const auto require = [&](std::string_view option, const std::string& pattern) {
    const bool is_used =
        std::any_of(paths.begin(), paths.end(), [&](const auto& path) { return matches(pattern, path); });
    if (!is_used)
      sentences.push_back(
          fmt::format("{} '{}' matches no node{}", option, pattern, suggestion_for(pattern, paths)));
  };
  for (const auto& pattern : criteria.ignore) require("--ignore", pattern);
  for (const auto& rule : criteria.rules) require("--tol", rule.pattern);
  return sentences;
}

std::string why_idle(const std::string& only, const cgns::Node& a, const cgns::Node& b,
                     const Criteria& criteria) {
  const auto paths = content_paths(a, b);
  for (const auto& path : paths) {
    if (!matches(only, path)) continue;
    for (const auto& ignored : criteria.ignore) {
      if (leaves_out(ignored, path))
        return fmt::format("--only '{}' matches {}, but --ignore '{}' leaves it out", only, path, ignored);
    }
  }
  return fmt::format("--only '{}' matches no node{}", only, suggestion_for(only, paths));
}

}  // namespace pcgns::verify::compare
