// zone_check.hpp: checks the mesh of one unstructured zone. All functions are collective.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/verify/check/run/subject.hpp"
#include "pcgns/verify/check/run/surfaces.hpp"

namespace pcgns::verify::check {

/// Text about one place of a finding.
struct Place {
  std::string position = {};
  std::string expected = {};
  std::string found = {};
};

/// Counts places per rule and node. Formats text only for the place with the lowest index.
class Tallies {
 public:
  explicit Tallies(std::string file) : file_(std::move(file)) {}

  /// `tell` makes the Place. `code` must outlive the object.
  template <typename Tell>
  void add(std::string_view code, const std::string& path, std::int64_t index, Tell&& tell) {
    auto [entry, is_new] = tallies_.try_emplace({code, path});
    auto& tally = entry->second;
    ++tally.count;
    if (!is_new && index >= tally.index) return;
    tally.index = index;
    tally.place = tell();
  }

  /// Adds many places at once; `place` describes the first.
  void add_many(std::string_view code, const std::string& path, std::int64_t index, std::int64_t count,
                Place place);

  /// Moves the findings to `findings`.
  void move_to(cgns::Findings& findings);

 private:
  struct Tally {
    std::int64_t count = 0;
    std::int64_t index = 0;
    Place place = {};
  };
  std::string file_;
  std::map<std::pair<std::string_view, std::string>, Tally> tallies_;
};

/// Shared state of the checks of a zone.
struct ZoneCheck {
  par::Session& session;
  const Subject& subject;
  const mesh::Zone& zone;
  Tallies& tallies;

  /// True on the one rank that reports what all ranks know.
  [[nodiscard]] bool tells() const { return session.is_root(); }
  [[nodiscard]] const std::string& path_of(std::int64_t element) const;
};

/// M01: sections, as far as the tree tells.
void check_sections(const ZoneCheck& check);
/// M01: values of the sections; returns only those whose elements can be told apart.
[[nodiscard]] std::vector<mesh::Elements> read_sound_elements(const ZoneCheck& check);
/// M01 and M0602: vertices of elements; marks `sections` whose vertices all exist.
void check_elements(const ZoneCheck& check, std::span<mesh::Elements> sections);
/// M03: faces of cells that are elements.
void check_faces(const ZoneCheck& check, std::span<const mesh::Elements> sections, mesh::ZoneFaces& faces);
/// M02: ParentElements of surface elements.
void check_parents(const ZoneCheck& check, std::span<const mesh::Elements> sections, Surface& surface);
/// M0303: cells with the same vertices among `suspects` (numbers in the zone, on any rank).
void check_doubled_cells(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                         std::vector<std::int64_t> suspects);
/// M02: NGON_n and NFACE_n; sets the number of cells of each face.
void check_polyhedra(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                     const mesh::Coordinates* coordinates, Surface& surface);
/// M05: volumes and areas.
void check_cells(const ZoneCheck& check, std::span<const mesh::Elements> sections,
                 const mesh::Coordinates& coordinates);
/// M0601: coincident points.
void check_points(const ZoneCheck& check, const mesh::Coordinates& coordinates);

}  // namespace pcgns::verify::check
