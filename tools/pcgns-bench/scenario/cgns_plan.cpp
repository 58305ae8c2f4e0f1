#include "pcgns-bench/scenario/cgns_plan.hpp"

#include <string_view>

namespace pcgns::bench {

namespace {

using cgns::DataType;
using cgns::Node;

constexpr std::int64_t hexa_8 = 17;
constexpr std::int64_t penta_6 = 14;

std::string_view label_of(std::string_view parent) {
  if (parent == "GridCoordinates") return "GridCoordinates_t";
  if (parent == "FlowSolution") return "FlowSolution_t";
  if (parent == "Elements") return "Elements_t";
  return "UserDefinedData_t";
}

Node zone_node(const Zone& zone) {
  Node node{.name = zone.name, .label = "Zone_t"};
  if (zone.is_structured) {
    const auto axes = static_cast<std::int64_t>(zone.extents.size());
    auto size = zone.extents;
    for (const auto extent : zone.extents) size.push_back(extent - 1);
    size.resize(static_cast<std::size_t>(3 * axes), 0);
    node = cgns::integer_node(zone.name, "Zone_t", {axes, 3}, size, DataType::I8);
  } else {
    node = cgns::integer_node(zone.name, "Zone_t", {1, 3}, {zone.vertices, zone.cells, 0}, DataType::I8);
  }
  node.children.push_back(
      cgns::text_node("ZoneType", "ZoneType_t", zone.is_structured ? "Structured" : "Unstructured"));
  return node;
}

Node parent_node(const std::string& name, const Zone& zone) {
  if (name != "Elements") return {.name = name, .label = std::string(label_of(name))};
  auto node = cgns::integer_node(name, "Elements_t", {2}, {zone.element == "PENTA_6" ? penta_6 : hexa_8, 0});
  node.children.push_back(
      cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, zone.cells}, DataType::I8));
  return node;
}

Node array_node(const Array& array, std::size_t number) {
  return {.name = array.name,
          .label = "DataArray_t",
          .type = array.type,
          .dims = array.dims,
          .array = static_cast<int>(number)};
}

}  // namespace

plan::Plan cgns_plan(const Problem& problem) {
  plan::Plan plan;
  auto base = cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3});
  for (const auto& zone : problem.zones) base.children.push_back(zone_node(zone));
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    const auto& array = problem.arrays[i];
    auto& zone = base.children[static_cast<std::size_t>(array.zone)];
    const auto& about = problem.zones[static_cast<std::size_t>(array.zone)];
    if (zone.child(array.parent) == nullptr) zone.children.push_back(parent_node(array.parent, about));
    zone.child(array.parent)->children.push_back(array_node(array, i));
    plan.targets.push_back({.path = "/Base/" + about.name + "/" + array.parent + "/" + array.name,
                            .type = array.type,
                            .dims = array.dims});
  }
  plan.output.children.push_back(
      cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.2}, DataType::R4));
  plan.output.children.push_back(std::move(base));
  return plan;
}

}  // namespace pcgns::bench
