// boundary_structured.hpp: checks boundary patches of structured zones, and their coverage (rules B02).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/verify/check/plan/structured_patches.hpp"

namespace pcgns::verify::check {

/// The faces of a BC_t or an interface.
struct FacePatch {
  std::string path = {};
  bool is_interface = false;
  bool may_overlap = false;   ///< May overlap others: an interface of another time step.
  bool is_collapsed = false;  ///< The faces may have no area, or BCType does not tell.
  std::vector<PlacedFaces> faces = {};
};

struct ZonePatches {
  std::vector<FacePatch> patches;
  int conditions = 0;       ///< Number of BC_t.
  bool is_complete = true;  ///< False if the faces of some patches are unknown.
  bool is_overset = false;  ///< Sides may lie inside other zones, without a patch.
};

/// Returns the entities (0-based) of a PointList that is a bulk array.
using ReadList = std::function<std::vector<cgns::Index>(const cgns::Node& list)>;

/// All patches of a zone. Adds findings about ranges and lists of BC_t.
[[nodiscard]] ZonePatches patches_of(const cgns::Node& base, const cgns::Node& zone,
                                     const cgns::ZoneShape& shape, const ReadList& read_list,
                                     const std::string& file, cgns::Findings& findings);

/// Adds findings about faces with no patch, or with several. `place`: index of the zone in its base.
void check_coverage(const cgns::Node& base, const cgns::Node& zone, const cgns::ZoneShape& shape,
                    const ZonePatches& patches, std::int64_t place, const std::string& file,
                    cgns::Findings& findings);

/// The PointLists that `patches_of` reads.
[[nodiscard]] std::vector<const cgns::Node*> lists_to_read(const cgns::Node& zone);

}  // namespace pcgns::verify::check
