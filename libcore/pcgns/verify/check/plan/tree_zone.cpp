// Checks the root, bases and zones, and their coordinates.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;

bool has_labelled(const Node& node, std::string_view label) { return node.child_labelled(label) != nullptr; }

/// True if a section of any zone has a child with this name.
bool any_zone_has(const NodePlace& root, std::string_view section_child) {
  for (const auto& [name, base] : root.file.bases) {
    for (const auto& [zone_name, zone] : base.zones) {
      for (const auto& section : zone.node->children) {
        if (section.label == "Elements_t" && section.child(section_child) != nullptr) return true;
      }
    }
  }
  return false;
}

bool has_particles(const NodePlace& root) {
  for (const auto& [name, base] : root.file.bases) {
    for (const auto& [zone_name, zone] : base.zones) {
      if (zone.kind == ZoneKind::particles) return true;
    }
  }
  return false;
}

void check_version(const NodePlace& root) {
  const auto version = root.file.version;
  if (root.node.child("CGNSLibraryVersion") == nullptr) return root.report("T0301");
  const auto shown = fmt::format("{:.2f}", version);
  if (!(version >= 1 && version < 100)) {
    return root.report_child("T0302", "CGNSLibraryVersion", {.found = shown});
  }
  if (version > cgns::newest_version + 0.001) {
    root.report_child(version >= 5 ? "T0303" : "T0304", "CGNSLibraryVersion",
                      {.found = shown, .expected = fmt::format("at most {:.2f}", cgns::newest_version)});
  }
  const double needed = has_particles(root) ? 4.5 : any_zone_has(root, "ElementStartOffset") ? 4.0 : 0;
  if (version < needed - 0.001 && !(needed == 4.0 && shown == "3.40")) {
    root.report_child("T0305", "CGNSLibraryVersion",
                      {.found = shown, .expected = fmt::format("at least {:.2f}", needed)});
  }
}

void check_structured_sizes(const NodePlace& place) {
  const auto& zone = *place.zone;
  for (std::size_t i = 0; i < zone.vertices.size(); ++i) {
    const auto position = fmt::format("index {}", i + 1);
    if (zone.vertices[i] < 2) {
      place.report("T0402", {.found = fmt::format("{} vertices", zone.vertices[i]),
                             .expected = "at least 2",
                             .position = position});
    }
    if (zone.cells[i] != zone.vertices[i] - 1) {
      place.report("T0403", {.found = fmt::format("{} cells", zone.cells[i]),
                             .expected = std::to_string(zone.vertices[i] - 1),
                             .position = position});
    }
    if (zone.boundary[i] != 0) {
      place.report("T0404",
                   {.found = std::to_string(zone.boundary[i]), .expected = "0", .position = position});
    }
  }
}

void check_unstructured_sizes(const NodePlace& place) {
  const auto& zone = *place.zone;
  const auto vertices = zone.vertices.front();
  const auto dimension = place.base->cell_dimension;
  if (zone.cells.front() > 0 && dimension && vertices < *dimension + 1) {
    place.report("T0405", {.found = fmt::format("{} vertices", vertices),
                           .expected = fmt::format("at least {}", *dimension + 1)});
  }
  if (zone.boundary.front() > vertices) {
    place.report("T0406", {.found = std::to_string(zone.boundary.front()),
                           .expected = fmt::format("at most {}", vertices)});
  }
}

void check_sizes(const NodePlace& place) {
  const auto& zone = *place.zone;
  if (const auto sizes = integers(place.node)) {
    const auto wrong = std::ranges::find_if_not(*sizes, is_size);
    if (wrong != sizes->end()) return place.report("T0401", {.found = std::to_string(*wrong)});
  }
  if (zone.vertices.empty()) return;
  if (zone.structured()) check_structured_sizes(place);
  if (zone.unstructured()) check_unstructured_sizes(place);
}

void check_has_coordinates(const NodePlace& place) {
  const bool particles = place.zone->kind == ZoneKind::particles;
  const std::string label = particles ? "ParticleCoordinates_t" : "GridCoordinates_t";
  const auto usual = label.substr(0, label.size() - 2);
  if (place.zone->vertices.empty() || place.zone->vertices.front() == 0) return;
  if (!has_labelled(place.node, label)) return place.report("T0407", {.expected = usual});
  const auto* const original = place.node.child(usual);
  if (original == nullptr) place.report("T0408", {.expected = usual});
}

