#include <fmt/format.h>

#include <utility>

#include "fixture.hpp"

namespace pcgns::test {

namespace {

using cgns::DataType;
using cgns::Node;

Node numbers(const std::string& name, const std::string& label, DataType type,
             std::vector<std::int64_t> dims) {
  Node node{.name = name, .label = label, .type = type, .dims = std::move(dims)};
  node.data.resize(static_cast<std::size_t>(bytes_of(type, node.dims)));
  unsigned seed = static_cast<unsigned>(name.size());
  for (auto& byte : node.data)
    byte = static_cast<std::byte>((seed = seed * 1103515245U + 12345U) >> 16 & 0x3FU);
  return node;
}

Node parent(const std::string& name, const std::string& label, std::vector<Node> children) {
  return {.name = name, .label = label, .children = std::move(children)};
}

/// One array of each data type.
Node every_type() {
  std::vector<Node> children;
  for (const auto type : {DataType::B1, DataType::C1, DataType::I4, DataType::U4, DataType::I8, DataType::U8,
                          DataType::R4, DataType::R8, DataType::X4, DataType::X8}) {
    children.push_back(numbers("Of " + std::string(to_string(type)), "DataArray_t", type, {3, 2}));
  }
  return parent("EveryType", "UserDefinedData_t", std::move(children));
}

Node sample_zone() {
  auto zone = cgns::integer_node("Zone", "Zone_t", {3, 3}, {5, 4, 3, 4, 3, 2, 0, 0, 0}, DataType::I8);
  auto condition = cgns::text_node("Wall", "BC_t", "BCWall");
  condition.children = {cgns::integer_node("PointRange", "IndexRange_t", {3, 2}, {1, 1, 1, 5, 4, 1}),
                        cgns::text_node("FamilyName", "FamilyName_t", "wall")};
  zone.children = {cgns::text_node("ZoneType", "ZoneType_t", "Structured"),
                   parent("GridCoordinates", "GridCoordinates_t",
                          {numbers("CoordinateX", "DataArray_t", DataType::R8, {5, 4, 3}),
                           numbers("CoordinateY", "DataArray_t", DataType::R4, {5, 4, 3})}),
                   parent("Flow", "FlowSolution_t",
                          {cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"),
                           numbers("Density", "DataArray_t", DataType::R8, {4, 3, 2})}),
                   parent("ZoneBC", "ZoneBC_t", {condition}), every_type()};
  return zone;
}

}  // namespace

Node sample_tree() {
  auto base = cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3});
  base.children = {sample_zone(), cgns::text_node("Remark", "Descriptor_t", "a text\nof two lines")};
  return parent(
      "HDF5 MotherNode", "Root Node of HDF5 File",
      {cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.5}, DataType::R4), base});
}

Node link(const std::string& name, const std::string& file, const std::string& path) {
  return {
      .name = name, .type = DataType::LK, .link = std::make_shared<const cgns::Link>(cgns::Link{file, path})};
}

std::string difference(const Node& a, const Node& b, const std::string& path) {
  const auto here = path + "/" + a.name;
  if (a.name != b.name) return here + ": name " + b.name;
  if (a.label != b.label) return here + ": label " + b.label;
  if (a.type != b.type) return here + ": type";
  if (a.dims != b.dims) return here + ": extents";
  if (a.data != b.data) return here + ": values";
  if ((a.link == nullptr) != (b.link == nullptr) || (a.link && *a.link != *b.link)) return here + ": link";
  if (a.children.size() != b.children.size()) return here + ": number of children";
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (auto found = difference(a.children[i], b.children[i], here); !found.empty()) return found;
  }
  return {};
}

Node zones(int count) {
  Node root;
  root.children = {
      cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.0}, cgns::DataType::R4),
      cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3})};
  for (int i = 0; i < count; ++i) {
    // Names of many lengths: objects of a heap are of any size.
    auto zone = cgns::integer_node(fmt::format("{}{}", std::string(static_cast<std::size_t>(i % 24), 'z'), i),
                                   "Zone_t", {3, 3}, {2, 2, 2, 1, 1, 1, 0, 0, 0});
    zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
    root.children.back().children.push_back(std::move(zone));
  }
  return root;
}

}  // namespace pcgns::test
