// whole_zones.hpp: replaces pieces in the inputs by the whole zones merged from them.
#pragma once

#include <vector>

#include "pcgns/fileset/plan/merge_pieces.hpp"

namespace pcgns::fileset {

/// Stores `values` in the nodes of `arrays`, as if they had been read with the trees.
void put_values(cgns::InputSet& inputs, const std::vector<int>& arrays,
                std::vector<std::vector<std::byte>> values);

/// Replaces the pieces in `inputs` by merged zones, each at the position of its first piece, and renames them
/// in the tables of BaseIterativeData_t. `pieces` is invalid afterwards. `sets`: result of number_sets for
/// `pieces`; `survey`: what was proven of them, and the hashes of `arrays_to_compare`. `allow_missing`: omit
/// interfaces to missing pieces. Throws Error{input} if pieces contradict each other. Returns the lists that
/// are yet to be compared with the ranges that they have become.
std::vector<RangedList> merge_zones(cgns::InputSet& inputs, const PieceSet& pieces,
                                    const std::vector<NumberSet>& sets, const Survey& survey,
                                    const MergeRequest& request, Notes& notes, plan::Composites& composites,
                                    bool allow_missing = false);

}  // namespace pcgns::fileset
