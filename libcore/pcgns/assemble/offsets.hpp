// offsets.hpp: where parts begin in their zone, from the joins between them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pcgns::assemble {

using Offset = std::array<std::int64_t, 3>;

/// Part `to` begins `shift` behind part `from`.
struct Equation {
  int from = 0;
  int to = 0;
  Offset shift = {};
};

/// Where the parts begin, the lowest at 0; each join is an equation more than needed.
struct Placement {
  std::vector<Offset> begins;           ///< Only if there is neither of the following.
  std::optional<std::size_t> wrong;     ///< The first equation that contradicts those before it.
  std::optional<std::size_t> unplaced;  ///< The first part that no equations connect with part 0.
};

[[nodiscard]] Placement placed(std::size_t parts, const std::vector<Equation>& equations);

/// All placements that differ, with neither overlap nor hole in the box that they make up, that take for each
/// part one of the equations that reach it; at most two. `cells` of the parts. Nothing if there are too many
/// choices to try.
[[nodiscard]] std::optional<std::vector<std::vector<Offset>>> exact_placements(
    const std::vector<Offset>& cells, const std::vector<Equation>& equations);

/// Whether parts of `cells` that begin at `begins` overlap nowhere.
[[nodiscard]] bool are_disjoint(const std::vector<Offset>& cells, const std::vector<Offset>& begins);

}  // namespace pcgns::assemble
