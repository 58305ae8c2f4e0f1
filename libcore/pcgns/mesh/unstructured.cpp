#include "pcgns/mesh/unstructured.hpp"

#include <algorithm>
#include <utility>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::mesh {

namespace {

using cgns::DataType;
using cgns::Node;

constexpr std::int64_t most_elements = std::int64_t{1} << 56;

/// Ghosts before and after the zone's own entities; none if Rind is invalid.
std::array<std::int64_t, 2> rind_of(const Node& owner, std::int64_t most) {
  const auto planes = small_integers(owner.child_labelled("Rind_t"));
  const bool is_sound = planes.size() == 2 && planes[0] >= 0 && planes[1] >= 0 && planes[0] <= most &&
                        planes[1] <= most - planes[0];
  return is_sound ? std::array{planes[0], planes[1]} : std::array<std::int64_t, 2>{};
}

std::optional<Section> section_of_node(const plan::Plan& plan, const Node& node, const std::string& zone) {
  const auto kind = small_integers(&node);
  const auto range = small_integers(node.child("ElementRange"));
  if (kind.empty() || range.size() != 2 || range[0] > range[1]) return std::nullopt;
  if (range[0] < 1 || range[1] > most_elements) return std::nullopt;
  const auto* parents = cgns::parents_node(node);
  const bool has_both = parents != nullptr && parents->name == "ParentData";
  return Section{.node = &node,
                 .path = cgns::join(zone, node.name),
                 .type = kind[0],
                 .first = range[0],
                 .last = range[1],
                 .connectivity = integer_target(plan, node.child("ElementConnectivity")),
                 .offsets = integer_target(plan, node.child("ElementStartOffset")),
                 .parents = integer_target(plan, parents),
                 .positions = integer_target(plan, has_both ? parents : node.child("ParentElementsPosition")),
                 .rind = rind_of(node, range[1] - range[0] + 1)};
}

void take_numbers_of_today(Zone& zone, double version) {
  for (auto& section : zone.sections) {
    const auto old = std::exchange(section.type, cgns::number_of_today(section.type, version));
    // The element types in its connectivity have the old numbers, too.
    if (section.type == cgns::element_type::mixed && section.type != old) section.connectivity = -1;
  }
}

std::vector<int> coordinates_of(const plan::Plan& plan, const Zone& zone) {
  std::vector<int> targets;
  const auto* grid = zone.node->child("GridCoordinates");
  if (grid == nullptr) return targets;
  for (const auto name : {"CoordinateX", "CoordinateY", "CoordinateZ"}) {
    const auto* array = grid->child(name);
    if (array == nullptr || !array->is_bulk()) return targets;
    const auto& target = plan.targets[static_cast<std::size_t>(array->array)];
    if (!cgns::is_real(target.type) || cgns::count_of(target.dims) != zone.vertices) return targets;
    targets.push_back(array->array);
  }
  return targets;
}

}  // namespace

int Section::dimension() const {
  const auto* facts = cgns::element_type_of(type);
  return facts == nullptr ? -1 : facts->dimension;
}

const Section* Zone::section_of(std::int64_t element) const {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& section) {
    return section.first <= element && element <= section.last;
  });
  return found == sections.end() ? nullptr : &*found;
}

bool is_unstructured(const Node& zone) { return zone.label == "Zone_t" && cgns::consists_of_elements(zone); }

std::vector<std::int64_t> small_integers(const Node* node) {
  if (node == nullptr || node->is_bulk() || node->data.empty()) return {};
  if (node->type != DataType::I4 && node->type != DataType::I8) return {};
  if (static_cast<std::int64_t>(node->data.size()) != cgns::bytes_of(node->type, node->dims)) return {};
  return cgns::integers_of(*node);
}

int integer_target(const plan::Plan& plan, const Node* node) {
  if (node == nullptr || !node->is_bulk()) return -1;
  const auto& target = plan.targets[static_cast<std::size_t>(node->array)];
  return cgns::is_any_integer(target.type) ? node->array : -1;
}

std::optional<Zone> unstructured_zone(const plan::Plan& plan, const Node& base, const Node& node) {
  const auto dimensions = small_integers(&base);
  const auto sizes = small_integers(&node);
  if (dimensions.size() != 2 || sizes.size() < 2 || sizes[0] < 0 || sizes[1] < 0) return std::nullopt;
  Zone zone{.base = &base,
            .node = &node,
            .path = cgns::join(cgns::join("/", base.name), node.name),
            .dimension = dimensions[0],
            .physical_dimension = dimensions[1],
            .vertices = sizes[0],
            .cells = sizes[1]};
  for (const auto& child : node.children) {
    if (child.label != "Elements_t") continue;
    if (auto section = section_of_node(plan, child, zone.path)) zone.sections.push_back(*section);
  }
  std::stable_sort(zone.sections.begin(), zone.sections.end(),
                   [](const Section& a, const Section& b) { return a.first < b.first; });
  take_numbers_of_today(zone, cgns::version_in(plan.output.child("CGNSLibraryVersion")));
  if (const auto* grid = node.child("GridCoordinates")) {
    const auto rind = rind_of(*grid, most_elements);
    zone.vertices += rind[0] + rind[1];
  }
  zone.coordinates = coordinates_of(plan, zone);
  return zone;
}

}  // namespace pcgns::mesh
