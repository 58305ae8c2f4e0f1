#include "output.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "problem.hpp"

namespace heat {

namespace {

// Powers of kilogram, metre, second, kelvin and degree.
using Exponents = std::array<float, 5>;
constexpr Exponents metre{0, 1, 0, 0, 0}, kelvin{0, 0, 0, 1, 0}, watt_per_area{1, 0, -3, 0, 0};

constexpr const char* side_names[3][2] = {{"IMin", "IMax"}, {"JMin", "JMax"}, {"KMin", "KMax"}};
constexpr std::array<Side, 6> sides{{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}};

using Values = std::vector<double>;

Values gather(const Box& box, const std::function<double(const Index3&)>& value) {
  Values values;
  values.reserve(box.size());
  for_each(box, [&](const Index3& p) { values.push_back(value(p)); });
  return values;
}

/// Writes a DataArray_t with its unit below the node that cg_goto went to.
void write_number(const CgnsFile& file, int number, const char* name, double value, const Exponents& unit) {
  const cgsize_t one = 1;
  file.call(cg_array_write(name, CGNS_ENUMV(RealDouble), 1, &one, &value));
  file.call(cg_gorel(file.number(), "DataArray_t", number, nullptr));
  file.call(cg_exponents_write(CGNS_ENUMV(RealSingle), unit.data()));
  file.call(cg_gorel(file.number(), "..", 0, nullptr));
}

void write_units(const CgnsFile& file, int base) {
  file.call(cg_goto(file.number(), base, nullptr));
  file.call(cg_dataclass_write(CGNS_ENUMV(Dimensional)));
  file.call(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                           CGNS_ENUMV(Degree)));
}

void write_reference_state(const CgnsFile& file, int base) {
  file.call(cg_goto(file.number(), base, nullptr));
  file.call(cg_state_write("Carbon steel at ambient temperature"));
  file.call(cg_goto(file.number(), base, "ReferenceState_t", 1, nullptr));
  write_number(file, 1, "Temperature", ambient, kelvin);
  write_number(file, 2, "Density", density, {1, -3, 0, 0, 0});
  write_number(file, 3, "SpecificHeatPressure", specific_heat, {0, 2, -2, -1, 0});
  write_number(file, 4, "ThermalConductivity", conductivity, {1, 1, -3, -1, 0});
}

void write_family(const CgnsFile& file, int base, const Wall& wall) {
  int family, condition;
  const auto type = wall.temperature ? CGNS_ENUMV(BCDirichlet) : CGNS_ENUMV(BCNeumann);
  const auto data = wall.temperature ? CGNS_ENUMV(Dirichlet) : CGNS_ENUMV(Neumann);
  file.call(cg_family_write(file.number(), base, wall.family, &family));
  file.call(cg_fambc_write(file.number(), base, family, "FamBC", type, &condition));
  file.call(cg_goto(file.number(), base, "Family_t", family, "FamilyBC_t", condition, nullptr));
  file.call(cg_bcdataset_write("Wall", type, data));
  file.call(cg_gorel(file.number(), "FamilyBCDataSet_t", 1, "BCData_t", int(data), nullptr));
  if (wall.temperature)
    write_number(file, 1, "Temperature", *wall.temperature, kelvin);
  else
    write_number(file, 1, "NormalHeatFlux", 0.0, watt_per_area);
}

int write_base(const CgnsFile& file) {
  int base;
  file.call(cg_base_write(file.number(), "Base", 3, 3, &base));
  file.call(cg_simulation_type_write(file.number(), base, CGNS_ENUMV(TimeAccurate)));
  write_units(file, base);
  write_reference_state(file, base);
  for (const Wall& wall : walls) write_family(file, base, wall);
  return base;
}

void write_coordinates(const CgnsFile& file, int base, int index, const Zone& zone) {
  const char* const names[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (int d = 0; d < 3; ++d) {
    const Values values = gather(zone.point_box(), [&](const Index3& p) { return zone.points(p)[d]; });
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
  file.call(cg_1to1_write(file.number(), base, index, side_names[side.direction][side.end], donor.c_str(),
                          here.data(), there.data(), transform, &join));
}

void write_condition(const CgnsFile& file, int base, int index, const Zone& zone, Side side) {
  const auto range = point_range(zone, side);
  int condition;
  file.call(cg_boco_write(file.number(), base, index, side_names[side.direction][side.end],
                          CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointRange), 2, range.data(), &condition));
  file.call(cg_goto(file.number(), base, "Zone_t", index, "ZoneBC_t", 1, "BC_t", condition, nullptr));
  file.call(cg_famname_write(wall(side).family));
}

void write_zone(const CgnsFile& file, int base, const Layout& layout, const Zone& zone) {
  cgsize_t size[9] = {};
  for (int d = 0; d < 3; ++d) {
    size[d] = zone.cells[d] + 1;
    size[3 + d] = zone.cells[d];
  }
  int index;
  file.call(cg_zone_write(file.number(), base, zone.name.c_str(), size, CGNS_ENUMV(Structured), &index));
  write_coordinates(file, base, index, zone);
  for (const Side side : sides) {
    const auto neighbour = layout.neighbour(zone.number, side);
    if (neighbour)
      write_join(file, base, index, zone, side, layout.name(*neighbour));
    else
      write_condition(file, base, index, zone, side);
  }
}

/// A FlowSolution_t that is being written.
class Solution {
 public:
  Solution(const CgnsFile& file, int base, int zone, const std::string& name,
           CGNS_ENUMT(GridLocation_t) location)
      : file_(file), base_(base), zone_(zone) {
    file_.call(cg_sol_write(file_.number(), base_, zone_, name.c_str(), location, &solution_));
  }

  void write(const char* name, const Values& values, const Exponents& unit) const {
    int field;
    file_.call(cg_field_write(file_.number(), base_, zone_, solution_, CGNS_ENUMV(RealDouble), name,
                              values.data(), &field));
    file_.call(cg_goto(file_.number(), base_, "Zone_t", zone_, "FlowSolution_t", solution_, "DataArray_t",
                       field, nullptr));
    file_.call(cg_exponents_write(CGNS_ENUMV(RealSingle), unit.data()));
  }

 private:
  const CgnsFile& file_;
  int base_, zone_, solution_ = 0;
};

/// The mean of the eight cells around a point; beyond a wall the halo makes it fit the wall.
double at_point(const Zone& zone, const Index3& p) {
  double sum = 0.0;
  const Box cells{{p[0] - 1, p[1] - 1, p[2] - 1}, {p[0] + 1, p[1] + 1, p[2] + 1}};
  for_each(cells, [&](const Index3& cell) { sum += zone.temperature(cell); });
  return 0.125 * sum;
}

std::string numbered(const char* name, int step) {
  char text[33];
  std::snprintf(text, sizeof text, "%s%04d", name, step);
  return text;
}

void write_vertex_solution(const Solution& solution, const Zone& zone) {
  solution.write("Temperature", gather(zone.point_box(), [&](const Index3& p) { return at_point(zone, p); }),
                 kelvin);
}

void write_cell_solution(const Solution& solution, const Zone& zone) {
  const char* const names[] = {"HeatFluxX", "HeatFluxY", "HeatFluxZ"};
  const Box cells = zone.cell_box();
  solution.write("Temperature", gather(cells, [&](const Index3& p) { return zone.temperature(p); }), kelvin);
  for (int d = 0; d < 3; ++d)
    solution.write(names[d],
                   gather(cells, [&](const Index3& p) { return -conductivity * zone.gradient(p)[d]; }),
                   watt_per_area);
}

/// Names as CGNS tables have them: 32 characters each, filled up with blanks.
void write_names(const CgnsFile& file, const char* array, const std::vector<std::string>& names,
                 std::vector<cgsize_t> dimensions) {
  std::string table;
  for (const auto& name : names) table += name + std::string(32 - name.size(), ' ');
  dimensions.insert(dimensions.begin(), 32);
  file.call(
      cg_array_write(array, CGNS_ENUMV(Character), int(dimensions.size()), dimensions.data(), table.data()));
}

void write_zone_steps(const CgnsFile& file, int base, int index, const std::vector<int>& steps) {
  std::vector<std::string> cell, vertex;
  for (const int step : steps) {
    cell.push_back(numbered("CellSolution", step));
    vertex.push_back(numbered("VertexSolution", step));
  }
  const auto count = cgsize_t(steps.size());
  file.call(cg_ziter_write(file.number(), base, index, "ZoneIterativeData"));
  file.call(cg_goto(file.number(), base, "Zone_t", index, "ZoneIterativeData_t", 1, nullptr));
  // The standard has room for one solution a step; ParaView reads every FlowSolution*Pointers.
  write_names(file, "FlowSolutionPointers", cell, {count});
  write_names(file, "FlowSolutionVertexPointers", vertex, {count});
  file.call(cg_gorel(file.number(), "DataArray_t", 2, nullptr));
  file.call(cg_dataclass_write(CGNS_ENUMV(NondimensionalParameter)));  // Else checkers ask for its unit.
}

void write_zone_pointers(const CgnsFile& file, const std::vector<Zone>& zones, std::size_t steps) {
  const auto count = cgsize_t(steps);
  const std::vector<int> zone_counts(steps, int(zones.size()));
  file.call(cg_array_write("NumberOfZones", CGNS_ENUMV(Integer), 1, &count, zone_counts.data()));
  std::vector<std::string> names;
  for (std::size_t step = 0; step < steps; ++step)
    for (const Zone& zone : zones) names.push_back(zone.name);
  write_names(file, "ZonePointers", names, {cgsize_t(zones.size()), count});
}

}  // namespace

std::string output_path(const std::string& prefix, int rank) {
  return prefix + numbered("_", rank) + ".cgns";
}

Output::Output(const std::string& path, const Layout& layout, const std::vector<Zone>& zones)
    : file_(path, CG_MODE_WRITE), base_(write_base(file_)) {
  for (const Zone& zone : zones) write_zone(file_, base_, layout, zone);
}

void Output::write(const std::vector<Zone>& zones, int step, double time) {
  int index = 0;
  for (const Zone& zone : zones) {
    ++index;
    const auto vertex = numbered("VertexSolution", step), cell = numbered("CellSolution", step);
    write_vertex_solution({file_, base_, index, vertex, CGNS_ENUMV(Vertex)}, zone);
    write_cell_solution({file_, base_, index, cell, CGNS_ENUMV(CellCenter)}, zone);
  }
  steps_.push_back(step);
  times_.push_back(time);
}

void Output::finish(const std::vector<Zone>& zones) {
  const auto count = cgsize_t(steps_.size());
  file_.call(cg_biter_write(file_.number(), base_, "BaseIterativeData", int(count)));
  file_.call(cg_goto(file_.number(), base_, "BaseIterativeData_t", 1, nullptr));
  file_.call(cg_array_write("TimeValues", CGNS_ENUMV(RealDouble), 1, &count, times_.data()));
  file_.call(cg_array_write("IterationValues", CGNS_ENUMV(Integer), 1, &count, steps_.data()));
  if (!zones.empty()) write_zone_pointers(file_, zones, steps_.size());
  for (int index = 1; index <= int(zones.size()); ++index) write_zone_steps(file_, base_, index, steps_);
  file_.close();
}

}  // namespace heat
