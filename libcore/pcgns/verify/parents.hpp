// parents.hpp: ParentElements and ParentElementsPosition.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/mesh/elements.hpp"

namespace pcgns::verify {

struct ZoneCheck;

/// Left and right, of this rank's elements.
using ParentColumns = std::array<std::vector<std::int64_t>, 2>;

/// Nothing if the array is absent or has not two values for each element of the section. @note Collective.
[[nodiscard]] std::optional<ParentColumns> parent_columns(const ZoneCheck& check,
                                                          const mesh::Elements& elements, int target);

}  // namespace pcgns::verify
