// file_plan.hpp: the plan of each output file of a repartitioned mesh.
#pragma once

#include "pcgns/base/range.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/plan/notes.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

/// The file that holds the pieces of the ranks `ranks` (0-based).
[[nodiscard]] plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks,
                                       plan::Notes& notes);

/// False if merging the parts gives the mesh back in another form. Several ranges or point lists of one node
/// become one, and tables that name zones keep the names as they are.
[[nodiscard]] bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh);

}  // namespace pcgns::partition
