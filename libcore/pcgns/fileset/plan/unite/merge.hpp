// merge.hpp: plans one output tree from the files of many ranks, with every zone whole in one of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::fileset {

/// Time steps of an unsteady computation to write.
struct Steps {
  enum class Which : std::uint8_t { common, all, range };
  static constexpr auto open_end = std::numeric_limits<std::int64_t>::max();

  Which which = Which::common;
  /// With Which::range: among the time steps that all files have; 0-based, half-open. A negative begin counts
  /// from the end; end `open_end` means all remaining ones.
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
  cgns::Links links = cgns::Links::copy;
  bool only_links =
      false;  ///< --virtual: zones become links to the inputs. @pre Links inside the inputs were kept.
  /// By base name: zones in output order; others follow in order of occurrence.
  std::unordered_map<std::string, std::vector<std::string>> zone_order = {};
  plan::SharedPoints shared_points = plan::SharedPoints::first;
  bool has_holes = false;  ///< Pieces of zones may be missing.
  /// Path of the output file, because link targets are relative to its folder. Absolute if the input paths
  /// are, else relative to the same folder.
  std::string output = {};
};

/// Content hashes of arrays whose values the plan must compare but the trees do not hold.
struct Survey {
  std::unordered_map<int, Fingerprint> contents;  ///< By index into InputSet::arrays.
};

/// The arrays that `merge` compares: those of nodes that several inputs have.
[[nodiscard]] std::vector<int> arrays_to_compare(const cgns::InputSet& inputs);

/// Throws Error{input} naming path, files and values if inputs contradict each other. `composites`: those of
/// `inputs` arrays that are in no file. `notes`: existing notes.
[[nodiscard]] plan::Plan merge(const cgns::InputSet& inputs, const Survey& survey,
                               const MergeRequest& request, plan::Composites composites = {},
                               std::vector<plan::Note> notes = {});

}  // namespace pcgns::fileset
