// cgns.hpp: CGNS trees in memory, and the rules of the standard (SIDS).
//
// A Node is the root of a tree. Bulk arrays stay in their files; nodes refer to them by index into
// InputSet::arrays. Indices are 0-based and half open here; module `file` converts from CGNS (1-based,
// inclusive).
//
//     const auto* zone = pcgns::cgns::find(root, "/Base/Zone");
//     for (const auto& child : zone->children) fmt::print("{} ({})\n", child.name, child.label);
#pragma once

#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"
