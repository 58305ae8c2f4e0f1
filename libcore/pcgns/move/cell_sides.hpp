// cell_sides.hpp: on which side of its faces a cell is, where NFACE_n alone tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/move/source.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// Faces of a part, and the cells of the part that have them. All are found in one pass over its NFACE_n.
class CellSides {
 public:
  /// Faces to look for.
  void want(std::span<const std::int64_t> faces) { faces_.insert(faces_.end(), faces.begin(), faces.end()); }

  /// Reads the cells of the part. Throws Error that names file and node if the offsets are not sound, or
  /// values cannot be read. @pre `side` has no parents.
  void look(Source& source, const tree::InputSet& inputs, const plan::Turned::Side& side);

  /// The number that the cell of `face` has in the part, negative if it has the face with a minus; 0 if two
  /// cells of the part have the face, or none.
  [[nodiscard]] std::int64_t cell_of(std::int64_t face) const;

 private:
  void read_cells(Source& source, const tree::InputSet& inputs, const plan::Turned::Side& side,
                  std::int64_t begin, std::int64_t count);
  void enter(std::int64_t value, std::int64_t cell);

  std::vector<std::int64_t> faces_;  ///< Ascending, once they were looked for.
  std::vector<std::int64_t> cells_;  ///< By face; 0: none yet.
  std::vector<std::byte> scratch_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int64_t> values_;
};

}  // namespace pcgns::move
