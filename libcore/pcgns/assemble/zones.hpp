// zones.hpp: the inputs as if every zone lay whole in one of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/assemble/assemble.hpp"

namespace pcgns::assemble {

/// Puts `values` into the nodes of `arrays`, as if they had come along with the trees.
void put_values(tree::InputSet& inputs, const std::vector<int>& arrays,
                std::vector<std::vector<std::byte>> values);

/// Replaces the part zones of `inputs` by the zones that they make up, each at the place of its first part;
/// renames them in the tables of BaseIterativeData_t. `parts` is of no use afterwards: its zones are gone.
/// `sets`: what number_sets gives for `parts`; `numbers`: what reading them showed.
/// `allow_missing`: joins to parts that are not there are left out.
/// Throws Error{input} where parts contradict each other.
void assemble_zones(tree::InputSet& inputs, const PartSet& parts, const std::vector<NumberSet>& sets,
                    const std::vector<NumberFacts>& numbers, const plan::Survey& survey,
                    const plan::MergeRequest& request, plan::Notes& notes, plan::Composites& composites,
                    bool allow_missing = false);

}  // namespace pcgns::assemble
