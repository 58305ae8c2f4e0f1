// boundary_structured.hpp: boundary conditions of structured zones, and which faces have none (rules B02).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/check/findings.hpp"
#include "pcgns/check/structured_patches.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// Faces that a BC or a connection has.
struct FacePatch {
  std::string path = {};
  bool is_join = false;
  bool may_overlap = false;   ///< It may lie over others: a connection of another time.
  bool is_collapsed = false;  ///< Its BCType says that the faces may have no area, or does not tell.
  std::vector<PlacedFaces> faces = {};
};

struct ZonePatches {
  std::vector<FacePatch> patches;
  int conditions = 0;       ///< BCs.
  bool is_complete = true;  ///< False if there are some whose faces cannot be told.
  bool is_overset = false;  ///< Sides of the zone may lie in another zone, and have no patch.
};

/// The entities of a PointList (0-based), which is a bulk array.
using ReadList = std::function<std::vector<Index>(const tree::Node& list)>;

/// All of a zone. Adds what is wrong with the ranges and lists of BCs.
[[nodiscard]] ZonePatches patches_of(const tree::Node& base, const tree::Node& zone, const ZoneShape& shape,
                                     const ReadList& read_list, const std::string& file, Findings& findings);

/// Adds which faces have no patch, or several. `place`: position of the zone in its base.
void check_coverage(const tree::Node& base, const tree::Node& zone, const ZoneShape& shape,
                    const ZonePatches& patches, std::int64_t place, const std::string& file,
                    Findings& findings);

/// The PointLists that `patches_of` will read.
[[nodiscard]] std::vector<const tree::Node*> lists_to_read(const tree::Node& zone);

}  // namespace pcgns::check
