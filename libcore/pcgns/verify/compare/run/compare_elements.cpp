#include "pcgns/verify/compare/run/compare_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/kernel/compare_values.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"

namespace pcgns::verify::compare {

namespace {

using cgns::element_type::mixed;
using cgns::element_type::nface;
using cgns::element_type::ngon;

/// For messages: the first file of a set.
std::string file_of(const CompareSide& side) {
  return side.inputs.files.empty() ? "" : side.inputs.files.front().path;
}

/// Consecutive elements: element i has the values begins[i], …, begins[i + 1] - 1.
struct Elements {
  std::int64_t first = 0;  ///< In the section, 0-based.
  std::vector<std::int64_t> begins = {0};
  std::vector<std::int64_t> values;

  [[nodiscard]] std::size_t count() const { return begins.size() - 1; }
};

Elements fixed_elements(par::Session& session, const CompareSide& side, const CompareSection& section,
                        int nodes) {
  const auto rows = rows_of(session, section.count);
  Elements elements{.first = rows.begin, .begins = {}, .values = {}};
  for (std::int64_t i = 0; i <= rows.size(); ++i) elements.begins.push_back(i * nodes);
  elements.values =
      integer_rows(session, side.view(), target_of(side, section.path, *section.connectivity), rows, nodes);
  return elements;
}

/// The vertices of a cell, in any order.
void add_corners(const CellBox& box, std::int64_t cell, std::vector<std::int64_t>& values) {
  const cgns::Index low = {cell % box.cells[0], cell / box.cells[0] % box.cells[1],
                           cell / box.cells[0] / box.cells[1]};
  const auto first = 1 + low[0] + box.before[0] +
                     box.points[0] * (low[1] + box.before[1] + box.points[1] * (low[2] + box.before[2]));
  for (std::int64_t k = 0; k <= box.steps[2]; ++k) {
    for (std::int64_t j = 0; j <= box.steps[1]; ++j) {
      for (std::int64_t i = 0; i <= box.steps[0]; ++i)
        values.push_back(first + i + box.points[0] * (j + box.points[1] * k));
    }
  }
}

Elements box_elements(const par::Session& session, const CompareSection& section) {
  const auto rows = rows_of(session, section.count);
  Elements elements{.first = rows.begin, .values = {}};
  for (auto cell = rows.begin; cell < rows.end; ++cell) {
    add_corners(*section.box, cell, elements.values);
    elements.begins.push_back(std::ssize(elements.values));
  }
  return elements;
}

Elements ragged_elements(par::Session& session, const CompareSide& side, const CompareSection& section) {
  const auto rows = rows_of(session, section.count);
  const Range with_end{rows.begin, rows.empty() ? rows.begin : rows.end + 1};
  auto offsets =
      integer_rows(session, side.view(), target_of(side, section.path, *section.offsets), with_end);
  const auto most = cgns::count_of(section.connectivity->dims);
  par::collectively(session.comm(), "matching elements", [&] {
    const bool valid = std::is_sorted(offsets.begin(), offsets.end()) &&
                       (offsets.empty() || (offsets.front() >= 0 && offsets.back() <= most));
    if (!valid)
      throw input_error(file_of(side), cgns::join(section.path, "ElementStartOffset"),
                        "does not ascend within the values");
  });
  if (offsets.empty()) offsets.push_back(0);
  Elements elements{.first = rows.begin, .begins = offsets, .values = {}};
  elements.values = integer_rows(session, side.view(), target_of(side, section.path, *section.connectivity),
                                 {offsets.front(), offsets.back()});
  for (auto& begin : elements.begins) begin -= offsets.front();
  return elements;
}

/// True for an element of zeros: a face that only ParentElements defines.
bool is_blank(const CompareSection& section, const Elements& elements, std::size_t i) {
  const auto begin = elements.values.begin() + elements.begins[i];
  const auto end = elements.values.begin() + elements.begins[i + 1];
  return section.parents != nullptr && std::all_of(begin, end, [](std::int64_t value) { return value == 0; });
}

/// Removes the signs of faces, and replaces the types in MIXED by 0, which is not a vertex.
void leave_numbers(const std::string& file, const CompareSection& section, std::int64_t most,
                   Elements& elements) {
  if (section.type == nface) {
    for (auto& value : elements.values) value = value < 0 ? -value : value;
  }
  for (std::size_t i = 0; i < elements.count(); ++i) {
    if (is_blank(section, elements, i)) continue;
    const auto begin = static_cast<std::size_t>(elements.begins[i]);
    const auto end = static_cast<std::size_t>(elements.begins[i + 1]);
    const std::size_t skip = section.type == mixed && begin < end ? 1 : 0;
    for (auto at = begin + skip; at < end; ++at) {
      if (elements.values[at] >= 1 && elements.values[at] <= most) continue;
      throw input_error(file, section.path,
                        fmt::format("element {} has the number {}, expected at most {}",
                                    section.first + elements.first + static_cast<std::int64_t>(i),
                                    elements.values[at], most));
    }
  }
}

/// The type of an element; elements of MIXED differ.
std::int64_t type_of(const CompareSection& section, const Elements& elements, std::size_t i) {
  if (section.type != mixed) return section.type;
  const auto begin = static_cast<std::size_t>(elements.begins[i]);
  return begin == static_cast<std::size_t>(elements.begins[i + 1]) ? 0 : elements.values[begin];
}

int dimension_of(std::int64_t type) {
  const auto* facts = cgns::element_type_of(type);
  return facts == nullptr ? 0 : facts->dimension;
}

/// True if the corners run against the way in which they ascend from the lowest number. Those of a face where
/// this one occurs twice have no sense.
bool runs_backwards(std::span<const std::int64_t> corners, int dimension) {
  if (corners.size() < 2) return false;
  if (dimension == 1) return corners.back() < corners.front();
  const auto lowest = std::min_element(corners.begin(), corners.end());
  if (std::count(corners.begin(), corners.end(), *lowest) > 1) return false;
  const auto before = lowest == corners.begin() ? corners.back() : *(lowest - 1);
  const auto after = lowest + 1 == corners.end() ? corners.front() : *(lowest + 1);
  return before < after;
}

/// The sense of a face or an edge.
std::int64_t sense_of(const CompareSection& section, const Elements& elements, std::int64_t type,
                      std::size_t i) {
  const auto begin = static_cast<std::size_t>(elements.begins[i]) + (section.type == mixed ? 1 : 0);
  const auto end = static_cast<std::size_t>(elements.begins[i + 1]);
  const int dimension = dimension_of(type);
  if (section.box || begin >= end || dimension < 1 || dimension > 2) return 0;
  const auto nodes = std::span(elements.values).subspan(begin, end - begin);
  const auto corners = static_cast<std::size_t>(cgns::facts_of(cgns::shape_of(type)).corners);
  return runs_backwards(type == ngon ? nodes : nodes.first(std::min(corners, nodes.size())), dimension) ? 1
                                                                                                        : 0;
}

/// For each value of NFACE_n, whether the face is taken in the way in which its numbers ascend: 0, or 1.
std::vector<std::int64_t> ways_of_faces(par::Session& session, const Elements& elements,
                                        const mesh::Share& senses) {
  std::vector<std::int64_t> faces;
  for (const auto value : elements.values) faces.push_back(std::max<std::int64_t>(1, std::abs(value)) - 1);
  for (auto& face : faces) face = std::min(face, senses.count - 1);
  auto ways = mesh::fetch_integers(session, senses, faces);
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] ^= elements.values[i] < 0 ? 1 : 0;
  return ways;
}

/// The sense of a polyhedron whose faces are taken in `ways`.
std::int64_t sense_of_polyhedron(const Elements& elements, const std::vector<std::int64_t>& ways,
                                 std::size_t i) {
  kernel::Bag bag;
  for (auto at = static_cast<std::size_t>(elements.begins[i]);
       at < static_cast<std::size_t>(elements.begins[i + 1]); ++at) {
    bag.add(2 * static_cast<std::uint64_t>(elements.values[at]) + static_cast<std::uint64_t>(ways[at]));
  }
  return static_cast<std::int64_t>(bag.first);
}

/// Of an element, for those with the same vertices: its type, then the name of its section.
struct Preferences {
  std::uint64_t type = 0;
  std::uint64_t name = 0;
};

void add_key(const CompareSection& section, const Elements& elements, const Preferences& preferences,
             std::size_t i, par::KeyedItems& items) {
  const auto begin = static_cast<std::size_t>(elements.begins[i]) + (section.type == mixed ? 1 : 0);
  const auto end = static_cast<std::size_t>(elements.begins[i + 1]);
  const auto number = section.first + elements.first + static_cast<std::int64_t>(i);
  const auto dimension = dimension_of(static_cast<std::int64_t>(preferences.type));
  kernel::Bag bag;
  bool known = true;
  for (auto at = begin; at < end; ++at) {
    bag.add(static_cast<std::uint64_t>(elements.values[at]));
    known = known && elements.values[at] > 0;
  }
  items.numbers.push_back(number - 1);
  if (known) {
    const auto nodes = static_cast<std::uint64_t>(end - std::min(begin, end));
    items.keys.insert(items.keys.end(),
                      {(nodes << 8) + static_cast<std::uint64_t>(dimension), bag.first, bag.second});
  } else {  // vertices missing on the other side are all alike there
    const std::uint64_t blank = is_blank(section, elements, i) ? 1 : 0;
    items.keys.insert(items.keys.end(), {~std::uint64_t(0), static_cast<std::uint64_t>(number), blank});
  }
  items.keys.insert(items.keys.end(), {preferences.type, preferences.name});
}

/// Reads the first element number and the count; false if invalid.
bool read_range(const cgns::Node* range, CompareSection& section) {
  if (range == nullptr || !cgns::is_integer(range->type) || range->is_bulk()) return false;
  if (cgns::count_of(range->dims) != 2) return false;
  const auto ends = cgns::integers_of(*range);
  section.first = ends[0];
  section.count = ends[1] - ends[0] + 1;
  return ends[0] >= 1 && ends[1] >= ends[0];
}

/// True if the arrays have the number of values that the elements need.
bool has_values(const CompareSection& section) {
  if (section.connectivity == nullptr || !cgns::is_integer(section.connectivity->type)) return false;
  if (cgns::is_ragged(section.type)) {
    return section.offsets != nullptr && cgns::is_integer(section.offsets->type) &&
           cgns::count_of(section.offsets->dims) - 1 == section.count;
  }
  const auto* facts = cgns::element_type_of(section.type);
  if (facts == nullptr || facts->nodes < 1) return false;
  const auto values = cgns::count_of(section.connectivity->dims);
  return values / facts->nodes == section.count && values % facts->nodes == 0;
}

/// False if ElementRange or ElementType is invalid, or values are missing.
bool read_section(const cgns::Node& node, CompareSection& section) {
  if (node.is_bulk() || !cgns::is_integer(node.type) || node.data.empty()) return false;
  section.type = static_cast<int>(cgns::integers_of(node).front());
  section.connectivity = node.child("ElementConnectivity");
  section.offsets = node.child("ElementStartOffset");
  section.parents = cgns::parents_node(node);
  section.positions = node.child("ParentElementsPosition");
  return read_range(node.child("ElementRange"), section) && has_values(section);
}

}  // namespace

