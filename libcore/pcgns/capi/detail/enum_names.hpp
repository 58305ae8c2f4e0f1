// enum_names.hpp: converts enumerators to and from their names in files.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/pcgnstypes.h"

namespace pcgns::capi {

#define PCGNS_NAME(e) std::string_view(#e),
// clang-format off
inline constexpr std::array zone_types{PCGNS_ZoneType(PCGNS_NAME)};
inline constexpr std::array data_types{PCGNS_DataType(PCGNS_NAME)};
inline constexpr std::array element_types{PCGNS_ElementType(PCGNS_NAME)};
inline constexpr std::array grid_locations{PCGNS_GridLocation(PCGNS_NAME)};
inline constexpr std::array bc_types{PCGNS_BCType(PCGNS_NAME)};
inline constexpr std::array point_set_types{PCGNS_PointSetType(PCGNS_NAME)};
inline constexpr std::array grid_connectivity_types{PCGNS_GridConnectivityType(PCGNS_NAME)};
inline constexpr std::array simulation_types{PCGNS_SimulationType(PCGNS_NAME)};
inline constexpr std::array data_classes{PCGNS_DataClass(PCGNS_NAME)};
inline constexpr std::array mass_units{PCGNS_MassUnits(PCGNS_NAME)};
inline constexpr std::array length_units{PCGNS_LengthUnits(PCGNS_NAME)};
inline constexpr std::array time_units{PCGNS_TimeUnits(PCGNS_NAME)};
inline constexpr std::array temperature_units{PCGNS_TemperatureUnits(PCGNS_NAME)};
inline constexpr std::array angle_units{PCGNS_AngleUnits(PCGNS_NAME)};
inline constexpr std::array current_units{PCGNS_ElectricCurrentUnits(PCGNS_NAME)};
inline constexpr std::array amount_units{PCGNS_SubstanceAmountUnits(PCGNS_NAME)};
inline constexpr std::array intensity_units{PCGNS_LuminousIntensityUnits(PCGNS_NAME)};
inline constexpr std::array governing_equations{PCGNS_GoverningEquationsType(PCGNS_NAME)};
inline constexpr std::array model_types{PCGNS_ModelType(PCGNS_NAME)};
inline constexpr std::array particle_equations{PCGNS_ParticleGoverningEquationsType(PCGNS_NAME)};
inline constexpr std::array particle_models{PCGNS_ParticleModelType(PCGNS_NAME)};
inline constexpr std::array rigid_motions{PCGNS_RigidGridMotionType(PCGNS_NAME)};
inline constexpr std::array arbitrary_motions{PCGNS_ArbitraryGridMotionType(PCGNS_NAME)};
inline constexpr std::array wall_functions{PCGNS_WallFunctionType(PCGNS_NAME)};
inline constexpr std::array area_types{PCGNS_AreaType(PCGNS_NAME)};
inline constexpr std::array average_interfaces{PCGNS_AverageInterfaceType(PCGNS_NAME)};
// clang-format on
#undef PCGNS_NAME

/// Name of an enumerator in a file; each list begins with "Null" and "UserDefined". Throws Error{usage} for
/// an invalid number.
template <typename Enum, std::size_t count>
std::string word_of(const std::array<std::string_view, count>& names, Enum value) {
  const auto number = static_cast<std::int64_t>(value);
  if (number < 0 || number >= static_cast<std::int64_t>(count))
    throw Error(ErrorKind::usage,
                fmt::format("{} is not a value of the enumeration that starts with {}", number, names[0]));
  if (number < 2) return number == 0 ? "Null" : "UserDefined";
  return std::string(names[static_cast<std::size_t>(number)]);
}

/// Enumerator for a name in a file; UserDefined for unknown names.
template <typename Enum, std::size_t count>
Enum number_of_word(const std::array<std::string_view, count>& names, std::string_view word) {
  if (word.empty() || word == "Null") return static_cast<Enum>(0);
  for (std::size_t i = 2; i < count; ++i) {
    if (names[i] == word) return static_cast<Enum>(i);
  }
  return static_cast<Enum>(1);
}

}  // namespace pcgns::capi
