#include "pcgns/fileset/plan/unite/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pcgns/base/error.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/labels.hpp"

namespace pcgns::fileset {

bool selects(const MergeRequest& request) {
  return !request.only.empty() || !request.omit.empty() || request.steps.which == Steps::Which::range;
}

Sources roots_of(const cgns::InputSet& inputs) {
  Sources roots;
  for (const auto& root : inputs.trees) roots.push_back({static_cast<int>(roots.size()), &root});
  return roots;
}

bool is_base(const Group& group) {
  return std::all_of(group.sources.begin(), group.sources.end(), [](const Source& source) {
    return source.node->label == "CGNSBase_t" && !source.node->link;
  });
}

std::vector<Group> grouped_children(const Sources& parents) {
  ByName groups(&Group::sources);
  for (const auto& parent : parents) {
    for (const auto& child : parent.node->children) groups.add(child.name, {parent.file, &child});
  }
  return groups.take();
}

cgns::Contents MergeJob::contents(int file_a, int file_b) const {
  return {survey.contents, cgns::folder_of(path_of(file_a)), cgns::folder_of(path_of(file_b))};
}

Error contradiction(const MergeJob& job, const std::string& path, int file_a, int file_b,
                    const cgns::Difference& difference, std::string_view advice) {
  const auto place = difference.path.empty() ? path : cgns::join(path, difference.path);
  const auto& other = job.path_of(file_a);
  const auto why = difference.is_alike
                       ? fmt::format("has other values than in {} ({} in both)", other, difference.a)
                       : fmt::format("is {}, but {} in {}", difference.b, difference.a, other);
  return input_error(job.path_of(file_b), place,
                     fmt::format("{}{}{}", why, advice.empty() ? "" : "; ", advice));
}

namespace {

/// Time steps that a file records for the base of `path`; 0: none.
std::int64_t recorded_steps(const cgns::Node& root, const std::string& path) {
  const auto* base = cgns::find(root, path.substr(0, path.find('/', 1)));
  const auto* steps = base == nullptr ? nullptr : base->child_labelled("BaseIterativeData_t");
  const bool is_number = steps != nullptr && cgns::is_integer(steps->type) && !steps->data.empty();
  return is_number ? cgns::integers_of(*steps).front() : 0;
}

}  // namespace

std::string_view advice_on_steps(const MergeJob& job, const std::string& path, int file_a, int file_b) {
  const auto steps_in = [&](int file) {
    return recorded_steps(job.inputs.trees[static_cast<std::size_t>(file)], path);
  };
  if (!path.ends_with("Pointers") || steps_in(file_a) == steps_in(file_b)) return {};
  return "the files have different numbers of time steps: --steps common takes those that all have";
}

void require_one_label(const MergeJob& job, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  for (const auto& other : sources) {
    if (other.node->label == first.node->label) continue;
    if (!cgns::has_meaning(first.node->label) && !cgns::has_meaning(other.node->label)) continue;
    throw contradiction(
        job, path, first.file, other.file,
        *cgns::value_difference(*first.node, *other.node, job.contents(first.file, other.file)));
  }
}

namespace {

bool is_field(const cgns::Node& child_of_solution) { return child_of_solution.label == "DataArray_t"; }

}  // namespace

/// The levels at which each pattern matches.
class Selection::Matches {
 public:
  explicit Matches(std::vector<std::string> patterns)
      : patterns_(std::move(patterns)), levels_(patterns_.size()) {}

  void add(const cgns::Node& root) {
    for (const auto& base : root.children) {
      for (const auto& zone : base.children) {
        if (cgns::is_zone(zone.label)) add_zone(zone, "/" + base.name + "/" + zone.name);
      }
    }
  }

  [[nodiscard]] bool any_at(Level level) const {
    return std::any_of(levels_.begin(), levels_.end(),
                       [=](const auto& levels) { return levels[index(level)]; });
  }

  void require_matches(std::string_view option, cgns::Links links) const {
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (levels_[i] != Levels{}) continue;
      throw Error(
          ErrorKind::usage,
          fmt::format(
              "{} '{}' matches no zone, solution or field of the inputs{}{}", option, patterns_[i],
              suggestion_for(patterns_[i], {seen_.begin(), seen_.end()}),
              links == cgns::Links::keep ? "; nothing can be selected behind links that are kept" : ""));
    }
  }

 private:
  using Levels = std::array<bool, 3>;
  static std::size_t index(Level level) { return static_cast<std::size_t>(level); }

  void add_zone(const cgns::Node& zone, const std::string& path) {
    add(Level::zone, path);
    for (const auto& child : zone.children) {
      if (cgns::is_solution(child.label)) add_solution(child, cgns::join(path, child.name));
    }
  }

  void add_solution(const cgns::Node& solution, const std::string& path) {
    add(Level::solution, path);
    for (const auto& child : solution.children) {
      if (is_field(child)) add(Level::field, cgns::join(path, child.name));
    }
  }

  void add(Level level, const std::string& path) {
    seen_.insert(path);
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      auto& matched = levels_[i][index(level)];
      matched = matched || matches(patterns_[i], path);
    }
  }

  std::vector<std::string> patterns_;
  std::vector<Levels> levels_;
  std::set<std::string> seen_;  ///< Paths.
};

Selection::Selection(const cgns::InputSet& inputs, const MergeRequest& request)
    : only_(request.only), omit_(request.omit) {
  if (only_.empty() && omit_.empty()) return;
  Matches only(only_);
  Matches omit(omit_);
  for (const auto& root : inputs.trees) {
    only.add(root);
    omit.add(root);
  }
  only.require_matches("--only", request.links);
  omit.require_matches("--omit", request.links);
  restricted_ = {only.any_at(Level::zone), only.any_at(Level::solution), only.any_at(Level::field)};
}

bool Selection::keeps(Level level, const std::string& path) const {
  if (any_matches(omit_, path)) return false;
  return !restricted_[static_cast<std::size_t>(level)] || any_matches(only_, path);
}

LeftOut Selection::left_out(const cgns::Node& zone, const std::string& path) const {
  LeftOut result;
  if (only_.empty() && omit_.empty()) return result;
  for (const auto& child : zone.children) {
    if (!cgns::is_solution(child.label)) continue;
    const auto child_path = cgns::join(path, child.name);
    if (keeps(Level::solution, child_path)) {
      add_fields_left_out(child, child_path, result);
    } else {
      result.insert(&child);
    }
  }
  return result;
}

bool Selection::keeps_all_fields(const cgns::Node& solution, const std::string& path) const {
  if (!any_matches(only_, path)) return false;
  return std::none_of(solution.children.begin(), solution.children.end(), [&](const cgns::Node& child) {
    return is_field(child) && any_matches(only_, cgns::join(path, child.name));
  });
}

void Selection::add_fields_left_out(const cgns::Node& solution, const std::string& path,
                                    LeftOut& left_out) const {
  const bool all = keeps_all_fields(solution, path);
  for (const auto& child : solution.children) {
    if (!is_field(child)) continue;
    const auto child_path = cgns::join(path, child.name);
    const bool kept = all ? !any_matches(omit_, child_path) : keeps(Level::field, child_path);
    if (!kept) left_out.insert(&child);
  }
}

}  // namespace pcgns::fileset
