// zone_parts.hpp: boundary conditions and interfaces of a zone by number.
#pragma once

#include "pcgns/capi/detail/calls.hpp"

namespace pcgns::capi {

/// ZoneBC_t of a zone; empty if there is none.
[[nodiscard]] Spot conditions_of(Document& document, int B, int Z);
[[nodiscard]] Spot condition_at(Document& document, int B, int Z, int BC);
int in_condition(int fn, int B, int Z, int BC, const Step& step);

inline constexpr const char* matching = "GridConnectivity1to1_t";
inline constexpr const char* general = "GridConnectivity_t";

/// The ZoneGridConnectivity_t that calls for the zone mean; empty if there is none.
[[nodiscard]] Spot interfaces_of(Document& document, const Spot& zone);
/// Path of an interface that is not made yet.
[[nodiscard]] std::string interface_path(Document& document, const Spot& zone, const std::string& name);
/// As interfaces_of(), created if missing.
[[nodiscard]] Spot interfaces_to_fill(Document& document, const Spot& zone);
/// Makes the ZoneGridConnectivity_t of a name the one that calls for the zone mean.
void choose_interfaces(Document& document, const Spot& zone, const std::string& name);
[[nodiscard]] Spot interface_at(Document& document, int B, int Z, const char* label, int number);
int in_interface(int fn, int B, int Z, const char* label, int number, const Step& step);

}  // namespace pcgns::capi
