// zone_names.hpp: how the time steps of a base name zones: "Zone", or of any base "Base/Zone" or
// "/Base/Zone".
#pragma once

#include <string>
#include <string_view>

namespace pcgns::cgns {

/// "/Base/Zone" of the zone that a time step of `base` calls `name`.
[[nodiscard]] std::string path_of_zone(std::string_view base, std::string_view name);

/// `name` with another zone of the same base: of "Base/Zone", "Base/Other".
[[nodiscard]] std::string name_with_zone(std::string_view name, std::string_view zone);

}  // namespace pcgns::cgns
