#include "elements.hpp"

#include <numeric>

#include "problem.hpp"

namespace heat {

namespace {

using Ids = std::vector<std::int64_t>;

/// The faces of a side. Each has the index of its lowest corner.
Box faces_of(const Zone& zone, Side side) {
  Box faces = zone.cell_box();
  faces.first[side.direction] = side.end == 0 ? 0 : zone.cells[side.direction];
  faces.last[side.direction] = faces.first[side.direction] + 1;
  return faces;
}

std::array<Index3, 8> corners_of_cell(const Index3& p) {
  const Index3 q = moved(p, 2, 1);  // Above.
  return {p, moved(p, 0, 1), moved(moved(p, 0, 1), 1, 1), moved(p, 1, 1),
          q, moved(q, 0, 1), moved(moved(q, 0, 1), 1, 1), moved(q, 1, 1)};
}

/// The corners of a face, so that their turn points out of the grid.
std::array<Index3, 4> corners_of_face(const Index3& p, Side side) {
  const int a = (side.direction + 1) % 3, b = (side.direction + 2) % 3;
  const Index3 pa = moved(p, a, 1), pb = moved(p, b, 1), pab = moved(pa, b, 1);
  if (side.end == 0) return {p, pb, pab, pa};
  return {p, pa, pab, pb};
}

/// The elements of one zone, which are numbered through all sections.
class Elements {
 public:
  Elements(const CgnsFile& file, int base, int index, const Zone& zone)
      : file_(file), base_(base), index_(index), zone_(zone) {}

  void write_cells() { write_section("Hexa", CGNS_ENUMV(HEXA_8), zone_.cell_box(), corners_of_cell); }

  void write_faces(Side side) {
    const Box faces = faces_of(zone_, side);
    std::vector<cgsize_t> list(faces.size());
    std::iota(list.begin(), list.end(), last_ + 1);
    write_section(name(side), CGNS_ENUMV(QUAD_4), faces,
                  [&](const Index3& p) { return corners_of_face(p, side); });
    int condition;
    file_.call(cg_boco_write(file_.number(), base_, index_, name(side), CGNS_ENUMV(FamilySpecified),
                             CGNS_ENUMV(PointList), cgsize_t(list.size()), list.data(), &condition));
    file_.call(cg_boco_gridlocation_write(file_.number(), base_, index_, condition, CGNS_ENUMV(FaceCenter)));
    file_.call(cg_goto(file_.number(), base_, "Zone_t", index_, "ZoneBC_t", 1, "BC_t", condition, nullptr));
    file_.call(cg_famname_write(wall(side).family));
  }

 private:
  template <class Corners>
  void write_section(const char* section, CGNS_ENUMT(ElementType_t) type, const Box& box, Corners corners) {
    std::vector<cgsize_t> points;
    for_each(box, [&](const Index3& p) {
      for (const Index3& corner : corners(p))
        points.push_back(cgsize_t(number(corner, points_of(zone_.cells))));
    });
    const cgsize_t first = last_ + 1;
    last_ += cgsize_t(box.size());
    int ignored;
    file_.call(cg_section_write(file_.number(), base_, index_, section, type, first, last_, 0, points.data(),
                                &ignored));
  }

  const CgnsFile& file_;
  int base_, index_;
  const Zone& zone_;
  cgsize_t last_ = 0;
};

/// The numbers of a zone's `box` among `extent`; the zone's own index 0 is at `first` there.
Ids global_ids(const Box& box, const Index3& first, const Index3& extent) {
  return gather(box, [&](const Index3& p) { return number(first + p, extent); });
}

/// The numbers of the faces of a side among those of the whole side.
Ids global_ids(const Layout& layout, const Zone& zone, Side side) {
  const Box faces = faces_of(zone, side);
  Index3 first = layout.first_cell(zone.number), extent = layout.all_cells();
  first[side.direction] = -faces.first[side.direction];
  extent[side.direction] = 1;
  return global_ids(faces, first, extent);
}

std::size_t all_of(const Index3& extent) { return Box{{0, 0, 0}, extent}.size(); }

void write_ids(const CgnsFile& file, const char* array, const Ids& ids) {
  const auto count = cgsize_t(ids.size());
  file.call(cg_array_write(array, CGNS_ENUMV(LongInteger), 1, &count, ids.data()));
}

}  // namespace

void write_elements(const CgnsFile& file, int base, int index, const Layout& layout, const Zone& zone) {
  Elements elements(file, base, index, zone);
  elements.write_cells();
  for (const Side side : sides)
    if (!layout.neighbour(zone.number, side)) elements.write_faces(side);
}

void write_global_ids(const CgnsFile& file, int base, int index, const Layout& layout, const Zone& zone) {
  const Index3 first = layout.first_cell(zone.number), cells = layout.all_cells();
  file.call(cg_goto(file.number(), base, "Zone_t", index, nullptr));
  file.call(cg_user_data_write("GlobalIds"));
  file.call(cg_gorel(file.number(), "UserDefinedData_t", 1, nullptr));
  write_ids(file, "Vertex", global_ids(zone.point_box(), first, points_of(cells)));
  write_ids(file, "Cell", global_ids(zone.cell_box(), first, cells));
  for (const Side side : sides)
    if (!layout.neighbour(zone.number, side)) write_ids(file, name(side), global_ids(layout, zone, side));
  // So that nobody takes the largest number there is for the last one where a file is missing.
  write_ids(file, "AllVertices", {std::int64_t(all_of(points_of(cells)))});
  write_ids(file, "AllCells", {std::int64_t(all_of(cells))});
}

}  // namespace heat
