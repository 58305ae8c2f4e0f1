// selected_steps.hpp: the tables of time steps of a mesh, as a selection of it has them.
#pragma once

#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::compare {

/// Cuts the tables of `b` (BaseIterativeData_t, ZoneIterativeData_t) to the time steps of `a`, found by their
/// times or iterations, and to the zones, families and other nodes that `a` has. What cannot be matched, or
/// is not in the tree, stays as it is. Both are roots.
void select_steps(const cgns::Node& a, cgns::Node& b);

}  // namespace pcgns::verify::compare
