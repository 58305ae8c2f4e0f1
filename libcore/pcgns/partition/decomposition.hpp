// decomposition.hpp: decomposes structured zones into boxes of cells.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/plan/blocks.hpp"

namespace pcgns::partition {

using plan::Block;
using plan::Index3;

/// Upper limit on the number of parts; beyond any machine.
inline constexpr std::int64_t most_partitions = std::int64_t{1} << 24;

/// Names and metadata of pieces, as other programs have them.
enum class Style : std::uint8_t {
  maia,       ///< <zone>.P<rank>.N<number>
  seacas,     ///< <zone>_proc-<rank>; at most one piece of a zone per rank.
  cassiopee,  ///< <zone>.<number>; the rank is in .Solver#Param.
  flat,       ///< <zone>_<number>, without metadata of other programs.
};

/// Faces (or other points) of a zone that must not be split, such as those of a boundary condition.
struct Patch {
  std::string name;  ///< Path below the zone, for messages.
  /// First and last vertex, 0-based and inclusive: a plane spans 0 cells across its normal.
  Index3 begin = {0, 0, 0};
  Index3 end = {0, 0, 0};
};

/// A structured zone to decompose.
struct ZoneSize {
  std::string path;   ///< "/Base/Zone", for messages.
  int dimension = 3;  ///< IndexDimension.
  Index3 cells = {1, 1, 1};
  std::vector<Patch> whole = {};  ///< Each piece has all or none of the faces of each patch.

  [[nodiscard]] std::int64_t cell_count() const { return cells[0] * cells[1] * cells[2]; }
};

/// A box of cells of a zone.
struct StructuredPiece {
  int zone = 0;             ///< Index into Decomposition::zones.
  std::int64_t rank = 0;    ///< 0-based.
  int number = 0;           ///< Index among the pieces of its zone on its rank, 0-based.
  Block cells;              ///< 0-based, half-open.
  std::int64_t weight = 0;  ///< Load, with weights or targets.
};

struct Decomposition {
  std::int64_t partitions = 1;
  std::vector<ZoneSize> zones;
  std::vector<StructuredPiece> pieces;  ///< By zone, then in the order of the cut.
};

/// Faces of `piece` that are interior to `zone`.
[[nodiscard]] std::int64_t inner_faces(const StructuredPiece& piece, const ZoneSize& zone);

/// What a decomposition must respect.
struct Constraints {
  std::int64_t least = 1;  ///< Minimum number of cells per axis of a piece; an axis with fewer cells is not
                           ///< cut.
  std::array<bool, 3> splits = {true, true, true};
  std::int64_t align = 1;           ///< Cuts are at multiples of this many cells.
  bool one_piece_per_zone = false;  ///< No rank gets two pieces of one zone.
  bool whole_zones = false;         ///< Zones are not cut, and ranks may stay empty; overrides all others.
  bool leaves_empty = false;        ///< Ranks stay empty rather than that the others cannot be met.
  std::int64_t other_cells = 0;     ///< Cells of unstructured zones, which fill the ranks up later.
};

/// Decomposes `zones` into pieces of nearly equal size for `partitions` ranks: cuts large zones, groups small
/// ones on a rank. Ranks in excess of the cells stay empty. Throws Error{usage} if the constraints cannot be
/// met, naming them and what is possible.
[[nodiscard]] Decomposition decompose(std::vector<ZoneSize> zones, std::int64_t partitions,
                                      const Constraints& constraints);

/// Orders the pieces by zone, and numbers the pieces of a zone on each rank.
void number_pieces(Decomposition& decomposition);

/// Quality measures of a decomposition.
struct Quality {
  std::int64_t most_cells = 0;   ///< Largest number on a rank.
  std::int64_t least_cells = 0;  ///< Smallest number on a rank.
  std::int64_t empty_ranks = 0;  ///< Ranks without cells.
  double max_over_mean = 1;
  std::int64_t thinnest = 0;   ///< Smallest extent of a piece in cells, over the axes of its zone.
  std::int64_t cut_faces = 0;  ///< Faces between cells of different pieces of a zone.
  double inflation = 1;        ///< Vertices of all pieces divided by those of all zones.
};
[[nodiscard]] Quality quality_of(const Decomposition& decomposition);

}  // namespace pcgns::partition
