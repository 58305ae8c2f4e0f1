#include "restart.hpp"

#include <optional>
#include <set>

#include "cgns_file.hpp"
#include "form.hpp"

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

/// A zone that the file has, structured or not.
struct Source {
  int index;
  char name[33];
  CGNS_ENUMT(ZoneType_t) type;
  cgsize_t size[9];

  bool is_structured() const { return type == CGNS_ENUMV(Structured); }
};

Source source(const CgnsFile& file, int index) {
  Source zone{};
  zone.index = index;
  file.call(cg_zone_read(file.number(), base, index, zone.name, zone.size));
  file.call(cg_zone_type(file.number(), base, index, &zone.type));
  return zone;
}

void check_size(const CgnsFile& file, const Source& source, const Index3& cells) {
  const Index3 points = points_of(cells);
  bool fits = true;
  if (source.is_structured())
    for (int d = 0; d < 3; ++d) fits = fits && source.size[3 + d] == cells[d];
  else
    fits = source.size[0] == number(cells, points) &&
           source.size[1] == number(cells + Index3{-1, -1, -1}, cells);
  if (!fits) file.fail(std::string(source.name) + " has another size than --zones and --cells say");
}

std::vector<double> read_cells(const CgnsFile& file, const Source& source, const std::vector<cgsize_t>& first,
                               const std::vector<cgsize_t>& last) {
  std::size_t count = 1;
  for (std::size_t d = 0; d < first.size(); ++d) count *= std::size_t(last[d] - first[d] + 1);
  std::vector<double> values(count);
  const int solution = find_solution(file, source.index, last_solution(file, source.index));
  file.call(cg_field_read(file.number(), base, source.index, solution, "Temperature", CGNS_ENUMV(RealDouble),
                          first.data(), last.data(), values.data()));
  return values;
}

/// Reads the cells of `zone` from `source`, which has `cells`; the first of the zone is at `first` there.
void read_temperature(const CgnsFile& file, const Source& source, const Index3& cells, const Index3& first,
                      Zone& zone) {
  check_size(file, source, cells);
  const Index3 last = first + zone.cells + Index3{-1, -1, -1};
  if (source.is_structured()) {
    const auto values = read_cells(file, source, {first[0] + 1, first[1] + 1, first[2] + 1},
                                   {last[0] + 1, last[1] + 1, last[2] + 1});
    auto value = values.begin();
    for_each(zone.cell_box(), [&](const Index3& p) { zone.temperature(p) = *value++; });
  } else {
    // Cells are in the order of their global ids; between those of the zone lie some of others.
    const auto begin = number(first, cells);
    const auto values = read_cells(file, source, {cgsize_t(begin)}, {cgsize_t(number(last, cells))});
    for_each(zone.cell_box(), [&](const Index3& p) {
      zone.temperature(p) = values[std::size_t(number(first + p, cells) - begin)];
    });
  }
}

/// Reads what `file` has of `zones`, and takes it off the list of those `missing`.
void read_zones(const CgnsFile& file, const Layout& layout, std::vector<Zone>& zones,
                std::set<std::string>& missing) {
  int count;
  file.call(cg_nzones(file.number(), base, &count));
  for (int index = 1; index <= count; ++index) {
    const Source here = source(file, index);
    for (Zone& zone : zones) {
      if (here.name == zone.name)
        read_temperature(file, here, zone.cells, {0, 0, 0}, zone);
      else if (here.name == std::string(body_name))
        read_temperature(file, here, layout.all_cells(), layout.first_cell(zone.number), zone);
      else
        continue;
      missing.erase(zone.name);
    }
  }
}

}  // namespace

int read_restart(const std::vector<std::string>& files, const Layout& layout, std::vector<Zone>& zones) {
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
    read_zones(file, layout, zones, missing);
  }
  if (!missing.empty())
    throw std::runtime_error(*missing.begin() + " is in none of the restart files, nor is a whole " +
                             body_name);
  return step.value();
}

}  // namespace heat
