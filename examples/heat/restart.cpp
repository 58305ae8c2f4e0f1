#include "restart.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <cgns_io.h>

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

/// Zones before they were cut: "Body" of "Body.P3.N0". A name that is not that of a part is as it was.
std::string name_before_cut(const std::string& name) {
  const auto part = name.rfind(".N");
  const auto rank = part == std::string::npos ? part : name.rfind(".P", part);
  return rank == std::string::npos ? name : name.substr(0, rank);
}

/// A zone that was cut, or the body that the zone is cut from: how many cells it has, and where `zone`
/// begins.
struct Whole {
  Index3 cells;
  Index3 first;
};

std::optional<Whole> whole_of(const std::string& name, const Layout& layout, const Zone& zone) {
  if (name == zone.name) return Whole{zone.cells, {0, 0, 0}};
  if (name == body_name) return Whole{layout.all_cells(), layout.first_cell(zone.number)};
  return std::nullopt;
}

/// The cells that both boxes have.
Box common(const Box& a, const Box& b) {
  Box both{};
  for (int d = 0; d < 3; ++d) {
    both.first[d] = std::max(a.first[d], b.first[d]);
    both.last[d] = std::max(both.first[d], std::min(a.last[d], b.last[d]));
  }
  return both;
}

/// What the source has of `zone`: as many cells. The source has the cells `box` of the whole.
std::size_t read_box(const CgnsFile& file, const Source& source, const Box& box, const Whole& whole,
                     Zone& zone) {
  const Box both = common(box, {whole.first, whole.first + zone.cells});
  if (both.size() == 0) return 0;
  std::vector<cgsize_t> first, last;
  for (int d = 0; d < 3; ++d) {
    first.push_back(both.first[d] - box.first[d] + 1);
    last.push_back(both.last[d] - box.first[d]);
  }
  const auto values = read_cells(file, source, first, last);
  auto value = values.begin();
  for_each(both, [&](const Index3& p) {
    zone.temperature({p[0] - whole.first[0], p[1] - whole.first[1], p[2] - whole.first[2]}) = *value++;
  });
  return both.size();
}

/// The same of a source without structure, whose cells have these numbers in the whole.
std::size_t read_numbered(const CgnsFile& file, const Source& source, const std::vector<cglong_t>& numbers,
                          const Whole& whole, Zone& zone) {
  const auto values = read_cells(file, source, {1}, {cgsize_t(numbers.size())});
  std::size_t found = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto at = numbers[i] - 1;
    const Index3 p{int(at % whole.cells[0]) - whole.first[0],
                   int(at / whole.cells[0] % whole.cells[1]) - whole.first[1],
                   int(at / whole.cells[0] / whole.cells[1]) - whole.first[2]};
    const bool is_in_zone = p[0] >= 0 && p[0] < zone.cells[0] && p[1] >= 0 && p[1] < zone.cells[1] &&
                            p[2] >= 0 && p[2] < zone.cells[2];
    if (!is_in_zone) continue;
    zone.temperature(p) = values[i];
    ++found;
  }
  return found;
}

/// The integers below :CGNS#GlobalNumbering of a zone, by which pcgns-repartition tells what a part has. The
/// library has no call for its CellRange, so it is found by its path.
std::vector<cglong_t> numbering(const CgnsFile& file, const Source& source, const char* name,
                                std::size_t count) {
  int cgio;
  double root, node;
  char base_name[33];
  int cell_dimension, physical_dimension;
  file.call(cg_base_read(file.number(), base, base_name, &cell_dimension, &physical_dimension));
  file.call(cg_get_cgio(file.number(), &cgio));
  file.call(cg_root_id(file.number(), &root));
  const std::string path = std::string(base_name) + "/" + source.name + "/:CGNS#GlobalNumbering/" + name;
  std::vector<cglong_t> values(count);
  if (cgio_get_node_id(cgio, root, path.c_str(), &node) != CGIO_ERR_NONE ||
      cgio_read_all_data_type(cgio, node, "I8", values.data()) != CGIO_ERR_NONE)
    file.fail("cannot read " + path);
  return values;
}

/// Reads what a part that pcgns-repartition has made has of `zone`.
std::size_t read_part(const CgnsFile& file, const Source& source, const Whole& whole, Zone& zone) {
  if (!source.is_structured())
    return read_numbered(file, source, numbering(file, source, "Cell", std::size_t(source.size[1])), whole,
                         zone);
  const auto range = numbering(file, source, "CellRange", 6);
  Box box{};
  for (int d = 0; d < 3; ++d) {
    box.first[d] = int(range[d]) - 1;
    box.last[d] = int(range[3 + d]);
  }
  return read_box(file, source, box, whole, zone);
}

/// Reads what a zone that was never cut has of `zone`.
std::size_t read_whole(const CgnsFile& file, const Source& source, const Whole& whole, Zone& zone) {
  check_size(file, source, whole.cells);
  if (source.is_structured()) return read_box(file, source, {{0, 0, 0}, whole.cells}, whole, zone);
  // Cells are in the order of their global ids; between those of the zone lie some of others.
  const Index3 last = whole.first + zone.cells + Index3{-1, -1, -1};
  const auto begin = number(whole.first, whole.cells);
  const auto values = read_cells(file, source, {cgsize_t(begin)}, {cgsize_t(number(last, whole.cells))});
  for_each(zone.cell_box(), [&](const Index3& p) {
    zone.temperature(p) = values[std::size_t(number(whole.first + p, whole.cells) - begin)];
  });
  return zone.cell_box().size();
}

/// Reads what `file` has of `zones`, and takes it off the cells that are `missing`.
void read_zones(const CgnsFile& file, const Layout& layout, std::vector<Zone>& zones,
                std::map<std::string, std::size_t>& missing) {
  int count;
  file.call(cg_nzones(file.number(), base, &count));
  for (int index = 1; index <= count; ++index) {
    const Source here = source(file, index);
    const auto name = name_before_cut(here.name);
    for (Zone& zone : zones) {
      const auto whole = whole_of(name, layout, zone);
      if (!whole) continue;
      const auto found =
          name == here.name ? read_whole(file, here, *whole, zone) : read_part(file, here, *whole, zone);
      missing[zone.name] -= std::min(found, missing[zone.name]);
    }
  }
}

}  // namespace

int read_restart(const std::vector<std::string>& files, const Layout& layout, std::vector<Zone>& zones) {
  std::optional<int> step;
  std::map<std::string, std::size_t> missing;
  for (const Zone& zone : zones) missing[zone.name] = zone.cell_box().size();
  for (const auto& path : files) {
    const CgnsFile file(path, CG_MODE_READ);
    const int last = last_step(file);
    if (step && *step != last)
      file.fail("ends at step " + std::to_string(last) + ", not " + std::to_string(*step) +
                " as the files before");
    step = last;
    read_zones(file, layout, zones, missing);
  }
  for (const auto& [name, cells] : missing)
    if (cells > 0)
      throw std::runtime_error(std::to_string(cells) + " cells of " + name +
                               " are in none of the restart files, nor in a whole " + body_name);
  return step.value();
}

}  // namespace heat
