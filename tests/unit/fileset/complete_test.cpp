#include <limits>

#include "catch.hpp"
#include "fileset/pieces_build.hpp"
#include "pcgns/plan/blocks.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using plan::Box3;

/// `n` x `n` x `n` boxes of 2 x 3 x 4 cells.
std::vector<Box3> grid(std::int64_t n) {
  std::vector<Box3> boxes;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t k = 0; k < n; ++k) {
        boxes.push_back({Range{2 * i, 2 * i + 2}, Range{3 * j, 3 * j + 3}, Range{4 * k, 4 * k + 4}});
      }
    }
  }
  return boxes;
}

}  // namespace

TEST_CASE("boxes that overlap are found, and what they leave open") {
  auto boxes = grid(4);
  const auto whole = plan::hull_of(boxes);
  CHECK(whole == Box3{Range{0, 8}, Range{0, 12}, Range{0, 16}});
  CHECK(plan::volume_of(whole) == 8 * 12 * 16);
  CHECK_FALSE(plan::first_overlap(boxes));
  CHECK(plan::holes(whole, boxes, 9).empty());

  const auto gone = boxes[21];
  boxes.erase(boxes.begin() + 21);
  CHECK(plan::holes(whole, boxes, 9) == std::vector<Box3>{gone});
  CHECK(plan::holes(whole, {}, 9) == std::vector<Box3>{whole});

  boxes.push_back({Range{7, 8}, Range{11, 12}, Range{15, 16}});
  const auto overlap = plan::first_overlap(boxes);
  REQUIRE(overlap);
  CHECK(overlap->first == 62);
  CHECK(overlap->second == 63);
}

TEST_CASE("one of ten thousand boxes is missed") {
  auto boxes = grid(22);
  const auto whole = plan::hull_of(boxes);
  const auto gone = boxes[5000];
  boxes.erase(boxes.begin() + 5000);
  CHECK_FALSE(plan::first_overlap(boxes));
  CHECK(plan::holes(whole, boxes, 4) == std::vector<Box3>{gone});
}

TEST_CASE("a volume that cannot be counted is the largest number") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const Box3 huge = {Range{0, most}, Range{0, most}, Range{0, most}};
  CHECK(plan::volume_of(huge) > plan::volume_of(Box3{Range{0, most}, Range{0, most}, Range{0, 1}}));
}

TEST_CASE("parts that do not cover each cell just once are refused") {
  const Numbers size = {4, 2, 2};
  PieceInputs inputs;
  SECTION("they overlap") {
    inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1, 1}, {3, 2, 2}, size)});
    inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {3, 1, 1}, {4, 2, 2}, size)});
    CHECK(inputs.error() ==
          "/Base/Z: two pieces have the same cells: a.cgns:/Base/Z.P0.N0 ([1:3] x [1:2] x [1:2]) and "
          "b.cgns:/Base/Z.P1.N0 ([3:4] x [1:2] x [1:2])");
  }
  SECTION("they leave a hole") {
    inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1, 1}, {2, 2, 2}, size)});
    inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {3, 1, 2}, {4, 2, 2}, size)});
    CHECK(inputs.error() == "/Base/Z: 4 of 16 cells are in no piece: [3:4] x [1:2] x [1:1]");
    inputs.request.allow_missing = true;
    CHECK_THAT(inputs.error(), Contains("[1:1]; --allow-missing is for whole zones only"));
    inputs.request.fill_holes = true;
    CHECK(inputs.error() == "no error");
    CHECK(inputs.noted() == Texts{"/Base/Z: 4 of 16 cells are in no piece: [3:4] x [1:2] x [1:1]"});
  }
  SECTION("one is beyond the zone") {
    inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1, 1}, {5, 2, 2}, size)});
    CHECK_THAT(
        inputs.error(),
        Contains("a.cgns:/Base/Z.P0.N0: has the cells [1:5] x [1:2] x [1:2] of Z, which has only 4 x 2 x 2"));
  }
  SECTION("one is larger than its range") {
    auto piece = maia_piece("Z.P0.N0", {1, 1, 1}, {4, 2, 2}, size);
    piece.data = structured("", {4, 2, 3}, {}).data;
    inputs.rank("a.cgns", {std::move(piece)});
    CHECK_THAT(inputs.error(), Contains("has 3 cells in direction 3, but should have 2 of Z and 0 ghosts"));
  }
  SECTION("more than can be counted") {
    constexpr std::int64_t many = std::int64_t{1} << 31;
    auto piece = structured("Z.P0.N0", {1, 1, 1},
                            {numbering({range("CellRange", {1, 1, 1, 1, 1, 1}),
                                        cgns::integer_node("CellSize", "DataArray_t", {3}, {many, many, many},
                                                           cgns::DataType::I8)})});
    inputs.rank("a.cgns", {std::move(piece)});
    CHECK_THAT(inputs.error(), Contains("with invalid extents"));
  }
  SECTION("no cells at all") {
    inputs.rank(
        "a.cgns",
        {structured("Z.P0.N0", {1, 1, 1},
                    {numbering({range("CellRange", {1, 1, 1, 1, 1, 1}), integers("CellSize", {1, 0, 1})})})});
    CHECK_THAT(inputs.error(), Contains("with invalid extents"));
  }
}
