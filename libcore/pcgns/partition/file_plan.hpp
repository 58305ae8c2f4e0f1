// file_plan.hpp: the plan of each output file of a repartitioned mesh.
#pragma once

#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/plan/notes.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

/// The file that holds the pieces of the ranks `ranks` (0-based).
[[nodiscard]] plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks,
                                       plan::Notes& notes);

/// What cannot be split, which `file_of_ranks` notes for the first file; the pieces need not be distributed.
void note_losses(const plan::Plan& whole, const Mesh& mesh, plan::Notes& notes);

/// False if merging the parts gives the mesh back in another form. Several ranges or point lists of one node
/// become one, ranges ascend, and they have the extents of the standard; names of donors are not padded, and
/// tables that name zones keep the names as they are.
[[nodiscard]] bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh);

/// Points of one zone, addressed in the indices of another.
struct Borrowed {
  int zone = 0;  ///< The zone that has the points.
  Block points;  ///< In the indices of the borrower, 0-based.
  Index3 axes;   ///< Axis of `zone`, from 1, along each axis of the borrower; negative: reversed.
  Index3 first;  ///< The first of `points`, in the indices of `zone`.
};

/// Ghosts that `piece` has through interfaces of its zone: those at `points` in as many planes as the arrays
/// of `container` have, a node of the whole zone.
[[nodiscard]] std::vector<Borrowed> borrowed_ghosts(const Mesh& mesh, const StructuredPiece& piece,
                                                    const cgns::Node& container,
                                                    const cgns::Location& points);

}  // namespace pcgns::partition
