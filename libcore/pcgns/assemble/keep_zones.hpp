// keep_zones.hpp: parts that stay zones of their own in one file: each with a name of its own, and joined to
// the others.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/assemble/match.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::assemble {

/// Coordinates of zones of one name and size in several files: where they are the same, the zones are one.
[[nodiscard]] std::vector<int> arrays_to_tell_apart(const tree::InputSet& inputs);

/// Zones of one name in several files that are not the same become "<zone>.P<rank>.N<i>", and joins and
/// tables of their files follow. `survey` has the hashes of `arrays_to_tell_apart`. Every new name is noted.
/// Nodes stay where they are, so that `PartSet` still points to the zones. `may_rename`: if not, such zones
/// are an Error{usage}.
void rename_namesakes(tree::InputSet& inputs, const plan::Survey& survey, bool may_rename,
                      plan::Notes& notes);

/// A join between two parts of one zone, to be made.
struct PartJoin {
  PartSet::Place here;
  PartSet::Place there;
  // Structured: vertices, 0-based and half-open, as each part counts them.
  std::array<Range, 3> range = {};
  std::array<Range, 3> donor_range = {};
  // Unstructured: indices into InputSet::arrays, the i-th of the one is the i-th of the other.
  std::string location = {};  ///< GridLocation.
  int points = -1;
  int donors = -1;
};

/// True if a join of any part of the zone leads to another one of its parts.
[[nodiscard]] bool has_partition_joins(const PartSet& parts, int original);

/// Of all structured zones without joins between their parts: those of parts whose cells touch.
[[nodiscard]] std::vector<PartJoin> box_joins(const PartSet& parts);

/// The vertices of unstructured zones without joins between their parts, by their global numbers.
[[nodiscard]] std::vector<MatchSet> numbered_vertices(const tree::InputSet& inputs, const PartSet& parts);

/// What two parts share, as joins at `location`.
[[nodiscard]] std::vector<PartJoin> border_joins(const std::vector<MatchSet>& sets,
                                                 const std::vector<Matched::Border>& borders,
                                                 std::string_view location);

/// Adds both halves of each, "JN.P<rank>.N<i>.LT.P<rank>.N<i>", to the zones of the parts, in which Decomp
/// says what they are.
void add_joins(tree::InputSet& inputs, const PartSet& parts, const std::vector<PartJoin>& joins);

}  // namespace pcgns::assemble
