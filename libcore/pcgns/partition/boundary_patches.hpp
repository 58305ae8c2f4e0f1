// boundary_patches.hpp: boundary conditions that must stay in one piece.
#pragma once

#include <string>
#include <vector>

#include "pcgns/partition/decomposition.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::partition {

/// The patches of each BC_t of `zone` of which the name, or that of its family, matches `pattern`
/// (plan::matches). Throws Error{input} for points that cannot be.
[[nodiscard]] std::vector<Patch> boundary_patches(const tree::Node& zone, const ZoneSize& size,
                                                  const std::string& pattern);

}  // namespace pcgns::partition
