// dealt_zone.hpp: an unstructured zone whose arrays have been dealt out to parts.
//
// Who deals (deal/) leaves an array in a file, the values of all parts one after the other, or keeps who gets
// which for when the files of the parts are there. Here is written down where; the tree of a part is made
// from that (unstructured_zone.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pcgns/partition/style.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::partition {

/// A part of an unstructured zone.
struct ZonePart {
  std::int64_t rank = 0;  ///< 0-based.
  int number = 0;         ///< Among the parts of its rank, from 0.
  std::int64_t vertices = 0;
  std::int64_t cells = 0;
  int neighbours = 0;       ///< Parts of the zone that it has faces in common with.
  std::int64_t weight = 0;  ///< Of its cells; before these are chosen, what it is to have.
};

/// The values that all parts (or pieces) have of something, one after the other; then those of their ghosts.
struct DealtValues {
  int source = -1;                   ///< Index into InputSet::arrays; -1 if they are `direct`.
  int direct = -1;                   ///< plan::Direct::array; its runs are those of `begins`.
  std::vector<std::int64_t> begins;  ///< The first value of each part, and the end.
  std::size_t ghosts = 0;  ///< The ghosts of part p stand there as part p + ghosts; 0: there are none.

  /// With those of ghosts.
  [[nodiscard]] std::int64_t count(std::size_t part) const {
    return begins[part + 1] - begins[part] +
           (ghosts > 0 ? begins[part + ghosts + 1] - begins[part + ghosts] : 0);
  }
};

/// An array of the zone.
struct DealtArray {
  std::vector<DealtValues> columns;  ///< One, or as many as ParentElements has.
  std::size_t axis = 0;              ///< The extent that is not the same in all parts.
};

/// The points of a node that has some, or the elements of a section.
struct DealtSet {
  std::vector<std::int64_t> counts;  ///< By part; who has none lacks the node.
  /// What its :CGNS#GlobalNumbering has: numbers from 1.
  std::vector<std::pair<std::string, DealtValues>> numbers = {};
  std::vector<std::int64_t> firsts = {};  ///< A section: the first of its ElementRange, by part.
  const tree::Node* range = nullptr;      ///< The range of points that becomes lists, if there is one.
};

/// The points of a join that lie in one part and have their partners in another.
struct PieceOfJoin {
  int part = 0;
  std::string donor;     ///< Zone.
  std::string name;      ///< Of the join.
  std::string opposite;  ///< GridConnectivityDonorName; empty where there is none.
};

/// A join of the zone, or that between its parts. Arrays and numbers go by piece instead of by part.
struct DealtJoin {
  const tree::Node* join = nullptr;  ///< Null: between parts.
  std::vector<PieceOfJoin> pieces;
  DealtValues numbers = {};  ///< Index; of a join of the zone.
  DealtValues points = {};
  DealtValues donors = {};
};

struct DealtZone {
  const tree::Node* base = nullptr;
  const tree::Node* zone = nullptr;
  std::string path;  ///< "/Base/Zone"
  std::string stem;  ///< What the names of its parts begin with.
  std::vector<ZonePart> parts;
  std::vector<std::string> names;                            ///< Of the parts.
  Style style = Style::maia;                                 ///< Maia's, or flat.
  std::vector<std::pair<std::string, DealtValues>> numbers;  ///< Vertex, Cell.
  std::map<const tree::Node*, DealtArray> arrays;
  std::map<const tree::Node*, DealtSet> sets;
  std::map<const tree::Node*, std::vector<std::int64_t>> ghosts;  ///< By part: Rind_t of a node.
  std::vector<std::pair<std::string, DealtValues>> owners;        ///< Of ghosts.
  std::vector<DealtJoin> joins;
  std::string interface_location;  ///< GridLocation of the joins between parts.
  std::int64_t cut_faces = 0;
  int ranks = -1;  ///< The rank of each cell, index into InputSet::arrays; -1 if nobody wants to know.
};

/// "Zone.P3.N0", or as the style has it. `part` must be one of `zone`.
[[nodiscard]] const std::string& name_of(const DealtZone& zone, const ZonePart& part);

}  // namespace pcgns::partition
