// polyhedra.hpp: which cells have which polygons, as NFACE_n and ParentElements say.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

/// The faces of a section of NGON_n that a rank has, and the cells on both sides of each.
struct Polygons {
  const mesh::Elements* elements = nullptr;
  std::vector<std::int64_t> positive =
      {};  ///< The lowest cell that has the face with a positive sign; 0: none.
  std::vector<std::int64_t> negative = {};
  std::vector<std::uint8_t> uses = {};       ///< 255: or more.
  std::vector<std::uint8_t> positives = {};  ///< Of the uses.
};

/// The polyhedra of a zone. Methods are collective.
class Polyhedra {
 public:
  Polyhedra(const ZoneCheck& check, std::span<const mesh::Elements> sections);

  /// NFACE_n: M0202, M0210.
  void read_cells();
  /// ParentElements: M0205 to M0212 where there are cells to compare with; otherwise they say which cells
  /// there are. False if there are none.
  [[nodiscard]] bool read_parents();
  /// How often faces are used: M0203, M0204, M0208, M0209.
  void judge();
  void move_to(Surface& surface);

  [[nodiscard]] std::span<const Polygons> polygons() const { return polygons_; }
  [[nodiscard]] bool has_cells() const { return !cells_.empty(); }
  /// Every face lies between two cells of different signs, or has one cell.
  [[nodiscard]] bool are_sound() const { return are_sound_; }
  /// The numbers of the cells: first, and one behind the last.
  [[nodiscard]] Range numbers() const { return numbers_; }
  /// Of the section that a cell belongs to; that of the polygons if only these tell of cells.
  [[nodiscard]] const std::string& path_of_cell(std::int64_t cell) const;

 private:
  /// A face that a cell has.
  struct Use {
    std::int64_t face = 0;  ///< Its number in the zone.
    std::int64_t cell = 0;  ///< With the sign of the face.
  };

  [[nodiscard]] const Polygons* polygons_of(std::int64_t face) const;
  void collect(const mesh::Block& block, const std::string& path, std::vector<Use>& uses) const;
  void note(const Use& use);
  /// What must be added to the numbers of parents to get those of elements; told if it is not zero.
  [[nodiscard]] std::int64_t shift_of(const Polygons& polygons, const mesh::ParentColumns& columns);
  void take(Polygons& polygons, const mesh::ParentColumns& columns);
  void compare(const Polygons& polygons, const mesh::ParentColumns& columns);
  void compare_face(const Polygons& polygons, std::size_t at, std::int64_t left, std::int64_t right) const;

  const ZoneCheck& check_;
  std::vector<Polygons> polygons_;
  std::vector<const mesh::Elements*> cells_;
  Range numbers_ = {};
  bool are_sound_ = true;
};

/// Volumes, and whether faces surround their cells: M0501 to M0504. @note Collective.
void check_polyhedron_sizes(const ZoneCheck& check, const Polyhedra& polyhedra,
                            const mesh::Coordinates& coordinates);

}  // namespace pcgns::verify
