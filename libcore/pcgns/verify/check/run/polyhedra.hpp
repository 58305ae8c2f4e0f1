// polyhedra.hpp: reads and checks polyhedra from NFACE_n and ParentElements.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

/// This rank's faces of a section of NGON_n, and the cells on both sides of each.
struct Polygons {
  const mesh::Elements* elements = nullptr;
  std::vector<std::int64_t> positive = {};  ///< Lowest cell that has the face with a positive sign; 0: none.
  std::vector<std::int64_t> negative = {};
  std::vector<std::uint8_t> uses = {};       ///< Number of uses; 255: or more.
  std::vector<std::uint8_t> positives = {};  ///< Uses with a positive sign.
  /// Number of cells that are not polyhedra, as far as it is known; empty in a zone without such cells.
  std::vector<std::uint8_t> others = {};

  /// True if ParentElements or a face of theirs tells that other cells have the polygon.
  [[nodiscard]] bool is_of_others(std::size_t at) const { return !others.empty() && others[at] > 0; }
};

/// The polyhedra of a zone. Methods are collective.
class Polyhedra {
 public:
  /// @note Collective.
  Polyhedra(const ZoneCheck& check, std::span<const mesh::Elements> sections);

  /// Reads NFACE_n: M0202, M0210.
  void read_cells();
  /// Reads ParentElements: M0205 to M0212 compared with cells, if there are any; otherwise it defines the
  /// cells. False if there is none.
  [[nodiscard]] bool read_parents();
  /// Checks the number of uses of each face: M0203, M0204, M0208, M0209.
  void judge();
  /// Finds the polygons that are outer faces of other cells, too, which are then not on the boundary of
  /// those cells.
  void join(mesh::ZoneFaces& faces);
  void move_to(Surface& surface);

  [[nodiscard]] std::span<const Polygons> polygons() const { return polygons_; }
  [[nodiscard]] bool has_cells() const { return !cells_.empty(); }
  /// True if every face is used once, or by two cells with different signs.
  [[nodiscard]] bool are_sound() const { return are_sound_; }
  /// Cell numbers, half-open.
  [[nodiscard]] Range numbers() const { return numbers_; }
  /// Path of the section that defines a cell: NFACE_n, or NGON_n with ParentElements.
  [[nodiscard]] const std::string& path_of_cell(std::int64_t cell) const;

 private:
  /// A face of a cell.
  struct Use {
    std::int64_t face = 0;  ///< Face number in the zone.
    std::int64_t cell = 0;  ///< Cell number, with the sign of the face.
  };

  /// What ParentElements of a section says.
  struct Parents {
    Polygons* polygons = nullptr;
    mesh::ParentColumns columns = {};
    std::int64_t lowest = 0;  ///< Polyhedron named by any rank; 0 if none is.
    std::int64_t highest = 0;
  };

  [[nodiscard]] const Polygons* polygons_of(std::int64_t face) const;
  void collect(const mesh::Block& block, const std::string& path, std::vector<Use>& uses) const;
  void note(const Use& use);
  /// True for a cell of another kind than polyhedra, which may have polygons as sides, too.
  [[nodiscard]] bool is_other_cell(std::int64_t element) const;
  [[nodiscard]] std::vector<Parents> all_parents();
  /// The first number of a polygon, and the first behind those of all sections. The cells that only
  /// ParentElements define follow there, unless `cell`, the lowest, is in a gap behind the polygons.
  [[nodiscard]] Range numbers_around(std::int64_t cell) const;
  /// Offset from parent numbers to element numbers, the same for all sections; reported unless zero. Without
  /// NFACE_n, it also decides which numbers are cells.
  [[nodiscard]] std::int64_t shift_of(std::span<const Parents> all);
  void tell_shift(const Parents& parents, std::int64_t first, std::int64_t last) const;
  void take(Polygons& polygons, const mesh::ParentColumns& columns);
  /// M0110: cells without faces, where only these define cells. @note Collective.
  void count_cells() const;
  void compare(Polygons& polygons, const mesh::ParentColumns& columns);
  void compare_face(const Polygons& polygons, std::size_t at, std::int64_t left, std::int64_t right) const;

  const ZoneCheck& check_;
  std::vector<Polygons> polygons_;
  std::vector<const mesh::Elements*> cells_;
  Range numbers_ = {};
  std::int64_t highest_ = 0;  ///< Of the cells that this rank's ParentElements define.
  bool are_sound_ = true;
  std::vector<const mesh::Section*> others_;  ///< Sections with cells of other kinds.
};

/// M0501 to M0504: volumes, and whether faces enclose their cells. @note Collective.
void check_polyhedron_sizes(const ZoneCheck& check, const Polyhedra& polyhedra,
                            const mesh::Coordinates& coordinates);

}  // namespace pcgns::verify::check
