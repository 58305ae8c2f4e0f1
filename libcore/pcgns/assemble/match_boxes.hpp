// match_boxes.hpp: structured parts without marks, which the coordinates of their vertices put in their
// places.
//
// Two parts that share vertices tell how far the one begins behind the other: an equation, as a join is one.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/match.hpp"
#include "pcgns/assemble/offsets.hpp"

namespace pcgns::assemble {

/// The vertices of all structured zones of `parts` whose convention is Convention::coordinates.
[[nodiscard]] std::vector<MatchSet> box_vertices(const tree::InputSet& inputs, const PartSet& parts);

/// What the two lists of a border tell of parts whose vertices are numbered in boxes, i fastest.
struct BorderShift {
  Offset shift = {};   ///< Part b begins so far behind part a,
  bool is_one = true;  ///< by all of the vertices that they share.
  std::int64_t count = 0;

  friend bool operator==(const BorderShift&, const BorderShift&) = default;
};

/// A border of structured parts, and how many vertices each has in each direction.
struct BorderBoxes {
  int here = -1;  ///< Index into InputSet::arrays: numbers of vertices, from 1 on.
  int there = -1;
  Offset vertices_a = {1, 1, 1};
  Offset vertices_b = {1, 1, 1};
};
/// Of each border of `matched`.
[[nodiscard]] std::vector<BorderBoxes> border_boxes(const tree::InputSet& inputs, const PartSet& parts,
                                                    const std::vector<MatchSet>& sets,
                                                    const Matched& matched);

/// Gives each part its place. `shifts`: of the borders. Throws Error{input} if they contradict each other, or
/// if a part touches no other.
void place_boxes(const tree::InputSet& inputs, PartSet& parts, const std::vector<MatchSet>& sets,
                 const Matched& matched, const std::vector<BorderShift>& shifts);

}  // namespace pcgns::assemble
