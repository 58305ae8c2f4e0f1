// unstructured.hpp: what the tree says of the mesh of an unstructured zone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::mesh {

/// An Elements_t. Targets are indices into Plan::targets, -1 where there is no such array of integers.
struct Section {
  const tree::Node* node = nullptr;
  std::string path = {};
  std::int64_t type = 0;
  std::int64_t first = 0;  ///< ElementRange; 1-based.
  std::int64_t last = -1;
  int connectivity = -1;
  int offsets = -1;
  int parents = -1;
  int positions = -1;
  std::array<std::int64_t, 2> rind = {};  ///< Of its elements, ghosts before and behind the zone's own.

  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
  [[nodiscard]] bool is_ghost(std::int64_t element) const {
    return element < first + rind[0] || element > last - rind[1];
  }
  /// -1 for MIXED.
  [[nodiscard]] int dimension() const;
};

struct Zone {
  const tree::Node* base = nullptr;
  const tree::Node* node = nullptr;
  std::string path = {};
  std::int64_t dimension = 3;  ///< Of cells.
  std::int64_t physical_dimension = 3;
  std::int64_t vertices = 0;           ///< With those of ghosts.
  std::int64_t cells = 0;              ///< Without ghosts.
  std::vector<Section> sections = {};  ///< By their first element.
  /// CoordinateX, Y and Z, as far as there are any: arrays of reals, one for each vertex.
  std::vector<int> coordinates = {};

  [[nodiscard]] const Section* section_of(std::int64_t element) const;
  [[nodiscard]] bool is_ghost(std::int64_t element) const {
    const auto* section = section_of(element);
    return section != nullptr && section->is_ghost(element);
  }
};

[[nodiscard]] bool is_unstructured(const tree::Node& zone);

/// Nothing if the sizes of base or zone cannot be read: that is for others to tell. Sections without a
/// sensible type or range are left out.
[[nodiscard]] std::optional<Zone> unstructured_zone(const plan::Plan& plan, const tree::Node& base,
                                                    const tree::Node& zone);

/// The integers of a small node; none if they are not at hand or no integers.
[[nodiscard]] std::vector<std::int64_t> small_integers(const tree::Node* node);
/// The target of a bulk array of I4, I8, U4 or U8; -1 if `node` is none.
[[nodiscard]] int integer_target(const plan::Plan& plan, const tree::Node* node);

}  // namespace pcgns::mesh
