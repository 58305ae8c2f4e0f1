#include "pcgns/check/arrays.hpp"

#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

namespace {

using Role = RealArray::Role;

bool has_fields(const tree::Node& node) {
  return node.label == "FlowSolution_t" || node.label == "DiscreteData_t" ||
         node.label == "ParticleSolution_t" || node.label == "ZoneSubRegion_t" || node.label == "BCData_t";
}

Role role_of_children(const tree::Node& node) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Role::coordinate;
  return has_fields(node) ? Role::field : Role::other;
}

bool is_real(const tree::Node& node) {
  return node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
}

void take_dimensions(const tree::Node& node, RealArray& place) {
  if (node.label != "CGNSBase_t") return;
  const auto values = integers_in(&node);
  if (!values || values->size() != 2) return;
  place.cell_dimension = static_cast<int>((*values)[0]);
  place.physical_dimension = static_cast<int>((*values)[1]);
}

void take_units(const tree::Node& node, RealArray& place) {
  const auto* units = node.child_labelled("DimensionalUnits_t");
  if (units == nullptr || units->type != tree::DataType::C1 || units->dims.size() != 2 ||
      static_cast<std::int64_t>(units->data.size()) != tree::bytes_of(units->type, units->dims)) {
    return;
  }
  const auto rows = tree::rows_of(*units);
  if (rows.size() > 3) place.temperature_unit = rows[3];
}

/// `place` is that of the node's parent, and what it says of its children.
void collect(const tree::Node& node, RealArray place, std::vector<RealArray>& all) {
  place.node = &node;
  take_units(node, place);
  if (is_real(node) && (node.is_bulk() || !node.data.empty() || tree::count_of(node.dims) == 0)) {
    all.push_back(place);
    if (node.label != "DataArray_t") all.back().role = Role::other;
  }
  take_dimensions(node, place);
  place.role = role_of_children(node);
  const auto path = place.path;
  for (const auto& child : node.children) {
    place.path = tree::join(path, child.name);
    collect(child, place, all);
  }
}

}  // namespace

std::vector<RealArray> real_arrays(const tree::Node& root) {
  std::vector<RealArray> all;
  collect(root, {.path = "/"}, all);
  return all;
}

}  // namespace pcgns::check
