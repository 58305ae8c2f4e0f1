// zone_names.hpp: which names zones may have, and how the time steps of a base name them: "Zone", or of any
// base "Base/Zone" or "/Base/Zone".
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace pcgns::cgns {

/// The two arrays of a BaseIterativeData_t that list the zones, or the families, of each time step.
struct NameTables {
  std::string_view numbers;
  std::string_view names;
  std::string_view label;  ///< Of the named nodes.
};
inline constexpr std::array<NameTables, 3> name_tables = {
    {{.numbers = "NumberOfZones", .names = "ZonePointers", .label = "Zone_t"},
     {.numbers = "NumberOfParticleZones", .names = "ParticleZonePointers", .label = "ParticleZone_t"},
     {.numbers = "NumberOfFamilies", .names = "FamilyPointers", .label = "Family_t"}}};
/// Those of zones.
inline constexpr auto zone_tables = std::span(name_tables).first<2>();

/// False for rows of a table of names that only fill it: empty ones, and "Null".
[[nodiscard]] bool is_name_in_table(std::string_view row);

/// The different names among the rows of a time step, whose number is that of its zones or families. They
/// refer to `rows`.
[[nodiscard]] std::set<std::string_view> names_among(std::span<const std::string> rows);

/// "/Base/Zone" of the zone that a time step of `base` calls `name`.
[[nodiscard]] std::string path_of_zone(std::string_view base, std::string_view name);

/// `name` with another zone of the same base: of "Base/Zone", "Base/Other", or "Other" if that is too long
/// for a table and the base is `base` itself.
[[nodiscard]] std::string name_with_zone(std::string_view base, std::string_view name, std::string_view zone);

/// The longest name that the reference library reads, alone and in tables.
inline constexpr std::size_t longest_name = 32;

/// The beginning of a name, of at most so many bytes, that does not end within a character of UTF-8.
[[nodiscard]] std::string_view beginning_of(std::string_view name, std::size_t bytes);

/// Why no zone can have that name ("is longer than 32 bytes"); empty if one can.
[[nodiscard]] std::string_view why_invalid_name(std::string_view name);

}  // namespace pcgns::cgns
