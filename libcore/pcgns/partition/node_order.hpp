// node_order.hpp: the order of nodes of which parts have only some.
#pragma once

#include "pcgns/tree/node.hpp"

namespace pcgns::partition {

/// NodeOrder of a zone (assemble/own_marks.hpp).
[[nodiscard]] tree::Node node_order(const tree::Node& zone);

}  // namespace pcgns::partition
