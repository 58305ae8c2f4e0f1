#include "pcgns/verify/check/plan/structured_patches.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns::cgns;
using namespace pcgns::verify::check;

const ZoneShape zone{.structured = true, .dimension = 3, .vertices = {5, 4, 3}, .cells = {4, 3, 2}};
const ZoneShape plate{.structured = true, .dimension = 2, .vertices = {5, 4, 1}, .cells = {4, 3, 1}};

void check_one(const Placed& found, int axis, bool is_high, const Rectangle& faces) {
  REQUIRE(found.placement == Placement::on_side);
  REQUIRE(found.faces.size() == 1);
  CHECK(found.faces[0].side == Side{axis, is_high});
  CHECK(found.faces[0].faces == faces);
}

}  // namespace

TEST_CASE("a range of vertices, faces or cells has the same faces") {
  const Rectangle part{{1, 4}, {0, 2}};  // i and k
  check_one(placed({{1, 3, 0}, {4, 3, 2}}, "Vertex", zone), 1, true, part);
  check_one(placed({{3, 3, 1}, {1, 3, 0}}, "JFaceCenter", zone), 1, true, part);
  check_one(placed({{1, 3, 0}, {3, 3, 1}}, "FaceCenter", zone), 1, true, part);
  check_one(placed({{1, 2, 0}, {3, 2, 1}}, "CellCenter", zone), 1, true, part);
  check_one(placed({{1, 0, 0}, {3, 0, 1}}, "CellCenter", zone), 1, false, part);
  check_one(placed({{0, 0, 0}, {0, 3, 0}}, "Vertex", plate), 0, false, {{0, 3}, {0, 1}});
  check_one(placed({{0, 3, 0}, {3, 3, 0}}, "EdgeCenter", plate), 1, true, {{0, 4}, {0, 1}});
}

TEST_CASE("ranges that are no face are told apart") {
  CHECK(placed({{1, 2, 0}, {4, 2, 2}}, "Vertex", zone).placement == Placement::inside);
  CHECK(placed({{1, 2, 0}, {4, 3, 2}}, "Vertex", zone).placement == Placement::inside);
  CHECK(placed({{0, 3, 0}, {4, 3, 0}}, "Vertex", zone).placement == Placement::thin);
  CHECK(placed({{0, 3, 0}, {5, 3, 2}}, "Vertex", zone).placement == Placement::outside);
  CHECK(placed({{0, 3, 0}, {4, 3, 1}}, "JFaceCenter", zone).placement == Placement::outside);
  CHECK(placed({{0, 3, 0}, {1, 3, 1}}, "Nowhere", zone).placement == Placement::unknown);
}

TEST_CASE("what reaches into the rind, and what is beyond it") {
  const std::vector<std::int64_t> rind = {0, 1, 2, 0, 0, 0};
  CHECK(placed({{5, 0, 0}, {5, 3, 2}}, "Vertex", zone, rind).placement == Placement::in_rind);
  CHECK(placed({{0, -2, 0}, {4, 3, 2}}, "Vertex", zone, rind).placement == Placement::in_rind);
  CHECK(placed({{4, 0, 0}, {4, 2, 1}}, "CellCenter", zone, rind).placement == Placement::in_rind);
  CHECK(placed({{5, 0, 0}, {5, 2, 1}}, "IFaceCenter", zone, rind).placement == Placement::in_rind);
  CHECK(placed({{6, 0, 0}, {6, 3, 2}}, "Vertex", zone, rind).placement == Placement::outside);
  CHECK(placed({{-1, 0, 0}, {4, 3, 2}}, "Vertex", zone, rind).placement == Placement::outside);
  CHECK(placed({{0, -3, 0}, {4, 3, 2}}, "Vertex", zone, rind).placement == Placement::outside);
  check_one(placed({{0, 0, 0}, {0, 3, 2}}, "Vertex", zone, rind), 0, false, {{0, 3}, {0, 2}});

  CHECK(placed_list({{4, 0, 0}, {5, 0, 0}}, "Vertex", zone, rind).placement == Placement::in_rind);
  CHECK(placed_list({{5, 0, 0}, {6, 0, 0}}, "Vertex", zone, rind).placement == Placement::outside);
  CHECK(placed_list({{5, 0, 0}}, "Vertex", zone).placement == Placement::outside);
}

TEST_CASE("lists become rectangles") {
  std::vector<Index> faces;
  std::vector<Index> vertices;
  for (std::int64_t k = 0; k < 3; ++k) {
    for (std::int64_t j = 0; j < 4; ++j) {
      vertices.push_back({4, j, k});
      if (k < 2 && j < 3) faces.push_back({4, j, k});
    }
  }
  check_one(placed_list(faces, "IFaceCenter", zone), 0, true, {{0, 3}, {0, 2}});
  check_one(placed_list(vertices, "Vertex", zone), 0, true, {{0, 3}, {0, 2}});
  vertices.erase(vertices.begin());
  const auto found = placed_list(vertices, "Vertex", zone);
  std::int64_t area = 0;
  for (const auto& one : found.faces) area += one.faces.area();
  CHECK(area == 5);
}

TEST_CASE("a list on one side is there at the edges of the zone, too") {
  std::vector<Index> faces;
  std::vector<Index> cells;
  for (std::int64_t k = 0; k < 2; ++k) {
    for (std::int64_t i = 0; i < 4; ++i) {
      faces.push_back({i, 0, k});
      cells.push_back({i, 2, k});
    }
  }
  check_one(placed_list(faces, "FaceCenter", zone), 1, false, {{0, 4}, {0, 2}});
  check_one(placed_list(cells, "CellCenter", zone), 1, true, {{0, 4}, {0, 2}});
  faces.push_back({4, 0, 0});
  CHECK(placed_list(faces, "FaceCenter", zone).placement == Placement::on_side);
}

TEST_CASE("the vertices of a side's faces are those of a PointRange") {
  const auto range = vertices_of({2, true}, {{0, 4}, {1, 3}}, zone);
  CHECK(text_of(range, 3) == "[1:5] x [2:4] x [3:3]");
  CHECK(text_of(vertices_of({0, false}, faces_of({0, false}, plate), plate), 2) == "[1:1] x [1:4]");
}
