// cgns_plan.hpp: the CGNS file of a problem.
#pragma once

#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::bench {

/// The tree of the file; Plan::targets are Problem::arrays, in their order. @pre The arrays of a zone follow
/// each other, and so do those of one parent.
[[nodiscard]] plan::Plan cgns_plan(const Problem& problem);

}  // namespace pcgns::bench
