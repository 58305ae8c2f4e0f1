// decomposition.hpp: which cells of which zones become which part, and on which rank it lies.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/assemble/blocks.hpp"

namespace pcgns::partition {

using assemble::Block;
using plan::Index3;

/// More processes than anybody has.
inline constexpr std::int64_t most_partitions = std::int64_t{1} << 24;

/// Faces (or other points) of a zone that must stay together, as those of a boundary condition.
struct Patch {
  std::string name;  ///< Below the zone, for messages.
  /// The vertices that it has, 0-based; `end` is the last one: a plane is as wide as 0 cells.
  Index3 begin = {0, 0, 0};
  Index3 end = {0, 0, 0};
};

/// A structured zone that is cut.
struct ZoneSize {
  std::string path;   ///< "/Base/Zone", for messages.
  int dimension = 3;  ///< IndexDimension.
  Index3 cells = {1, 1, 1};
  std::vector<Patch> whole = {};  ///< Each part has all or nothing of each of them.

  [[nodiscard]] std::int64_t cell_count() const { return cells[0] * cells[1] * cells[2]; }
};

/// A box of cells of a zone.
struct Part {
  int zone = 0;           ///< Index into Decomposition::zones.
  std::int64_t rank = 0;  ///< 0-based.
  int number = 0;         ///< Among the parts of its zone on its rank, from 0.
  Block cells;            ///< 0-based, half-open.
};

struct Decomposition {
  std::int64_t partitions = 1;
  std::vector<ZoneSize> zones;
  std::vector<Part> parts;  ///< By zone, then as the cut gives them.
};

/// What a cut must keep.
struct Constraints {
  std::int64_t least = 1;  ///< Cells of a part in each direction in which its zone has so many.
  std::array<bool, 3> splits = {true, true, true};
  std::int64_t align = 1;          ///< Cuts are at multiples of so many cells.
  bool one_part_per_zone = false;  ///< No rank has two parts of one zone.
  bool whole_zones = false;        ///< Nothing is cut; ranks may go without. Nothing else counts then.
};

/// Cuts `zones` into parts of nearly equal size for `partitions` ranks: large zones into several, small ones
/// together on one rank. Ranks stay empty where there are more of them than cells.
/// Throws Error{usage} if the constraints cannot be kept, and says which, and what can.
[[nodiscard]] Decomposition decompose(std::vector<ZoneSize> zones, std::int64_t partitions,
                                      const Constraints& constraints);

/// Puts the parts in the order of their zones, and numbers those that a rank has of a zone.
void number_parts(Decomposition& decomposition);

/// How good it is.
struct Quality {
  std::int64_t most_cells = 0;   ///< Of a rank.
  std::int64_t least_cells = 0;  ///< Of a rank.
  double max_over_mean = 1;
  std::int64_t thinnest = 0;   ///< Cells of the shortest side of a part, in directions that zones have.
  std::int64_t cut_faces = 0;  ///< Faces between cells of two parts of a zone.
  double inflation = 1;        ///< Vertices of all parts over those of all zones.
};
[[nodiscard]] Quality quality_of(const Decomposition& decomposition);

}  // namespace pcgns::partition
