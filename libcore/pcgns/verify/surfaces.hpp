// surfaces.hpp: the surfaces of zones, which the check of the mesh finds and that of the boundary needs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/mesh/zone_faces.hpp"

namespace pcgns::verify {

/// The faces of a section of NGON_n that a rank has.
struct PolygonFaces {
  std::int64_t first = 0;                 ///< The number of the section's first element.
  std::vector<std::int64_t> begins = {};  ///< As mesh::Elements has it.
  std::vector<std::uint8_t> uses = {};    ///< How many cells have each of this rank's faces; 3: or more.
};

/// The surface of a zone.
struct Surface {
  std::optional<mesh::ZoneFaces> faces = {};  ///< Of cells that are elements.
  std::vector<PolygonFaces> polygons = {};    ///< Of cells that are polyhedra.
};

/// By the path of the zone.
struct KnownSurfaces {
  std::map<std::string, Surface> of_zones = {};
};

}  // namespace pcgns::verify
