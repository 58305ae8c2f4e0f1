#include "restart.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "cgns_file.hpp"

namespace heat {

namespace {

constexpr int base = 1;

struct ArrayInfo {
  int number;
  int length;  ///< Of the whole array.
};

/// The array `wanted` below the node that cg_goto went to.
ArrayInfo find_array(const CgnsFile& file, const std::string& wanted) {
  int count;
  file.call(cg_narrays(&count));
  for (int number = 1; number <= count; ++number) {
    char name[33];
    CGNS_ENUMT(DataType_t) type;
    int dimension;
    cgsize_t size[12];
    file.call(cg_array_info(number, name, &type, &dimension, size));
    if (name != wanted) continue;
    cgsize_t length = 1;
    for (int d = 0; d < dimension; ++d) length *= size[d];
    return {number, int(length)};
  }
  file.fail("no " + wanted + ", so no steps to go on from");
}

int last_step(const CgnsFile& file) {
  if (cg_goto(file.number(), base, "BaseIterativeData_t", 1, nullptr) != CG_OK)
    file.fail("no BaseIterativeData, so no steps to go on from");
  const ArrayInfo array = find_array(file, "IterationValues");
  std::vector<int> steps(array.length);
  file.call(cg_array_read_as(array.number, CGNS_ENUMV(Integer), steps.data()));
  return steps.back();
}

std::string last_solution(const CgnsFile& file, int index) {
  if (cg_goto(file.number(), base, "Zone_t", index, "ZoneIterativeData_t", 1, nullptr) != CG_OK)
    file.fail("a zone without ZoneIterativeData");
  const ArrayInfo array = find_array(file, "FlowSolutionPointers");
  std::string table(array.length, ' ');
  file.call(cg_array_read(array.number, table.data()));
  const std::string name = table.substr(table.size() - 32);
  return name.substr(0, name.find_last_not_of(' ') + 1);
}

int find_solution(const CgnsFile& file, int index, const std::string& wanted) {
  int count;
  file.call(cg_nsols(file.number(), base, index, &count));
  for (int solution = 1; solution <= count; ++solution) {
    char name[33];
    CGNS_ENUMT(GridLocation_t) location;
    file.call(cg_sol_info(file.number(), base, index, solution, name, &location));
    if (name == wanted && location == CGNS_ENUMV(CellCenter)) return solution;
  }
  file.fail("no solution " + wanted + " at cell centres");
}

void read_temperature(const CgnsFile& file, int index, Zone& zone) {
  const int solution = find_solution(file, index, last_solution(file, index));
  std::vector<double> values(zone.cell_box().size());
  const cgsize_t first[] = {1, 1, 1}, last[] = {zone.cells[0], zone.cells[1], zone.cells[2]};
  file.call(cg_field_read(file.number(), base, index, solution, "Temperature", CGNS_ENUMV(RealDouble), first,
                          last, values.data()));
  auto value = values.begin();
  for_each(zone.cell_box(), [&](const Index3& p) { zone.temperature(p) = *value++; });
}

void check_size(const CgnsFile& file, const Zone& zone, const cgsize_t (&size)[9]) {
  for (int d = 0; d < 3; ++d)
    if (size[3 + d] != zone.cells[d]) file.fail(zone.name + " has another size than --cells says");
}

/// Reads what `file` has of `zones`, and takes it off the list of those `missing`.
void read_zones(const CgnsFile& file, std::vector<Zone>& zones, std::set<std::string>& missing) {
  int count;
  file.call(cg_nzones(file.number(), base, &count));
  for (int index = 1; index <= count; ++index) {
    char name[33];
    cgsize_t size[9] = {};
    file.call(cg_zone_read(file.number(), base, index, name, size));
    const auto zone = std::ranges::find(zones, std::string(name), &Zone::name);
    if (zone == zones.end()) continue;
    check_size(file, *zone, size);
    read_temperature(file, index, *zone);
    missing.erase(name);
  }
}

}  // namespace

int read_restart(const std::vector<std::string>& files, std::vector<Zone>& zones) {
  std::optional<int> step;
  std::set<std::string> missing;
  for (const Zone& zone : zones) missing.insert(zone.name);
  for (const auto& path : files) {
    const CgnsFile file(path, CG_MODE_READ);
    const int last = last_step(file);
    if (step && *step != last)
      file.fail("ends at step " + std::to_string(last) + ", not " + std::to_string(*step) +
                " as the files before");
    step = last;
    read_zones(file, zones, missing);
  }
  if (!missing.empty()) throw std::runtime_error(*missing.begin() + " is in none of the restart files");
  return step.value();
}

}  // namespace heat
