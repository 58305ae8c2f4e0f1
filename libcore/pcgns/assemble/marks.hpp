// marks.hpp: the nodes by which writers mark parts.
#pragma once

#include "pcgns/tree/node.hpp"

namespace pcgns::assemble {

/// True for a node of a part that says where it belongs, and that means nothing in a whole zone.
[[nodiscard]] bool is_mark(const tree::Node& node);

}  // namespace pcgns::assemble
