#include "zone_node.hpp"

#include "elements.hpp"
#include "problem.hpp"
#include "units.hpp"

namespace heat {

namespace {

int write_outline(const CgnsFile& file, int base, const Zone& zone, Form form, const std::string& name) {
  const Index3 points = points_of(zone.cells);
  cgsize_t size[9] = {};
  if (form == Form::hexa) {
    size[0] = cgsize_t(zone.point_box().size());
    size[1] = cgsize_t(zone.cell_box().size());
  } else {
    for (int d = 0; d < 3; ++d) {
      size[d] = points[d];
      size[3 + d] = zone.cells[d];
    }
  }
  const auto type = form == Form::hexa ? CGNS_ENUMV(Unstructured) : CGNS_ENUMV(Structured);
  int index;
  file.call(cg_zone_write(file.number(), base, name.c_str(), size, type, &index));
  return index;
}

void write_coordinates(const CgnsFile& file, int base, int index, const Zone& zone) {
  const char* const names[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (int d = 0; d < 3; ++d) {
    const auto values = gather(zone.point_box(), [&](const Index3& p) { return zone.points(p)[d]; });
    int coordinate;
    file.call(cg_coord_write(file.number(), base, index, CGNS_ENUMV(RealDouble), names[d], values.data(),
                             &coordinate));
    file.call(cg_goto(file.number(), base, "Zone_t", index, "GridCoordinates_t", 1, "DataArray_t", coordinate,
                      nullptr));
    file.call(cg_exponents_write(CGNS_ENUMV(RealSingle), metre.data()));
  }
}

/// The points of a side as CGNS counts them: from 1, the last included.
std::array<cgsize_t, 6> point_range(const Zone& zone, Side side) {
  std::array<cgsize_t, 6> range;
  for (int d = 0; d < 3; ++d) {
    range[d] = 1;
    range[3 + d] = zone.cells[d] + 1;
  }
  const int d = side.direction;
  (side.end == 0 ? range[3 + d] : range[d]) = side.end == 0 ? 1 : zone.cells[d] + 1;
  return range;
}

void write_join(const CgnsFile& file, int base, int index, const Zone& zone, Side side,
                const std::string& donor) {
  const auto here = point_range(zone, side);
  const auto there = point_range(zone, {side.direction, 1 - side.end});  // All zones have the same size.
  const int transform[] = {1, 2, 3};
  int join;
  file.call(cg_1to1_write(file.number(), base, index, name(side), donor.c_str(), here.data(), there.data(),
                          transform, &join));
}

void write_condition(const CgnsFile& file, int base, int index, const Zone& zone, Side side) {
  const auto range = point_range(zone, side);
  int condition;
  file.call(cg_boco_write(file.number(), base, index, name(side), CGNS_ENUMV(FamilySpecified),
                          CGNS_ENUMV(PointRange), 2, range.data(), &condition));
  file.call(cg_goto(file.number(), base, "Zone_t", index, "ZoneBC_t", 1, "BC_t", condition, nullptr));
  file.call(cg_famname_write(wall(side).family));
}

/// Writes which points of the whole grid a box has.
void write_range(const CgnsFile& file, int base, int index, const Layout& layout, const Zone& zone) {
  const Index3 first = layout.first_cell(zone.number), all = points_of(layout.all_cells());
  std::vector<int> range;
  for (int d = 0; d < 3; ++d) {
    range.push_back(first[d] + 1);
    range.push_back(first[d] + 1 + zone.cells[d]);
  }
  const cgsize_t six = 6, three = 3;
  file.call(cg_goto(file.number(), base, "Zone_t", index, nullptr));
  file.call(cg_user_data_write("Partition"));
  file.call(cg_gorel(file.number(), "UserDefinedData_t", 1, nullptr));
  file.call(cg_array_write("GlobalRange", CGNS_ENUMV(Integer), 1, &six, range.data()));
  file.call(cg_array_write("GlobalSize", CGNS_ENUMV(Integer), 1, &three, all.data()));
}

}  // namespace

std::string name_in_file(const Layout& layout, const Zone& zone, Form form, int index) {
  if (form == Form::zones) return zone.name;
  if (layout.count() == 1) return body_name;
  return body_name + ("_r" + std::to_string(layout.owner(zone.number))) + "_" + std::to_string(index);
}

int write_zone(const CgnsFile& file, int base, const Layout& layout, const Zone& zone, Form form,
               const std::string& name) {
  const int index = write_outline(file, base, zone, form, name);
  const bool is_part = layout.count() > 1;
  write_coordinates(file, base, index, zone);
  if (form == Form::hexa) {
    write_elements(file, base, index, layout, zone);
    if (is_part) write_global_ids(file, base, index, layout, zone);
    return index;
  }
  for (const Side side : sides) {
    const auto neighbour = layout.neighbour(zone.number, side);
    if (!neighbour)
      write_condition(file, base, index, zone, side);
    else if (form == Form::zones)
      write_join(file, base, index, zone, side, layout.name(*neighbour));
  }
  if (form == Form::boxes && is_part) write_range(file, base, index, layout, zone);
  return index;
}

}  // namespace heat
