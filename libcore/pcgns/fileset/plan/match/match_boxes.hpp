// match_boxes.hpp: places structured pieces without metadata by the coordinates of their vertices.
//
// The vertices that two pieces share give the offset between them: one equation, as an interface gives.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/structured/offsets.hpp"

namespace pcgns::fileset {

/// The vertices of all structured zones in `parts` whose convention is Convention::coordinates.
[[nodiscard]] std::vector<MatchSet> box_vertices(const cgns::InputSet& inputs, const PartSet& parts);

/// Offset between two pieces, from the vertex lists of their border; vertices are numbered i fastest.
struct BorderShift {
  Offset shift = {};   ///< Offset of piece b relative to piece a.
  bool is_one = true;  ///< True if all shared vertices give the same offset.
  std::int64_t count = 0;

  friend bool operator==(const BorderShift&, const BorderShift&) = default;
};

/// A border between structured pieces, and the vertices of each piece in each direction.
struct BorderBoxes {
  int here = -1;  ///< Index into InputSet::arrays: 1-based vertex numbers.
  int there = -1;
  Offset vertices_a = {1, 1, 1};
  Offset vertices_b = {1, 1, 1};
};
/// One for each border in `matched`.
[[nodiscard]] std::vector<BorderBoxes> border_boxes(const cgns::InputSet& inputs, const PartSet& parts,
                                                    const std::vector<MatchSet>& sets,
                                                    const Matched& matched);

/// Sets the position of each piece. `shifts`: one for each border. Throws Error{input} if they contradict
/// each other or if a piece touches no other.
void place_boxes(const cgns::InputSet& inputs, PartSet& parts, const std::vector<MatchSet>& sets,
                 const Matched& matched, const std::vector<BorderShift>& shifts);

}  // namespace pcgns::fileset
