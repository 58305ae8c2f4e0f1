// uncut.hpp: what pcgns-repartition could give to no part comes back.
#pragma once

#include <map>
#include <string>

#include "pcgns/assemble/assemble.hpp"

namespace pcgns::assemble {

/// By "/Base/Zone": the Uncut of the zone, and where it is.
using UncutNodes = std::map<std::string, plan::Source>;
[[nodiscard]] UncutNodes uncut_nodes(const tree::InputSet& inputs);

/// Puts the nodes of `zone` where they were among their siblings.
void restore_uncut(const Job& job, const plan::Source& uncut, tree::Node& zone);

}  // namespace pcgns::assemble
