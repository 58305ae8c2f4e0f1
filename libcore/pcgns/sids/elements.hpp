// elements.hpp: the types of elements.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pcgns::sids {

/// ElementType_t as it is numbered in files.
namespace element_type {
inline constexpr int node = 2;
inline constexpr int mixed = 20;
inline constexpr int ngon = 22;
inline constexpr int nface = 23;
}  // namespace element_type

struct ElementType {
  std::string_view name;
  int nodes = 0;      ///< 0 where the elements of a section have different numbers: MIXED, NGON_n, NFACE_n.
  int dimension = 0;  ///< -1 where the type does not tell: MIXED.
};

/// The type that the standard numbers so; null for ElementTypeNull, ElementTypeUserDefined and unknown ones.
[[nodiscard]] const ElementType* element_type_of(std::int64_t number);

/// The dimension of the cells of a zone: that of its base; but where no section can have such elements, the
/// highest that one has (a wall alone in a base of three dimensions). `types`: of all its sections.
[[nodiscard]] int cell_dimension(int of_base, std::span<const std::int64_t> types);

/// The number that the standard has today for what a file of version 3.0 numbers `number`: version 3.1 put
/// the types behind PYRA_5 in another order. `version`: as CGNSLibraryVersion has it; 0 if unknown.
[[nodiscard]] std::int64_t number_of_today(std::int64_t number, double version);

}  // namespace pcgns::sids
