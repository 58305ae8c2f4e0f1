// boundary_check.hpp: checks the boundary of an unstructured zone. All functions are collective.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/run/surfaces.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"
#include "pcgns/verify/check/run/zone_patches.hpp"

namespace pcgns::verify::check {

/// The patches that a face of the surface belongs to.
struct Cover {
  std::int64_t first = -1;   ///< Lowest patch that names the face; -1: none.
  std::int64_t second = -1;  ///< A second one; -1: none.
  bool by_vertices = false;  ///< A patch names all its vertices.

  void add(std::int64_t patch) {
    if (patch == first || patch == second) return;
    if (first < 0 || patch < first) std::swap(first, patch);
    if (patch >= 0 && (second < 0 || patch < second)) second = patch;
  }
  [[nodiscard]] bool is_covered() const { return first >= 0 || by_vertices; }
};

/// The highest numbers that patches may name.
struct HighestNumbers {
  std::int64_t vertex = 0;
  std::int64_t element = 0;
  std::int64_t cell = 0;  ///< At CellCenter; those that only ParentElements define follow the elements.

  [[nodiscard]] std::int64_t of(const Patch& patch) const {
    if (patch.names == Patch::Names::vertices) return vertex;
    return patch.location == "CellCenter" ? cell : element;
  }
};

/// Shared state of the boundary checks.
struct BoundaryCheck {
  const ZoneCheck& zone;
  const Patches& patches;
  HighestNumbers highest;
  Surface& surface;
  std::vector<Cover>& faces;                  ///< Of surface.faces->faces.
  std::vector<std::vector<Cover>>& polygons;  ///< Of surface.polygons.

  [[nodiscard]] const Patch& patch(std::int64_t index) const {
    return patches.all[static_cast<std::size_t>(index)];
  }
  /// Reports one place of a boundary condition; the interface checks report those of interfaces.
  template <typename Tell>
  void tell(std::string_view code, const Claim& claim, Tell&& place) const {
    if (!patch(claim.patch).is_interface) zone.tallies.add(code, patch(claim.patch).path, claim.index, place);
  }
};

/// B0104 to B0107 and B0110: patches that name elements.
void cover_by_elements(const BoundaryCheck& check);
/// B0104, B0105 and B0109: patches that name vertices.
void cover_by_vertices(const BoundaryCheck& check);
/// "PointList, value 3", or "PointRange" for a range.
[[nodiscard]] std::string position_of(const Patch& patch, const Claim& claim);

}  // namespace pcgns::verify::check
