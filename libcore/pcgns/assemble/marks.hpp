// marks.hpp: the nodes by which writers mark parts.
#pragma once

#include <string_view>

#include "pcgns/tree/node.hpp"

namespace pcgns::assemble {

/// True for a node of a part that says where it belongs, and that means nothing in a whole zone.
[[nodiscard]] bool is_mark(const tree::Node& node);

/// The same of `node` below `parent`: Cassiopée's rank of a zone lies beside parameters of the solver.
[[nodiscard]] bool is_mark(const tree::Node& parent, const tree::Node& node);

/// Where that rank lies, as a path below the zone.
inline constexpr std::string_view cassiopee_rank_path = ".Solver#Param/proc";

/// Takes away the node at `path` below `node`, and the UserDefinedData_t that are empty without it.
void remove_mark(tree::Node& node, std::string_view path);

}  // namespace pcgns::assemble
