// steps.hpp: selects the time steps of the output and reduces per-step arrays to them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"

namespace pcgns::fileset {

/// The time steps of one base.
struct StepChoice {
  std::vector<std::int64_t> picked;              ///< 0-based, ascending; empty if no file has time steps.
  std::unordered_map<int, std::int64_t> counts;  ///< Time steps of each file; absent if not recorded.
  std::int64_t compared = 0;                     ///< Files must agree on the time steps before this one.

  /// Time steps of `file`; 0 if not recorded.
  [[nodiscard]] std::int64_t count_of(int file) const;
  /// True if the output has exactly the time steps of `file`, or `file` records none.
  [[nodiscard]] bool is_whole(int file) const;
};

/// `iterative`: the BaseIterativeData_t nodes of one base; `path`: their path in the output. Notes files that
/// end at different time steps. Throws Error{usage} if a requested time step does not exist.
[[nodiscard]] StepChoice choose_steps(MergeJob& job, const Sources& iterative, const std::string& path);

/// TimeValues or IterationValues with another number of values than there are time steps; null if there are
/// none.
[[nodiscard]] const cgns::Node* other_times(const cgns::Node& iterative, std::int64_t steps);

inline constexpr auto why_no_linked_steps = "is a link; selecting time steps from it requires --links copy";

/// Throws Error{input} if `zone`, at `path` of `file`, is a link to a zone that may have time steps.
void require_no_linked_steps(const cgns::Node& zone, const std::string& file, const std::string& path);

/// Throws Error{input} if arrays of `iterative`, a BaseIterativeData_t at `path` of `file`, are links.
void require_no_linked_times(const cgns::Node& iterative, const std::string& file, const std::string& path);

/// Throws Error{usage} if `request` names a time step that `shortest`, a file with `least` of them, does not
/// have.
void require_steps(const MergeRequest& request, std::int64_t least, const std::string& shortest);

/// Notes that `longer` of `files` files have time steps after the first `least`, which the output has;
/// `example`: one of them, and how many it has.
void note_later_steps(plan::Notes& notes, const std::string& path, std::int64_t least, std::size_t longer,
                      std::size_t files, const std::string& example);

/// Where files with pieces, or with particles of one zone, end at different time steps: leaves those that not
/// all of them have out of the trees, and notes it, because the pieces of a zone must have the same nodes.
/// Throws Error{usage} if `request` names one of them.
void keep_common_steps(cgns::InputSet& inputs, const PieceSet& pieces, const MergeRequest& request,
                       plan::Notes& notes);

/// True if `node` is an array with one entry (last index) for each of `count` time steps.
[[nodiscard]] bool is_per_step(const cgns::Node& node, std::int64_t count);

/// Throws Error{input} if a per-step table is too large to be in the tree.
void require_at_hand(const MergeJob& job, const Source& array, const std::string& path);

/// Values of an integer array. Throws Error{input} if `node` is not one.
[[nodiscard]] std::vector<std::int64_t> integers_at(const MergeJob& job, const Source& node,
                                                    const std::string& path);

/// Reduces a per-step array of `count` time steps to `picked`; names are "Null" in time steps that it does
/// not have. Throws Error{input}, for `path` in `file`, if other values are requested there.
void pick_steps(cgns::Node& array, std::int64_t count, std::span<const std::int64_t> picked,
                const std::string& file, const std::string& path);

}  // namespace pcgns::fileset