std::vector<CompareSection> sections_of(const cgns::Node& zone, const std::string& path, bool& all) {
  std::vector<CompareSection> sections;
  for (const auto& node : zone.children) {
    if (node.label != "Elements_t") continue;
    CompareSection section{.path = cgns::join(path, node.name)};
    if (read_section(node, section)) {
      sections.push_back(section);
    } else {
      all = false;
    }
  }
  std::sort(sections.begin(), sections.end(),
            [](const CompareSection& x, const CompareSection& y) { return x.first < y.first; });
  return sections;
}

std::int64_t element_count(const std::vector<CompareSection>& sections) {
  std::int64_t most = 0;
  for (const auto& section : sections) most = std::max(most, section.first + section.count - 1);
  return most;
}

namespace {

/// Dimension of the cells: that of the base unless no section can have such elements, as on a surface in a
/// base of volumes.
int dimension_of_cells(const std::vector<CompareSection>& sections, int of_base) {
  int highest = 0;
  for (const auto& section : sections) {
    const auto* facts = cgns::element_type_of(section.type);
    const bool may_bound_cells = section.type == ngon && section.parents != nullptr;
    if (facts == nullptr || section.type == mixed || may_bound_cells || facts->dimension >= of_base)
      return of_base;
    highest = std::max(highest, facts->dimension);
  }
  return highest == 0 ? of_base : highest;
}

}  // namespace

