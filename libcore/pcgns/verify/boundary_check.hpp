// boundary_check.hpp: the parts of the check of an unstructured zone's boundary. All functions are
// collective.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "pcgns/mesh/post.hpp"
#include "pcgns/verify/surfaces.hpp"
#include "pcgns/verify/zone_check.hpp"
#include "pcgns/verify/zone_patches.hpp"

namespace pcgns::verify {

/// Which patches a face of the surface belongs to.
struct Cover {
  std::int64_t first = -1;   ///< The lowest patch that names the face; -1: none.
  std::int64_t second = -1;  ///< Another one.
  bool by_vertices = false;  ///< A patch names all its vertices.

  void add(std::int64_t patch) {
    if (patch == first || patch == second) return;
    if (first < 0 || patch < first) std::swap(first, patch);
    if (patch >= 0 && (second < 0 || patch < second)) second = patch;
  }
  [[nodiscard]] bool is_covered() const { return first >= 0 || by_vertices; }
};

/// What the parts share.
struct BoundaryCheck {
  const ZoneCheck& zone;
  const Patches& patches;
  Surface& surface;
  std::vector<Cover>& faces;                  ///< Of surface.faces->faces.
  std::vector<std::vector<Cover>>& polygons;  ///< Of surface.polygons.

  [[nodiscard]] const Patch& patch(std::int64_t index) const {
    return patches.all[static_cast<std::size_t>(index)];
  }
  /// Tells of one place of a boundary condition; of joins others tell.
  template <typename Tell>
  void tell(std::string_view code, const Claim& claim, Tell&& place) const {
    if (!patch(claim.patch).is_join) zone.tallies.add(code, patch(claim.patch).path, claim.index, place);
  }
};

/// B0104 to B0107 and B0110: patches that name elements.
void cover_by_elements(const BoundaryCheck& check);
/// B0104, B0105 and B0109: patches that name vertices.
void cover_by_vertices(const BoundaryCheck& check);
/// B0101 to B0103.
void judge_cover(const BoundaryCheck& check);

/// "PointList, value 3", or "PointRange" where it is one.
[[nodiscard]] std::string position_of(const Patch& patch, const Claim& claim);

}  // namespace pcgns::verify
