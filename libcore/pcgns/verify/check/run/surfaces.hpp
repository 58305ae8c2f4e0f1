// surfaces.hpp: keeps the surfaces of zones, shared by the mesh check and the boundary check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

/// This rank's faces of a section of NGON_n.
struct PolygonFaces {
  std::size_t section = 0;                ///< Index in the zone; sections may have the same numbers.
  std::int64_t first = 0;                 ///< Number of the section's first element.
  std::vector<std::int64_t> begins = {};  ///< As in mesh::Elements.
  std::vector<std::uint8_t> uses = {};    ///< Number of cells of each face; 3: or more.
};

/// The surface of a zone.
struct Surface {
  std::optional<mesh::ZoneFaces> faces = {};  ///< Of cells that are elements.
  std::vector<PolygonFaces> polygons = {};    ///< Of polyhedra.
  /// True if polygons are sides of cells that are elements: nothing defines polyhedra beside these.
  bool polygons_are_sides = false;
};

/// By path of the zone.
struct KnownSurfaces {
  std::map<std::string, Surface> of_zones = {};
};

/// The faces of cells that are elements, none without such cells, and whether polygons are sides of them.
/// @note Collective.
[[nodiscard]] Surface surface_of_cells(par::Session& session, const Subject& subject, const mesh::Zone& zone,
                                       std::span<const mesh::Elements> sections);

/// The surface left by the mesh check, or computed here. @note Collective.
[[nodiscard]] Surface& known_surface(par::Session& session, const Subject& subject, const mesh::Zone& zone);

}  // namespace pcgns::verify::check
