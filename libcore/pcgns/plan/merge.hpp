// merge.hpp: the files of many ranks become one tree; every zone lies whole in one of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/plan/links.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// Which steps of an unsteady computation the output has, of those that the inputs have.
struct Steps {
  enum class Which : std::uint8_t { common, all, range };
  static constexpr auto open_end = std::numeric_limits<std::int64_t>::max();

  Which which = Which::common;
  /// With Which::range, of the steps that all files have: 0-based, half-open; a negative begin counts from
  /// the end, and up to `open_end` means all that follow.
  Range range = {};
  std::int64_t stride = 1;  ///< With Which::range.
};

/// "common", "all", "last", "7", "3:7" (1-based, inclusive), "3:", ":7", "1:9:2". Throws Error{usage} for
/// anything else.
[[nodiscard]] Steps parse_steps(const std::string& text);

enum class OnConflict : std::uint8_t { error, first };

struct MergeRequest {
  OnConflict on_conflict = OnConflict::error;
  Steps steps = {};
  std::vector<std::string> only = {};  ///< Glob patterns; see the man page for what they match.
  std::vector<std::string> omit = {};
  Links links = Links::copy;
  bool only_links =
      false;  ///< --virtual: zones become links to the inputs, whose own links must have been kept.
  /// By name of a base: its zones in the order that the output has; others follow as they are met.
  std::unordered_map<std::string, std::vector<std::string>> zone_order = {};
  SharedPoints shared_points = SharedPoints::first;
  bool has_holes = false;  ///< Parts of zones may be missing.
  /// Path of the output file: link targets are written relative to its folder. Absolute if the inputs' paths
  /// are, or else relative to the same folder as they are.
  std::string output = {};
};

/// What the plan needs to know of array values that did not come along: their content hashes.
struct Survey {
  std::unordered_map<int, Fingerprint> contents;  ///< By index into InputSet::arrays.
};

/// The arrays that `merge` will want to compare: those of nodes that several inputs have.
[[nodiscard]] std::vector<int> arrays_to_compare(const tree::InputSet& inputs);

/// Throws Error{input} where inputs contradict each other, naming path, files and values.
/// `composites`: of arrays of `inputs` that are in no file. `notes`: what is known already.
[[nodiscard]] Plan merge(const tree::InputSet& inputs, const Survey& survey, const MergeRequest& request,
                         Composites composites = {}, std::vector<Note> notes = {});

}  // namespace pcgns::plan
