// Checks the sections of a zone: element types, numbering, lengths of arrays.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::ElementType;
using cgns::Node;
namespace element_type = cgns::element_type;

/// A section, as far as it is readable.
struct Section {
  const Node* node = nullptr;
  std::int64_t number = 0;  ///< Element type, as in the file.
  const ElementType* type = nullptr;
  std::int64_t first = 0;
  std::int64_t last = 0;

  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
  [[nodiscard]] bool ragged() const { return cgns::is_ragged(number); }
};

std::optional<Section> section_of(const Node& node, double version) {
  Section section{.node = &node};
  const auto head = integers(node);
  const auto* const range = node.child("ElementRange");
  const auto ends = range == nullptr ? std::nullopt : integers(*range);
  if (!head || head->size() != 2 || !ends || ends->size() != 2) return std::nullopt;
  section.number = cgns::number_of_today(head->front(), version);
  section.type = cgns::element_type_of(section.number);
  section.first = ends->front();
  section.last = ends->back();
  if (section.first < 1 || section.last < section.first) return std::nullopt;
  return section;
}

std::vector<Section> sections_of(const Node& zone, double version) {
  std::vector<Section> sections;
  for (const auto& node : zone.children) {
    if (node.label != "Elements_t") continue;
    if (auto section = section_of(node, version)) sections.push_back(*section);
  }
  std::sort(sections.begin(), sections.end(),
            [](const Section& a, const Section& b) { return a.first < b.first; });
  return sections;
}

