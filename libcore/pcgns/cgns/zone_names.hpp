// zone_names.hpp: which names zones may have, and how the time steps of a base name them: "Zone", or of any
// base "Base/Zone" or "/Base/Zone".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pcgns::cgns {

/// "/Base/Zone" of the zone that a time step of `base` calls `name`.
[[nodiscard]] std::string path_of_zone(std::string_view base, std::string_view name);

/// `name` with another zone of the same base: of "Base/Zone", "Base/Other", or "Other" if that is too long
/// for a table and the base is `base` itself.
[[nodiscard]] std::string name_with_zone(std::string_view base, std::string_view name, std::string_view zone);

/// The longest name that the reference library reads, alone and in tables.
inline constexpr std::size_t longest_name = 32;

/// Why no zone can have that name ("is longer than 32 bytes"); empty if one can.
[[nodiscard]] std::string_view why_invalid_name(std::string_view name);

}  // namespace pcgns::cgns
