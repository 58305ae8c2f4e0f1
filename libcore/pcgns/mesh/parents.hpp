// parents.hpp: ParentElements and ParentElementsPosition.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/zone_faces.hpp"

namespace pcgns::mesh {

/// Left and right, of this rank's elements.
using ParentColumns = std::array<std::vector<std::int64_t>, 2>;

/// Nothing if the array is absent or has not two values for each element of the section. @note Collective.
[[nodiscard]] std::optional<ParentColumns> parent_columns(par::Session& session, const Dataset& dataset,
                                                          const Elements& elements, int target);

/// Whether a section may have zeros instead of vertices, as some writers do: it is one of faces whose parents
/// and sides tell which they are.
[[nodiscard]] bool may_be_blank(const Section& section, std::int64_t dimension);
[[nodiscard]] bool is_blank(std::span<const std::int64_t> nodes);

/// The faces that blank elements are, by their parents; each at the rank that has the parent.
/// @note Collective.
[[nodiscard]] std::vector<SurfaceElement> faces_of_blanks(par::Session& session, const Dataset& dataset,
                                                          const Zone& zone,
                                                          std::span<const Elements> sections);

}  // namespace pcgns::mesh