CellNumbers cells_of(const std::vector<CompareSection>& sections, int of_base) {
  const int dimension = dimension_of_cells(sections, of_base);
  CellNumbers cells;
  for (const auto& section : sections) {
    const auto* facts = cgns::element_type_of(section.type);
    if (facts == nullptr || (facts->dimension != dimension && section.type != mixed)) continue;
    cells.sections.push_back(section);
    cells.count += section.count;
  }
  return cells;
}

std::optional<CellNumbers> cells_of_box(const cgns::Node& zone, const std::vector<std::int64_t>& points) {
  constexpr std::array types = {cgns::element_type::node, 3, 7, 17};  // and BAR_2, QUAD_4, HEXA_8
  const auto shape = cgns::shape_of(zone);
  if (!shape || !shape->structured || std::ssize(points) < shape->dimension) return std::nullopt;
  const auto dimension = static_cast<std::size_t>(shape->dimension);
  const auto* grid = zone.child("GridCoordinates");
  const auto* rind = grid == nullptr ? nullptr : grid->child_labelled("Rind_t");
  auto planes = cgns::integers_in(rind).value_or(std::vector<std::int64_t>(2 * dimension));
  planes.resize(2 * dimension);
  CellBox box;
  std::size_t directions = 0;
  for (std::size_t d = 0; d < dimension; ++d) {
    box.points[d] = points[d];
    box.before[d] = planes[2 * d];
    box.steps[d] = shape->cells[d] > 0 ? 1 : 0;
    box.cells[d] = std::max<std::int64_t>(1, shape->cells[d]);
    directions += shape->cells[d] > 0 ? 1 : 0;
    const bool fits = planes[2 * d] >= 0 && planes[2 * d + 1] >= 0 &&
                      points[d] == shape->vertices[d] + planes[2 * d] + planes[2 * d + 1];
    if (!fits) return std::nullopt;
  }
  const auto count = [](const cgns::Index& extents) {
    return cgns::count_of({extents.begin(), extents.end()});
  };
  if (cgns::count_of(points) != count(box.points)) return std::nullopt;
  CellNumbers cells{.sections = {}, .count = count(box.cells)};
  cells.sections.push_back({.path = {}, .type = types[directions], .count = cells.count, .box = box});
  return cells;
}

