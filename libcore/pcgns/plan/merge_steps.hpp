// merge_steps.hpp: which steps of an unsteady computation the output has, and arrays cut to them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/plan/merge_job.hpp"

namespace pcgns::plan {

/// The steps of one base.
struct StepChoice {
  std::vector<std::int64_t> picked;  ///< 0-based, ascending; empty where no file has steps.
  std::unordered_map<int, std::int64_t>
      counts;                 ///< Steps that a file has, by file; absent if it does not say.
  std::int64_t compared = 0;  ///< Files must agree on the steps before this one, as far as they have them.

  /// Steps of `file`; 0 if it does not say.
  [[nodiscard]] std::int64_t count_of(int file) const;
  /// True if the output has the steps that `file` has, or `file` has none.
  [[nodiscard]] bool is_whole(int file) const;
};

/// `iterative` are the BaseIterativeData_t nodes of one base, whose place in the output is `path`.
/// Notes where files stop at different steps. Throws Error{usage} if steps are picked that are not there.
[[nodiscard]] StepChoice choose_steps(Job& job, const Sources& iterative, const std::string& path);

/// True if `node` is an array with one entry (its last index) for each of `count` steps.
[[nodiscard]] bool is_per_step(const tree::Node& node, std::int64_t count);

/// Throws Error{input} if the values of a table of steps are too many to be in the tree.
void require_at_hand(const Job& job, const Source& array, const std::string& path);

/// The values of an array of integers. Throws Error{input} if `node` is none.
[[nodiscard]] std::vector<std::int64_t> integers_at(const Job& job, const Source& node,
                                                    const std::string& path);

/// Cuts a per-step array of `count` steps to those in `picked`; names are "Null" in steps that it does not
/// have. Throws Error{input}, for `path` in `file`, if other values are asked for there.
void pick_steps(tree::Node& array, std::int64_t count, std::span<const std::int64_t> picked,
                const std::string& file, const std::string& path);

}  // namespace pcgns::plan
