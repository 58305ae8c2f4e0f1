#include "catch.hpp"
#include "pcgns/partition/partition.hpp"

using namespace pcgns::partition;

TEST_CASE("a mesh without cells, of particles alone, is as even as can be") {
  Mesh mesh;
  mesh.decomposition.partitions = 3;
  CHECK(quality_of(mesh).max_over_mean == 1);
  CHECK(quality_of(mesh).inflation == 1);
}

TEST_CASE("ranks without cells are counted") {
  Mesh mesh;
  mesh.decomposition = decompose({{"/Base/A", 3, {4, 4, 4}}, {"/Base/B", 3, {4, 4, 4}}}, 3, {.least = 4});
  CHECK(quality_of(mesh).empty_ranks == 1);
}

TEST_CASE("what a rank has is compared with its share") {
  Mesh mesh;
  mesh.decomposition.partitions = 3;
  CHECK(most_over_target(mesh) == 1);
  mesh.unstructured.resize(2);
  mesh.unstructured[0].pieces = {{.rank = 0, .weight = 10}, {.rank = 1, .weight = 20}};
  mesh.unstructured[1].pieces = {{.rank = 1, .weight = 10}, {.rank = 2, .weight = 20}};
  CHECK(most_over_target(mesh) == Approx(30. / 20));
  mesh.targets = {1, 3, 2};
  CHECK(most_over_target(mesh) == Approx(1));
  mesh.targets = {1, 1, 4};
  CHECK(most_over_target(mesh) == Approx(3));
}