std::string range_text(std::int64_t first, std::int64_t last) {
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

void check_numbering(const NodePlace& zone, const std::vector<Section>& sections) {
  std::int64_t last = 0;
  for (const auto& section : sections) {
    if (section.first <= last) {
      zone.report_child(
          "T0411", section.node->name,
          {.found = fmt::format("element {}", section.first), .expected = fmt::format("from {}", last + 1)});
    } else if (section.first > last + 1) {
      zone.report_child(last == 0 ? "T0413" : "T0412", section.node->name,
                        {.found = fmt::format("no element {}", range_text(last + 1, section.first - 1))});
    }
    last = std::max(last, section.last);
  }
}

/// Number of elements without ghosts.
std::int64_t own_count(const Section& section) {
  const auto rind = rind_of(*section.node, 1);
  return section.count() - rind[0] - rind[1];
}

/// Number of cells in the sections; nothing if it depends on values, as for MIXED.
std::optional<std::int64_t> cells_in(const std::vector<Section>& sections, int dimension) {
  std::int64_t count = 0;
  for (const auto& section : sections) {
    if (section.type == nullptr || section.number == element_type::mixed) return std::nullopt;
    if (section.type->dimension == dimension) count += own_count(section);
  }
  return count;
}

bool has_type(const std::vector<Section>& sections, int number) {
  return std::any_of(sections.begin(), sections.end(), [&](const Section& s) { return s.number == number; });
}

/// True if cells exist only in ParentElements of faces, not in a section.
bool cells_are_in_parents(const std::vector<Section>& sections) {
  return has_type(sections, element_type::ngon) && !has_type(sections, element_type::nface);
}

void check_cells(const NodePlace& zone, const std::vector<Section>& sections) {
  const auto dimension = zone.base->cell_dimension;
  if (!dimension || (*dimension == 3 && cells_are_in_parents(sections)) ||
      (*dimension < 3 && has_type(sections, element_type::nface)))
    return;
  const auto wanted = zone.zone->cells.front();
  const auto found = cells_in(sections, *dimension);
  if (!found || *found == wanted) return;
  const Said said{.found = std::to_string(*found), .expected = std::to_string(wanted)};
  // Readers show a surface in a base of volumes, whose elements are all that the zone counts.
  const auto elements =
      std::accumulate(sections.begin(), sections.end(), std::int64_t{0},
                      [](std::int64_t sum, const Section& s) { return sum + own_count(s); });
  if (elements != wanted) return zone.report("T0415", said);
  if (*found == 0) return zone.report("T0416", said);
  zone.report(cgns::has_fields_of_cells(zone.node) ? "T0415" : "T0421", said);
}

void check_dimensions(const NodePlace& zone, const std::vector<Section>& sections) {
  const auto dimension = zone.base->cell_dimension;
  for (const auto& section : sections) {
    if (!dimension || section.type == nullptr || section.type->dimension <= *dimension) continue;
    const bool polygons = section.number == element_type::nface && *dimension == 2;
    zone.report_child(polygons ? "T0420" : "T0417", section.node->name,
                      {.found = std::string(section.type->name),
                       .expected = fmt::format("at most dimension {}", *dimension)});
  }
}

void check_range(const NodePlace& place) {
  const auto* const range = place.node.child("ElementRange");
  const auto ends = range == nullptr ? std::nullopt : integers(*range);
  if (!ends || ends->size() != 2) return;
  if (ends->front() < 1 || ends->back() < ends->front()) {
    place.report_child("T0501", "ElementRange",
                       {.found = fmt::format("{} to {}", ends->front(), ends->back())});
  }
}

void check_fixed(const NodePlace& place, const Section& section, std::int64_t length) {
  std::int64_t wanted = 0;
  const bool fits = !__builtin_mul_overflow(section.count(), section.type->nodes, &wanted);
  if (!fits || length != wanted) {
    place.report_child(
        "T0503", "ElementConnectivity",
        {.found = std::to_string(length),
         .expected = fmt::format("{} {} of {} nodes{}", section.count(), section.type->name,
                                 section.type->nodes, fits ? fmt::format(", {}", wanted) : "")});
  }
  if (place.node.child("ElementStartOffset") != nullptr) place.report_child("T0506", "ElementStartOffset");
}

void check_ragged(const NodePlace& place, const Section& section, std::int64_t length) {
  // Lower bound of values per element: type and node for MIXED, four faces for NFACE_n.
  const std::int64_t least = section.number == element_type::nface ? 4 : 2;
  if (length / least < section.count()) {
    place.report_child(
        "T0504", "ElementConnectivity",
        {.found = std::to_string(length),
         .expected = fmt::format("at least {} for {} elements", least * section.count(), section.count())});
  }
  const auto version = place.file.version;
  if (place.node.child("ElementStartOffset") != nullptr) {
    if (section.number != element_type::mixed && cgns::is_before_offsets(version))
      place.report_child("T0513", "ElementStartOffset", {.found = fmt::format("version {:.2f}", version)});
    return;
  }
  place.report(cgns::has_offsets(version) ? "T0505" : "T0511", {.expected = "ElementStartOffset"});
}

void check_connectivity(const NodePlace& place, const Section& section) {
  const auto* const connectivity = child(place.node, "ElementConnectivity", "DataArray_t");
  if (connectivity == nullptr || section.type == nullptr) return;
  if (connectivity->type == cgns::DataType::MT) return;  // T0209
  const auto length = count_of(*connectivity);
  if (!length) return place.report_child("T0206", connectivity->name, {.found = to_text(connectivity->dims)});
  section.ragged() ? check_ragged(place, section, *length) : check_fixed(place, section, *length);
}

void check_boundary_count(const NodePlace& place, const Section& section) {
  const auto head = integers(place.node);
  const auto boundary = head->back();
  if (boundary < 0 || boundary > section.count()) {
    place.report("T0507", {.found = std::to_string(boundary),
                           .expected = fmt::format("0 to {}", section.count()),
                           .position = "ElementSizeBoundary"});
  }
}

void check_parents(const NodePlace& place, const Section& section) {
  const auto* parents = cgns::parents_node(place.node);
  const bool positions = place.node.child("ParentElementsPosition") != nullptr;
  if (positions && parents == nullptr) place.report_child("T0508", "ParentElementsPosition");
  if (place.node.child("ParentData") != nullptr) place.report_child("T0509", "ParentData");
  const bool faces = place.base != nullptr && section.type != nullptr && section.type->dimension >= 0 &&
                     place.base->cell_dimension && section.type->dimension != *place.base->cell_dimension - 1;
  if (cgns::has_both_forms_of_parents(place.node)) place.report_child("T0514", "ParentData");
  if (parents != nullptr && faces) {
    place.report_child("T0510", parents->name, {.found = std::string(section.type->name)});
  }
}

}  // namespace

void check_sections(const NodePlace& zone) {
  const auto* const any = zone.node.child_labelled("Elements_t");
  if (zone.zone->structured()) {
    if (any != nullptr) zone.report_child("T0418", any->name);
    return;
  }
  if (!zone.zone->unstructured()) return;
  if (any == nullptr) {
    if (zone.zone->cells.front() > 0) {
      zone.report("T0414", {.found = "no section", .expected = fmt::format("{} cells", zone.zone->cells[0])});
    }
    return;
  }
  const auto sections = sections_of(zone.node, zone.file.version);
  check_numbering(zone, sections);
  check_dimensions(zone, sections);
  check_cells(zone, sections);
  if (has_type(sections, element_type::nface) && !has_type(sections, element_type::ngon)) {
    zone.report("T0419");
  }
}

void check_section(const NodePlace& place) {
  check_range(place);
  const auto head = integers(place.node);
  if (!head || head->size() != 2) return;
  if (cgns::element_type_of(head->front()) == nullptr) {
    return place.report("T0502", {.found = std::to_string(head->front()), .expected = "2 to 56"});
  }
  if (cgns::number_of_today(head->front(), place.file.version) != head->front()) place.report("T0512");
  const auto section = section_of(place.node, place.file.version);
  if (!section) return;
  check_connectivity(place, *section);
  check_boundary_count(place, *section);
  check_parents(place, *section);
}

}  // namespace pcgns::verify::check
