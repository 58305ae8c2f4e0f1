// unstructured.hpp: describes the mesh of an unstructured zone from its tree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::mesh {

/// An Elements_t. Targets are indices into Plan::targets; -1 without such an integer array.
struct Section {
  const cgns::Node* node = nullptr;
  std::string path = {};
  std::int64_t type = 0;
  std::int64_t first = 0;  ///< Begin of ElementRange, 1-based.
  std::int64_t last = -1;
  int connectivity = -1;
  int offsets = -1;
  int parents = -1;
  int positions = -1;                     ///< The same as `parents` for ParentData.
  std::array<std::int64_t, 2> rind = {};  ///< Ghost elements before and after the zone's own.

  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
  [[nodiscard]] bool is_ghost(std::int64_t element) const {
    return element < first + rind[0] || element > last - rind[1];
  }
  /// Before CGNS 3.1: ParentData has ParentElements in two columns, and ParentElementsPosition in two more.
  [[nodiscard]] bool has_parent_data() const { return parents >= 0 && parents == positions; }
  /// -1 for MIXED.
  [[nodiscard]] int dimension() const;
};

struct Zone {
  const cgns::Node* base = nullptr;
  const cgns::Node* node = nullptr;
  std::string path = {};
  std::int64_t dimension = 3;  ///< Of the cells.
  std::int64_t physical_dimension = 3;
  std::int64_t vertices = 0;           ///< Including ghosts.
  std::int64_t cells = 0;              ///< Without ghosts.
  std::vector<Section> sections = {};  ///< Sorted by first element.
  /// CoordinateX, Y and Z, as far as present: real arrays with one value per vertex.
  std::vector<int> coordinates = {};

  [[nodiscard]] const Section* section_of(std::int64_t element) const;
  [[nodiscard]] bool is_ghost(std::int64_t element) const {
    const auto* section = section_of(element);
    return section != nullptr && section->is_ghost(element);
  }
};

[[nodiscard]] bool is_unstructured(const cgns::Node& zone);

/// Empty if the sizes of base or zone are invalid, which other checks report. Omits sections without a valid
/// type or range.
[[nodiscard]] std::optional<Zone> unstructured_zone(const plan::Plan& plan, const cgns::Node& base,
                                                    const cgns::Node& zone);

/// Values of a small integer node; empty if they were not read or are not integers.
[[nodiscard]] std::vector<std::int64_t> small_integers(const cgns::Node* node);
/// The target of a bulk array of integers; -1 if `node` is not one.
[[nodiscard]] int integer_target(const plan::Plan& plan, const cgns::Node* node);

}  // namespace pcgns::mesh
