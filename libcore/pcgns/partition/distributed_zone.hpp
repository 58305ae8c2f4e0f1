// distributed_zone.hpp: records where the distributed arrays of an unstructured zone are.
//
// The code in run/ either writes an array to a scratch file, part after part, or keeps its distribution until
// the files of the parts exist. unstructured_zone.cpp makes the tree of a part from this record.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// What one part gets of an unstructured zone.
struct UnstructuredPiece {
  std::int64_t rank = 0;  ///< 0-based.
  int number = 0;         ///< Index among the parts of its rank, 0-based.
  std::int64_t vertices = 0;
  std::int64_t cells = 0;
  std::vector<int> neighbours = {};  ///< Pieces of the zone it shares faces with.
  std::int64_t cut_faces = 0;        ///< Those faces.
  std::int64_t weight = 0;           ///< Of its cells; before cells are assigned, the target weight.
};

/// Values of all parts (or pieces), one after the other, followed by those of their ghosts.
struct DistributedValues {
  int source = -1;                   ///< Index into InputSet::arrays; -1 if the values are `direct`.
  int direct = -1;                   ///< plan::Direct::array, whose runs follow `begins`.
  std::vector<std::int64_t> begins;  ///< First value of each part, and the end.
  std::size_t ghosts = 0;            ///< Ghosts of part p are stored as part p + ghosts; 0: no ghosts.

  /// Number of values of `part`, ghosts included.
  [[nodiscard]] std::int64_t count(std::size_t part) const {
    return begins[part + 1] - begins[part] +
           (ghosts > 0 ? begins[part + ghosts + 1] - begins[part + ghosts] : 0);
  }
};

/// An array of the zone.
struct DistributedArray {
  std::vector<DistributedValues> columns;  ///< One, or one per column of ParentElements or ParentData.
  std::size_t axis = 0;                    ///< The extent that differs between parts.
};

/// The points of a node with a point set, or the elements of a section.
struct DistributedSet {
  std::vector<std::int64_t> counts;  ///< By part; a part with 0 does not get the node.
  /// Arrays of its :CGNS#GlobalNumbering, 1-based.
  std::vector<std::pair<std::string, DistributedValues>> numbers = {};
  std::vector<std::int64_t> firsts = {};  ///< Of a section: begin of its ElementRange, by part.
  const cgns::Node* range = nullptr;      ///< The PointRange that becomes lists, if any.
};

/// The points of an interface that lie in one part and have their donors in another.
struct PieceOfInterface {
  int part = 0;
  std::string donor;     ///< Name of the donor zone.
  std::string name;      ///< Name of the interface.
  std::string opposite;  ///< GridConnectivityDonorName; empty if there is none.
};

/// An interface of the zone, or the one between its parts. Arrays and numbers are by piece instead of by
/// part.
struct DistributedInterface {
  const cgns::Node* interface = nullptr;  ///< Null: between parts.
  std::vector<PieceOfInterface> pieces;
  DistributedValues numbers = {};  ///< Index; only of an interface of the zone.
  DistributedValues points = {};
  DistributedValues donors = {};
};

/// A cell and the rank that gets it.
struct CellSample {
  std::array<std::uint32_t, 3> at = {};  ///< Of its centre, on a grid over the zone.
  std::int32_t rank = 0;
};

struct DistributedZone {
  const cgns::Node* base = nullptr;
  const cgns::Node* zone = nullptr;
  std::string path;  ///< "/Base/Zone"
  std::vector<UnstructuredPiece> pieces;
  std::vector<std::string> names;                                  ///< By piece.
  Style style = Style::maia;                                       ///< maia or flat.
  std::vector<std::pair<std::string, DistributedValues>> numbers;  ///< Vertex, Cell.
  std::map<const cgns::Node*, DistributedArray> arrays;
  std::map<const cgns::Node*, DistributedSet> sets;
  std::map<const cgns::Node*, std::vector<std::int64_t>> ghosts;  ///< By part: Rind_t of a node.
  std::vector<std::pair<std::string, DistributedValues>>
      owners;  ///< Of ghosts: rank of the owning part, index there.
  std::vector<DistributedInterface> interfaces;
  std::string interface_location;  ///< GridLocation of the interfaces between parts.
  std::int64_t cut_faces = 0;
  int cell_dimension = 3;
  std::int64_t outside = 0;  ///< Of a particle zone: particles outside every zone.
  int ranks = -1;            ///< The rank of each cell, index into InputSet::arrays; -1 if not kept.
  std::vector<CellSample> samples = {};  ///< A selection of cells, if Division::samples asks for it.
};

/// Number of cells of the zone. Throws Error{input} if its extents are invalid.
[[nodiscard]] std::int64_t cells_of(const DistributedZone& zone);

/// "Zone.P3.N0", or according to the style. @pre `part` belongs to `zone`.
[[nodiscard]] const std::string& name_of(const DistributedZone& zone, const UnstructuredPiece& part);

}  // namespace pcgns::partition
