
#include <map>
#include <vector>

#include "catch.hpp"
#include "pcgns/cgns/elements.hpp"

using namespace pcgns;
using cgns::Shape;

TEST_CASE("every type of the standard has the corners of its shape") {
  for (int type = cgns::element_type::node; type <= 56; ++type) {
    const auto* known = cgns::element_type_of(type);
    REQUIRE(known != nullptr);
    const auto& facts = cgns::facts_of(cgns::shape_of(type));
    if (known->nodes == 0) {
      CHECK(cgns::shape_of(type) == Shape::none);
      continue;
    }
    CHECK(facts.dimension == known->dimension);
    CHECK(facts.corners <= known->nodes);
  }
  CHECK(cgns::shape_of(10) == Shape::tetrahedron);
  CHECK(cgns::shape_of(21) == Shape::pyramid);
  CHECK(cgns::shape_of(56) == Shape::hexahedron);
  for (const int type : {-1, 0, 1, 20, 22, 23, 57}) CHECK(cgns::shape_of(type) == Shape::none);
}

TEST_CASE("sides of solids are closed: each edge has two of them, in opposite directions") {
  for (const auto shape : {Shape::tetrahedron, Shape::pyramid, Shape::prism, Shape::hexahedron}) {
    std::map<std::pair<int, int>, int> edges;
    for (const auto& side : cgns::facts_of(shape).sides) {
      for (int k = 0; k < side.nodes; ++k) {
        const int next = k + 1 < side.nodes ? k + 1 : 0;
        ++edges[{side.corner[static_cast<std::size_t>(k)], side.corner[static_cast<std::size_t>(next)]}];
      }
    }
    for (const auto& [edge, count] : edges) {
      CHECK(count == 1);
      CHECK(edges.contains({edge.second, edge.first}));
    }
  }
}

TEST_CASE("cells have the dimension of the base, or where nothing has it the highest that there is") {
  using Types = std::vector<std::int64_t>;
  constexpr int bar = 3, tri = 5, tetra = 10, mixed = 20, ngon = 22, nface = 23;
  CHECK(cgns::cell_dimension(3, Types{tri, tetra}) == 3);
  CHECK(cgns::cell_dimension(3, Types{bar, tri}) == 2);
  CHECK(cgns::cell_dimension(3, Types{bar}) == 1);
  CHECK(cgns::cell_dimension(2, Types{bar}) == 1);
  CHECK(cgns::cell_dimension(2, Types{bar, tri}) == 2);
  for (const auto other : {mixed, ngon, nface, 99}) CHECK(cgns::cell_dimension(3, Types{bar, other}) == 3);
  CHECK(cgns::cell_dimension(3, Types{}) == 3);
  CHECK(cgns::cell_dimension(3, Types{cgns::element_type::node}) == 3);
}
