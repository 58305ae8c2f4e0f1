// parents.hpp: reads ParentElements and ParentElementsPosition, or ParentData, which has both.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/zone_faces.hpp"

namespace pcgns::mesh {

/// Left and right column for this rank's elements.
using ParentColumns = std::array<std::vector<std::int64_t>, 2>;

/// The parents of elements, and the sides of these. Empty if the array is absent or has another shape.
/// @note Collective.
[[nodiscard]] std::optional<ParentColumns> parent_columns(par::Session& session, const Dataset& dataset,
                                                          const Elements& elements);
[[nodiscard]] std::optional<ParentColumns> side_columns(par::Session& session, const Dataset& dataset,
                                                        const Elements& elements);

/// True if a section may have zeros instead of vertices, as some writers do: its elements are faces that
/// their parents and sides identify.
[[nodiscard]] bool may_be_blank(const Section& section, std::int64_t dimension);
[[nodiscard]] bool is_blank(std::span<const std::int64_t> nodes);

/// The faces of blank elements, found by their parents; each is on the rank that has the parent.
/// @note Collective.
[[nodiscard]] std::vector<SurfaceElement> faces_of_blanks(par::Session& session, const Dataset& dataset,
                                                          const Zone& zone,
                                                          std::span<const Elements> sections);

}  // namespace pcgns::mesh
