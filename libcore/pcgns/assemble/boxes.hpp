// boxes.hpp: whether boxes of cells overlap, and what they leave open.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns::assemble {

using Box3 = std::array<Range, 3>;

/// Wide enough for the cells of all parts together.
__extension__ typedef __int128 Volume;  // NOLINT(modernize-use-using): the extension has to be named as such.

/// The largest number if it is more than that.
[[nodiscard]] Volume volume_of(const Box3& box);
[[nodiscard]] Volume volume_of(const std::vector<Box3>& boxes);

[[nodiscard]] bool overlap(const Box3& a, const Box3& b);

/// The smallest box with all of `boxes` in it. @pre There is one.
[[nodiscard]] Box3 hull_of(const std::vector<Box3>& boxes);

/// Two boxes that overlap, by their place in `boxes`, the lower first. Quick for tens of thousands.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> first_overlap(
    const std::vector<Box3>& boxes);

/// Boxes that together are what `boxes` leave open in `whole`, at most `most` of them.
/// @pre `boxes` do not overlap, and lie in `whole`.
[[nodiscard]] std::vector<Box3> holes(const Box3& whole, const std::vector<Box3>& boxes, std::size_t most);

}  // namespace pcgns::assemble
