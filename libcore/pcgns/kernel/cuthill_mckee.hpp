// cuthill_mckee.hpp: an order of vertices in which neighbours have near numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::kernel {

/// The vertices 0, …, `vertices` - 1 in the order of Cuthill and McKee, reversed. Two are neighbours where a
/// group has both: group g has the members starts[g], …, starts[g + 1] - 1. Each piece that hangs together is
/// walked from a vertex far out. Linear but for sorting.
[[nodiscard]] std::vector<std::int64_t> cuthill_mckee(std::int64_t vertices,
                                                      std::span<const std::int64_t> starts,
                                                      std::span<const std::int64_t> members);

}  // namespace pcgns::kernel