using ArrayNames = std::set<std::string, std::less<>>;

bool has_all(const ArrayNames& names, std::initializer_list<std::string_view> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](auto name) { return names.contains(name); });
}

/// True if all coordinates of a system of the standard are present; in one dimension, any one will do.
bool is_complete_system(const ArrayNames& names, int dimension) {
  const auto c = [](std::string_view letter) { return "Coordinate" + std::string(letter); };
  if (dimension == 1) return !names.empty();
  const bool plane = has_all(names, {c("X"), c("Y")}) || has_all(names, {c("R"), c("Theta")}) ||
                     has_all(names, {c("X"), c("R")}) || has_all(names, {c("X"), c("Z")}) ||
                     has_all(names, {c("Y"), c("Z")}) || has_all(names, {c("Xi"), c("Eta")}) ||
                     has_all(names, {c("R"), c("Z")}) || has_all(names, {c("Normal"), c("Tangential")});
  if (dimension == 2) return plane;
  return has_all(names, {c("X"), c("Y"), c("Z")}) || has_all(names, {c("R"), c("Theta"), c("Z")}) ||
         has_all(names, {c("R"), c("Theta"), c("Phi")}) || has_all(names, {c("Xi"), c("Eta"), c("Zeta")}) ||
         has_all(names, {c("Xi"), c("Eta"), c("Z")}) ||
         has_all(names, {c("Normal"), c("Tangential"), c("Z")});
}

/// The reference library refuses a second version, whatever its name.
void check_other_versions(const NodePlace& root) {
  for (const auto& node : root.node.children) {
    const bool is_other = node.name != "CGNSLibraryVersion" && node.name != "CGNSWritingLibraryVersion";
    if (node.label == "CGNSLibraryVersion_t" && is_other) root.report("T0117", {.found = node.name});
  }
}

/// Checks DataClass and units of a base.
void check_class(const NodePlace& base) {
  const auto* const node = base.node.child_labelled("DataClass_t");
  if (node == nullptr) return base.report("T1107");
  const auto word = text(*node);
  const bool dimensional = word == "Dimensional" || word == "NormalizedByDimensional";
  if (dimensional && !has_labelled(base.node, "DimensionalUnits_t")) base.report("T1101", {.found = *word});
}

}  // namespace

void check_root(const NodePlace& root) {
  check_version(root);
  check_other_versions(root);
  if (root.file.bases.empty()) root.report("T0306");
}

void check_base(const NodePlace& place) {
  const auto sizes = integers(place.node);
  if (sizes && sizes->size() == 2) {
    const auto cell = sizes->front();
    const auto physical = sizes->back();
    if (cell < 1 || cell > 3) {
      place.report("T0307", {.found = std::to_string(cell), .expected = "1 to 3"});
    }
    if (physical < std::max<std::int64_t>(1, cell) || physical > 3) {
      place.report("T0308", {.found = std::to_string(physical),
                             .expected = fmt::format("{} to 3", std::clamp<std::int64_t>(cell, 1, 3))});
    }
  }
  if (place.base->zones.empty()) return place.report("T0309");
  check_class(place);
}

void check_zone(const NodePlace& place) {
  check_sizes(place);
  check_has_coordinates(place);
  if (place.zone->kind == ZoneKind::particles) return;
  if (!place.zone->vertices.empty()) check_sections(place);
}

void check_coordinates(const NodePlace& place) {
  const auto wanted = place.base == nullptr ? std::nullopt : place.base->physical_dimension;
  if (!wanted || place.zone == nullptr || place.zone->vertices.empty()) return;
  if (*std::min_element(place.zone->vertices.begin(), place.zone->vertices.end()) == 0) return;
  ArrayNames arrays;
  for (const auto& array : place.node.children) {
    if (array.label == "DataArray_t") arrays.insert(array.name);
  }
  // Other GridCoordinates_t may hold only the moving parts.
  const bool original = place.node.name == place.node.label.substr(0, place.node.label.size() - 2);
  if (original && static_cast<int>(arrays.size()) < *wanted) {
    return place.report("T0409",
                        {.found = std::to_string(arrays.size()), .expected = std::to_string(*wanted)});
  }
  if (original && !is_complete_system(arrays, *wanted)) place.report("T0410");
}

}  // namespace pcgns::verify::check
