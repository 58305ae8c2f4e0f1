// match_boxes.hpp: places structured pieces without metadata by the coordinates of their vertices.
//
// The vertices that two pieces share give the offset between them: one equation, as an interface gives.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/structured/offsets.hpp"

namespace pcgns::fileset {

/// The vertices of all structured zones in `pieces` whose convention is Convention::coordinates.
[[nodiscard]] std::vector<MatchSet> box_vertices(const cgns::InputSet& inputs, const PieceSet& pieces);

/// Offset between two pieces, from the vertex lists of their interface; vertices are numbered i fastest.
struct BoxShift {
  Index3 shift = {};   ///< Offset of piece b relative to piece a.
  bool is_one = true;  ///< True if all shared vertices give the same offset.
  std::int64_t count = 0;

  friend bool operator==(const BoxShift&, const BoxShift&) = default;
};

/// A interface between structured pieces, and the vertices of each piece in each direction.
struct BoxInterface {
  int here = -1;  ///< Index into InputSet::arrays: 1-based vertex numbers.
  int there = -1;
  Index3 vertices_a = {1, 1, 1};
  Index3 vertices_b = {1, 1, 1};
};
/// One for each interface in `matched`.
[[nodiscard]] std::vector<BoxInterface> matched_box_interfaces(const cgns::InputSet& inputs,
                                                               const PieceSet& pieces,
                                                               const std::vector<MatchSet>& sets,
                                                               const Matched& matched);

/// Sets the position of each piece. `shifts`: one for each interface. Throws Error{input} if they contradict
/// each other or if a piece touches no other.
void place_boxes(const cgns::InputSet& inputs, PieceSet& pieces, const std::vector<MatchSet>& sets,
                 const Matched& matched, const std::vector<BoxShift>& shifts);

}  // namespace pcgns::fileset
