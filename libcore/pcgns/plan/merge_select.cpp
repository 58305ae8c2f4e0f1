#include "pcgns/plan/merge_select.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/error.hpp"
#include "pcgns/plan/glob.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

bool is_field(const tree::Node& child_of_solution) { return child_of_solution.label == "DataArray_t"; }

}  // namespace

/// At which levels each pattern matches something.
class Selection::Matches {
 public:
  explicit Matches(std::vector<std::string> patterns)
      : patterns_(std::move(patterns)), levels_(patterns_.size()) {}

  void add(const tree::Node& root) {
    for (const auto& base : root.children) {
      for (const auto& zone : base.children) {
        if (sids::is_zone(zone.label)) add_zone(zone, "/" + base.name + "/" + zone.name);
      }
    }
  }

  [[nodiscard]] bool any_at(Level level) const {
    return std::any_of(levels_.begin(), levels_.end(),
                       [=](const auto& levels) { return levels[index(level)]; });
  }

  void require_matches(std::string_view option) const {
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (levels_[i] != Levels{}) continue;
      throw Error(ErrorKind::usage, fmt::format("{} '{}' matches no zone, solution or field of the inputs",
                                                option, patterns_[i]));
    }
  }

 private:
  using Levels = std::array<bool, 3>;
  static std::size_t index(Level level) { return static_cast<std::size_t>(level); }

  void add_zone(const tree::Node& zone, const std::string& path) {
    add(Level::zone, path);
    for (const auto& child : zone.children) {
      if (sids::is_solution(child.label)) add_solution(child, tree::join(path, child.name));
    }
  }

  void add_solution(const tree::Node& solution, const std::string& path) {
    add(Level::solution, path);
    for (const auto& child : solution.children) {
      if (is_field(child)) add(Level::field, tree::join(path, child.name));
    }
  }

  void add(Level level, const std::string& path) {
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      auto& matched = levels_[i][index(level)];
      matched = matched || matches(patterns_[i], path);
    }
  }

  std::vector<std::string> patterns_;
  std::vector<Levels> levels_;
};

Selection::Selection(const tree::InputSet& inputs, const MergeRequest& request)
    : only_(request.only), omit_(request.omit) {
  if (only_.empty() && omit_.empty()) return;
  Matches only(only_);
  Matches omit(omit_);
  for (const auto& root : inputs.trees) {
    only.add(root);
    omit.add(root);
  }
  only.require_matches("--only");
  omit.require_matches("--omit");
  restricted_ = {only.any_at(Level::zone), only.any_at(Level::solution), only.any_at(Level::field)};
}

bool Selection::keeps(Level level, const std::string& path) const {
  if (any_matches(omit_, path)) return false;
  return !restricted_[static_cast<std::size_t>(level)] || any_matches(only_, path);
}

LeftOut Selection::left_out(const tree::Node& zone, const std::string& path) const {
  LeftOut result;
  if (only_.empty() && omit_.empty()) return result;
  for (const auto& child : zone.children) {
    if (!sids::is_solution(child.label)) continue;
    const auto child_path = tree::join(path, child.name);
    if (keeps(Level::solution, child_path)) {
      add_fields_left_out(child, child_path, result);
    } else {
      result.insert(&child);
    }
  }
  return result;
}

bool Selection::keeps_all_fields(const tree::Node& solution, const std::string& path) const {
  if (!any_matches(only_, path)) return false;
  return std::none_of(solution.children.begin(), solution.children.end(), [&](const tree::Node& child) {
    return is_field(child) && any_matches(only_, tree::join(path, child.name));
  });
}

void Selection::add_fields_left_out(const tree::Node& solution, const std::string& path,
                                    LeftOut& left_out) const {
  const bool all = keeps_all_fields(solution, path);
  for (const auto& child : solution.children) {
    if (!is_field(child)) continue;
    const auto child_path = tree::join(path, child.name);
    const bool kept = all ? !any_matches(omit_, child_path) : keeps(Level::field, child_path);
    if (!kept) left_out.insert(&child);
  }
}

}  // namespace pcgns::plan
