#include "pcgns/verify/check/plan/memory.hpp"

#include "catch.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/repartition/plan/memory.hpp"

namespace {

using namespace pcgns;

cgns::ZoneShape cube(std::int64_t side) {
  return {.structured = true,
          .dimension = 3,
          .vertices = {side, side, side},
          .cells = {side - 1, side - 1, side - 1}};
}

cgns::Node node_of(std::string name, std::string label, std::vector<std::int64_t> dims,
                   std::vector<std::int64_t> values) {
  cgns::Node node{.name = std::move(name), .label = std::move(label)};
  node.type = cgns::DataType::I8;
  node.dims = std::move(dims);
  const auto bytes = std::as_bytes(std::span(values));
  node.data = {bytes.begin(), bytes.end()};
  return node;
}

cgns::Node tree_of(cgns::Node zone) {
  cgns::Node base{.name = "Base", .label = "CGNSBase_t"};
  base.children = {std::move(zone)};
  cgns::Node root;
  root.children = {std::move(base)};
  return root;
}

/// A million cells.
cgns::Node block() {
  auto zone = node_of("Zone", "Zone_t", {3, 3}, {101, 101, 101, 100, 100, 100, 0, 0, 0});
  zone.children = {cgns::text_node("ZoneType", "ZoneType_t", "Structured")};
  return tree_of(std::move(zone));
}

/// A million tetrahedra with half as many vertices.
cgns::Node tetrahedra() {
  auto connectivity = node_of("ElementConnectivity", "DataArray_t", {4'000'000}, {});
  connectivity.array = 0;
  auto section = node_of("Tetrahedra", "Elements_t", {2}, {10, 0});
  section.children = {std::move(connectivity)};
  auto zone = node_of("Zone", "Zone_t", {1, 3}, {500'000, 1'000'000, 0});
  zone.children = {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"), std::move(section)};
  return tree_of(std::move(zone));
}

}  // namespace

TEST_CASE("a zone is checked in slabs that fit into the budgets of the ranks") {
  using verify::check::planes_at_once;
  CHECK(planes_at_once(cube(101), Budget::usual, 1) == 100);
  CHECK(planes_at_once(cube(1), Budget::usual, 1) == 1);  // no cells
  const auto few = planes_at_once(cube(101), 8 * mebi, 1);
  CHECK(few > 1);
  CHECK(few < 20);
  CHECK(planes_at_once(cube(101), 8 * mebi, 4) > 4 * few);
  CHECK(planes_at_once(cube(101), 1, 1) == 1);
}

TEST_CASE("what a check holds besides its budget grows with the mesh and shrinks with the ranks") {
  using verify::check::bytes_of_mesh;
  const auto alone = bytes_of_mesh(tetrahedra(), Budget::usual, 1);
  CHECK(alone == 500'000 * 24 + 4'000'000 * 104);
  CHECK(bytes_of_mesh(tetrahedra(), Budget::usual, 4) == alone / 4);
}

TEST_CASE("with particles, partitioning holds the centres of all cells, and the particles of a zone") {
  auto tree = block();
  const auto particles = [&](std::string name, std::int64_t count) {
    tree.children[0].children.push_back(node_of(std::move(name), "ParticleZone_t", {1}, {count}));
  };
  particles("Few", 10);
  CHECK(repartition::bytes_of_mesh(tree, {}, Budget::usual, 2) == 40 * 500'000 + 72 * 5);
  particles("Many", 2'000'000);
  CHECK(repartition::bytes_of_mesh(tree, {}, Budget::usual, 2) == 40 * 500'000 + 72 * 1'000'000);
}

TEST_CASE("connectivity of further zones stays in memory, as far as half of the budget goes") {
  auto tree = tetrahedra();
  const auto alone = repartition::bytes_of_mesh(tree, {}, Budget::usual, 2);
  // Fewer cells, with more nodes than all of the large zone.
  auto small = tetrahedra().children[0].children[0];
  small.name = "Small";
  small.data = node_of("", "", {1, 3}, {500'000, 100'000, 0}).data;
  small.children[1].children[0].dims = {6'000'000};
  auto& zones = tree.children[0].children;
  zones.insert(zones.begin(), std::move(small));
  const auto kept = alone + 10 * 600'000 / 2;
  CHECK(repartition::bytes_of_mesh(tree, {}, Budget::usual, 2) == kept + 24'000'000);
  CHECK(repartition::bytes_of_mesh(tree, {}, 2 * mebi, 2) == kept + mebi);
}

TEST_CASE("what partitioning holds depends on the method and the order") {
  using repartition::bytes_of_mesh;
  const auto usual = bytes_of_mesh(tetrahedra(), {}, Budget::usual, 2);
  CHECK(usual == 60 * 1'500'000 / 2);
  CHECK(bytes_of_mesh(tetrahedra(), {.order = partition::Order::hilbert}, Budget::usual, 2) > usual);
  CHECK(bytes_of_mesh(tetrahedra(), {.has_weights = true}, Budget::usual, 2) == usual + 4'000'000);
  CHECK(bytes_of_mesh(block(), {}, Budget::usual, 2) == 0);
  CHECK(bytes_of_mesh(block(), {.has_weights = true}, Budget::usual, 2) == 4'000'000);
  const partition::Method graph = partition::Method::graph;
  CHECK(bytes_of_mesh(tetrahedra(), {.method = graph}, Budget::usual, 2) == usual + 160'000'000);
  CHECK(bytes_of_mesh(tetrahedra(), {.method = graph}, 64 * mebi, 2) == usual + 80'000'000);
}
