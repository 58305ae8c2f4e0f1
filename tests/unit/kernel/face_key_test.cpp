#include "pcgns/kernel/faces.hpp"

#include <algorithm>
#include <array>

#include "catch.hpp"

using namespace pcgns::kernel;

namespace {

constexpr std::int64_t small_number = 7;
constexpr std::int64_t large_number = (std::int64_t{1} << 33) + 7;

}  // namespace

TEST_CASE("the key of a face is the same from both sides and from every corner, the sense is not") {
  const auto begin = GENERATE(small_number, large_number);
  std::array<std::int64_t, 4> corners = {begin, begin + 5, begin + 2, begin + 9};
  const auto first = face_of(corners);
  CHECK(first.nodes == 4);
  for (int turn = 0; turn < 4; ++turn) {
    std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    CHECK(face_of(corners).key == first.key);
    CHECK(face_of(corners).sense == first.sense);
    auto back = corners;
    std::reverse(back.begin(), back.end());
    CHECK(face_of(back).key == first.key);
    CHECK(face_of(back).sense == -first.sense);
  }
  std::swap(corners[0], corners[1]);
  CHECK(face_of(corners).key != first.key);
}

TEST_CASE("triangles and edges have keys of the same kind") {
  const auto triangle = triangle_of(4, 2, 9);
  CHECK(triangle.key == triangle_of(2, 9, 4).key);
  CHECK(triangle.sense == triangle_of(9, 4, 2).sense);
  CHECK(triangle.sense == -triangle_of(9, 2, 4).sense);
  CHECK(edge_of(3, 8).key == edge_of(8, 3).key);
  CHECK(edge_of(3, 8).sense == -edge_of(8, 3).sense);
  CHECK(edge_of(3, 3).nodes == 0);
}

TEST_CASE("a quadrangle with neighbours in one vertex is a triangle, otherwise it is no face") {
  CHECK(quadrangle_of(4, 4, 2, 9).key == triangle_of(4, 2, 9).key);
  CHECK(quadrangle_of(4, 2, 9, 4).key == triangle_of(4, 2, 9).key);
  CHECK(quadrangle_of(4, 2, 2, 9).sense == triangle_of(4, 2, 9).sense);
  CHECK(quadrangle_of(4, 2, 9, 2).nodes == 0);
  CHECK(quadrangle_of(4, 4, 2, 2).nodes == 0);
  CHECK(triangle_of(1, 1, 2).nodes == 0);
}
