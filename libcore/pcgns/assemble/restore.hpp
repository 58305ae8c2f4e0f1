// restore.hpp: what the parts of a zone cannot tell comes back: joins that no part has, and the order of
// nodes.
#pragma once

#include <map>
#include <string>

#include "pcgns/assemble/assemble.hpp"

namespace pcgns::assemble {

/// By "/Base/Zone": the marks of the zone (own_marks.hpp) in the file of rank 0.
using ZoneMarks = std::map<std::string, plan::Source>;
[[nodiscard]] ZoneMarks zone_marks(const tree::InputSet& inputs);

/// Adds the nodes that no part has, and puts all in their order; those that `marks` do not name come last.
void restore(const Job& job, const plan::Source& marks, tree::Node& zone);

}  // namespace pcgns::assemble
