// zone_check.hpp: the checks of the mesh of one unstructured zone. All are collective.
#pragma once

#include <string>
#include <vector>

#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/verify/layers.hpp"
#include "pcgns/verify/surfaces.hpp"
#include "pcgns/verify/tallies.hpp"

namespace pcgns::verify {

/// What the checks of a zone share.
struct ZoneCheck {
  par::Session& session;
  const Subject& subject;
  const mesh::Zone& zone;
  Tallies& tallies;

  /// True on the one rank that tells what all know.
  [[nodiscard]] bool tells() const { return session.is_root(); }
  [[nodiscard]] const std::string& path_of(std::int64_t element) const;
};

/// M01: what the tree says of the sections.
void check_sections(const ZoneCheck& check);
/// M01: the values of a section; leaves out of `elements` those that cannot be told apart.
[[nodiscard]] std::vector<mesh::Elements> read_sound_elements(const ZoneCheck& check);
/// M01 and M0602: vertices of elements; notes in `sections` where all are there.
void check_elements(const ZoneCheck& check, std::span<mesh::Elements> sections);
/// M03: faces of cells that are elements.
void check_faces(const ZoneCheck& check, std::span<const mesh::Elements> sections, mesh::ZoneFaces& faces);
/// M02: ParentElements of surface elements.
void check_parents(const ZoneCheck& check, std::span<const mesh::Elements> sections, mesh::ZoneFaces& faces);
/// M0303: cells with the same vertices among `suspects` (numbers in the zone, at any rank).
void check_doubled_cells(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                         std::vector<std::int64_t> suspects);
/// M02: NGON_n and NFACE_n; how many cells each face has.
void check_polyhedra(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                     const mesh::Coordinates* coordinates, Surface& surface);
/// M05: volumes and areas.
void check_cells(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                 const mesh::Coordinates& coordinates);
/// M0601: points in the same place.
void check_points(const ZoneCheck& check, const mesh::Coordinates& coordinates);

}  // namespace pcgns::verify
