#include "pcgns/cgns/locations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"

namespace pcgns::cgns {

std::optional<Location> parse_location(std::string_view text, std::size_t dimension) {
  if (text == "Vertex") return Location{true, true, true};
  if (text == "CellCenter") return Location{false, false, false};
  if (text == "IFaceCenter") return Location{true, false, false};
  if (text == "JFaceCenter" && dimension > 1) return Location{false, true, false};
  if (text == "KFaceCenter" && dimension > 2) return Location{false, false, true};
  return std::nullopt;
}

std::optional<Location> location_of_fields(const Node& container, std::size_t dimension) {
  const auto text = location_of(container);
  return is_of_cells(text, static_cast<int>(dimension)) ? Location{} : parse_location(text, dimension);
}

bool is_of_cells(std::string_view text, int cell_dimension) {
  return text == "CellCenter" || (text == "FaceCenter" && cell_dimension == 2) ||
         (text == "EdgeCenter" && cell_dimension == 1);
}

bool is_field_container(std::string_view label) {
  return label == "GridCoordinates_t" || label == "FlowSolution_t" || label == "DiscreteData_t" ||
         label == "ArbitraryGridMotion_t";
}

bool is_point_set(const Node& node) {
  const bool of_donor = node.name.ends_with("Donor");
  if (node.label == "IndexRange_t") {
    return (node.name.starts_with("PointRange") && !of_donor) || node.name == "ElementRange";
  }
  return node.label == "IndexArray_t" && (node.name == "PointList" || node.name == "ElementList");
}

bool is_donor_set(const Node& node) {
  return node.name == "PointListDonor" || node.name == "CellListDonor" || node.name == "PointRangeDonor";
}

bool is_interface(const Node& node) {
  return node.label == "GridConnectivity_t" || node.label == "GridConnectivity1to1_t";
}

const Node* named_in(const Node& container, std::string_view name) {
  const auto prefix = container.name + "/";
  if (container.label == "ZoneGridConnectivity_t" && name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  return container.child(name);
}

Contained contained_in(const Node& zone, std::string_view label, std::string_view name) {
  for (const auto& container : zone.children) {
    const auto* node = container.label == label ? named_in(container, name) : nullptr;
    if (node != nullptr) return {.container = &container, .node = node};
  }
  return {};
}

const Node* parents_node(const Node& section) {
  const auto* old = section.child("ParentData");
  return old != nullptr ? old : section.child("ParentElements");
}

bool has_both_forms_of_parents(const Node& section) {
  return section.child("ParentData") != nullptr &&
         (section.child("ParentElements") != nullptr || section.child("ParentElementsPosition") != nullptr);
}

std::string unique_name(const Node& parent, const std::string& name) {
  if (parent.child(name) == nullptr) return name;
  for (int number = 1;; ++number) {
    const auto suffix = fmt::format(".{}", number);
    const auto room = longest_name - std::min(longest_name, suffix.size());
    auto candidate = fmt::format("{}{}", beginning_of(name, room), suffix);
    if (parent.child(candidate) == nullptr) return candidate;
  }
}

bool has_fields_of_cells(const Node& zone) {
  return std::any_of(zone.children.begin(), zone.children.end(), [](const Node& node) {
    return (node.label == "FlowSolution_t" || node.label == "DiscreteData_t") &&
           location_of(node) == "CellCenter";
  });
}

int dimension_of(int type, int cell_dimension) {
  const auto* known = element_type_of(type);
  return known == nullptr || known->dimension < 0 ? cell_dimension : known->dimension;
}

}  // namespace pcgns::cgns
