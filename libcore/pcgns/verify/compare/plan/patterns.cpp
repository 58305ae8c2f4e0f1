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

}  // namespace

std::vector<std::string> content_paths(const cgns::Node& a, const cgns::Node& b) {
  std::set<std::string> paths;
  for (const auto* tree : {&a, &b}) add_paths(*tree, "/", paths);
  return {paths.begin(), paths.end()};
}

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

}  // namespace pcgns::verify::compare
