// labels.hpp: the labels of the standard.
#pragma once

#include <string_view>

namespace pcgns::sids {

/// True for a label that the standard defines, the quoted ones ("int[IndexDimension]") included.
[[nodiscard]] bool is_known_label(std::string_view label);

/// True if the standard says what nodes with this label mean. What writers note for themselves (Descriptor_t,
/// UserDefinedData_t) and labels of their own have none: files may differ there and still belong together.
[[nodiscard]] bool has_meaning(std::string_view label);

/// Zone_t or ParticleZone_t.
[[nodiscard]] bool is_zone(std::string_view label);

/// A node of a zone that holds fields: FlowSolution_t, DiscreteData_t, or ParticleSolution_t.
[[nodiscard]] bool is_solution(std::string_view label);

/// ZoneIterativeData_t or ParticleIterativeData_t: which nodes of a zone belong to which step.
[[nodiscard]] bool is_zone_iterative(std::string_view label);

}  // namespace pcgns::sids
