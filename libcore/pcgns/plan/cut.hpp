// cut.hpp: the part of a box that lies within some planes of its target.
#pragma once

#include <cstddef>
#include <optional>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::plan {

/// The part of `box` within `planes` of direction `direction` of its target, which begins there.
[[nodiscard]] std::optional<Box> cut(Box box, Range planes, std::size_t direction);

}  // namespace pcgns::plan
