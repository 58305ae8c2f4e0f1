// The comparison of two meshes gives the same on any number of ranks.
#include <fmt/format.h>

#include <numeric>

#include "catch.hpp"
#include "pcgns/verify/compare/run/sides.hpp"
#include "session.hpp"
#include "verify/memory_mesh.hpp"

namespace {

using namespace pcgns;
using test::MemoryMesh;

double at(std::int64_t i, std::int64_t j, std::int64_t k, int direction) {
  return static_cast<double>(direction == 0 ? i : direction == 1 ? j : k);
}

/// A block whose coordinate X is moved by `distance` at vertex (3, 2, 4).
MemoryMesh block(double distance = 0) {
  MemoryMesh mesh;
  mesh.add_blocks("Zone", {6, 5, 7}, [&](std::int64_t i, std::int64_t j, std::int64_t k, int direction) {
    const bool is_moved = i == 2 && j == 1 && k == 3 && direction == 0;
    return at(i, j, k, direction) + (is_moved ? distance : 0);
  });
  return mesh;
}

/// Squares in a row, each vertex and its value at the place of `order`.
MemoryMesh row(const std::vector<std::int64_t>& order, double change = 0) {
  MemoryMesh mesh;
  const auto vertices = static_cast<std::int64_t>(order.size());
  const auto cells = vertices / 2 - 1;
  mesh.base() = cgns::integer_node("Base", "CGNSBase_t", {2}, {2, 2});
  mesh.base().children.push_back(cgns::integer_node("Zone", "Zone_t", {1, 3}, {vertices, cells, 0}));
  auto& zone = mesh.base().children.back();
  zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"));
  const auto add = [&](cgns::Node& parent, const char* name, const auto& value_of) {
    std::vector<double> values(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      values[static_cast<std::size_t>(order[i])] = value_of(static_cast<std::int64_t>(i));
    }
    mesh.add_array(parent, "/Base/Zone/" + parent.name, name, cgns::DataType::R8, {vertices},
                   std::as_bytes(std::span(values)));
  };
  cgns::Node grid{.name = "GridCoordinates", .label = "GridCoordinates_t"};
  add(grid, "CoordinateX", [](std::int64_t i) { return static_cast<double>(i / 2); });
  add(grid, "CoordinateY", [](std::int64_t i) { return static_cast<double>(i % 2); });
  cgns::Node solution{.name = "Solution", .label = "FlowSolution_t"};
  solution.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", "Vertex"));
  add(solution, "Density", [&](std::int64_t i) { return static_cast<double>(i) + (i == 3 ? change : 0); });
  auto section = cgns::integer_node("Quads", "Elements_t", {2}, {7, 0});
  section.children.push_back(cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, cells}));
  std::vector<std::int64_t> nodes;
  for (std::int64_t i = 0; i < cells; ++i) {
    for (const auto corner : {0, 2, 3, 1})
      nodes.push_back(1 + order[static_cast<std::size_t>(2 * i + corner)]);
  }
  mesh.add_array(section, "/Base/Zone/Quads", "ElementConnectivity", cgns::DataType::I8, {4 * cells},
                 std::as_bytes(std::span(nodes)));
  for (auto* node : {&grid, &solution, &section}) zone.children.push_back(std::move(*node));
  return mesh;
}

/// "/Base/Zone/…: kind, number of values that differ".
std::vector<std::string> differences(MemoryMesh a, MemoryMesh b, bool by_coordinates = false,
                                     const verify::compare::Criteria& criteria = {}) {
  const auto result = verify::compare::compare_meshes(test::session(), {a.plan, a.inputs}, {b.plan, b.inputs},
                                                      criteria, by_coordinates);
  std::vector<std::string> lines;
  for (const auto& finding : result.findings) {
    lines.push_back(
        fmt::format("{}: {}, {}", finding.node.path, to_string(finding.node.kind), finding.values.different));
  }
  return lines;
}

}  // namespace

TEST_CASE("meshes are the same but for the value that was changed") {
  CHECK(differences(block(), block()).empty());
  const std::string path = "/Base/Zone/GridCoordinates/CoordinateX: ";
  CHECK(differences(block(), block(1e-3)) == std::vector{path + "values, 1"});
  CHECK(differences(block(), block(1e-3), false, {.tolerance = {.absolute = 1e-2}}) ==
        std::vector{path + "tolerated, 0"});
}

TEST_CASE("by coordinates, vertices in another order are the same ones") {
  std::vector<std::int64_t> order(200);
  std::iota(order.begin(), order.end(), 0);
  auto turned = order;
  for (std::size_t i = 0; i < turned.size(); ++i)
    turned[i] = static_cast<std::int64_t>(i * 71 % turned.size());
  std::vector<std::string> expected = {"/Base/Zone: renumbered, 0",
                                       "/Base/Zone/GridCoordinates: renumbered, 0"};
  CHECK(differences(row(order), row(turned), true) == expected);
  CHECK(differences(row(order), row(turned)).size() >= 3);
  expected.push_back("/Base/Zone/Solution/Density: values, 1");
  CHECK(differences(row(order), row(turned, 0.5), true) == expected);
}
