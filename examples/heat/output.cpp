#include "output.hpp"

#include <cstdio>

#include "base_node.hpp"
#include "problem.hpp"
#include "units.hpp"
#include "zone_node.hpp"

namespace heat {

namespace {

using Values = std::vector<double>;

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

void write_zone_pointers(const CgnsFile& file, const std::vector<std::string>& zones, std::size_t steps) {
  const auto count = cgsize_t(steps);
  const std::vector<int> zone_counts(steps, int(zones.size()));
  file.call(cg_array_write("NumberOfZones", CGNS_ENUMV(Integer), 1, &count, zone_counts.data()));
  std::vector<std::string> names;
  for (std::size_t step = 0; step < steps; ++step) names.insert(names.end(), zones.begin(), zones.end());
  write_names(file, "ZonePointers", names, {cgsize_t(zones.size()), count});
}

}  // namespace

std::string output_path(const std::string& prefix, int rank) {
  return prefix + numbered("_", rank) + ".cgns";
}

Output::Output(const std::string& path, const Layout& layout, const std::vector<Zone>& zones, Form form)
    : file_(path, CG_MODE_WRITE), base_(write_base(file_)) {
  for (const Zone& zone : zones) {
    names_.push_back(name_in_file(layout, zone, form, int(names_.size()) + 1));
    write_zone(file_, base_, layout, zone, form, names_.back());
  }
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

void Output::finish() {
  const auto count = cgsize_t(steps_.size());
  file_.call(cg_biter_write(file_.number(), base_, "BaseIterativeData", int(count)));
  file_.call(cg_goto(file_.number(), base_, "BaseIterativeData_t", 1, nullptr));
  file_.call(cg_array_write("TimeValues", CGNS_ENUMV(RealDouble), 1, &count, times_.data()));
  file_.call(cg_array_write("IterationValues", CGNS_ENUMV(Integer), 1, &count, steps_.data()));
  if (!names_.empty()) write_zone_pointers(file_, names_, steps_.size());
  for (int index = 1; index <= int(names_.size()); ++index) write_zone_steps(file_, base_, index, steps_);
  file_.close();
}

}  // namespace heat