std::int64_t CellNumbers::place_of(std::int64_t number) const {
  std::int64_t before = 0;
  for (const auto& section : sections) {
    if (number >= section.first && number < section.first + section.count)
      return before + number - section.first;
    before += section.count;
  }
  return -1;
}

std::vector<std::int64_t> add_elements(par::Session& session, const CompareSide& side,
                                       const CompareSection& section, std::int64_t most,
                                       const Renumber& renumber, const mesh::Share* senses,
                                       par::KeyedItems& items) {
  const auto* facts = cgns::element_type_of(section.type);
  auto elements = section.box                     ? box_elements(session, section)
                  : cgns::is_ragged(section.type) ? ragged_elements(session, side, section)
                                                  : fixed_elements(session, side, section, facts->nodes);
  const bool are_signed = section.type == nface && senses != nullptr && senses->count > 0;
  const auto ways = are_signed ? ways_of_faces(session, elements, *senses) : std::vector<std::int64_t>();
  par::collectively(session.comm(), "matching elements",
                    [&] { leave_numbers(file_of(side), section, most, elements); });
  std::vector<std::int64_t> types;
  for (std::size_t i = 0; i < elements.count(); ++i) types.push_back(type_of(section, elements, i));
  if (renumber) renumber(elements.values);
  std::vector<std::int64_t> own;
  Hasher hasher;
  hasher.add(std::string_view(section.path).substr(section.path.rfind('/') + 1));
  const auto name = hasher.value().low;
  for (std::size_t i = 0; i < elements.count(); ++i) {
    const Preferences preferences{.type = static_cast<std::uint64_t>(types[i]), .name = name};
    add_key(section, elements, preferences, i, items);
    own.push_back(are_signed ? sense_of_polyhedron(elements, ways, i)
                             : sense_of(section, elements, types[i], i));
  }
  return own;
}

}  // namespace pcgns::verify::compare
