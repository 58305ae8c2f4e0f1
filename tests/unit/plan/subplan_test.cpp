#include "pcgns/plan/subplan.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::plan;

/// Two targets of 4 x 3 x 10 values.
Plan two_targets() {
  Plan plan;
  plan.targets = {{.path = "/A", .type = cgns::DataType::R8, .dims = {4, 3, 10}},
                  {.path = "/B", .type = cgns::DataType::R8, .dims = {4, 3, 10}}};
  return plan;
}

}  // namespace

TEST_CASE("a slab has the part of each run of values that lies in it") {
  auto plan = two_targets();
  plan.transfers = {{.source = 0, .target = 1, .source_begin = 7, .target_begin = 0, .count = 30},
                    {.source = 1, .target = 1, .source_begin = 0, .target_begin = 30, .count = 90}};
  const std::array<int, 1> targets = {1};
  const auto slab = slab_of(plan, targets, {2, 5});  // values 24 to 59
  REQUIRE(slab.targets.size() == 1);
  CHECK(slab.targets[0].dims == std::vector<std::int64_t>{4, 3, 3});
  REQUIRE(slab.transfers.size() == 2);
  CHECK(slab.transfers[0].target == 0);
  CHECK(slab.transfers[0].source_begin == 31);
  CHECK(slab.transfers[0].target_begin == 0);
  CHECK(slab.transfers[0].count == 6);
  CHECK(slab.transfers[1].source_begin == 0);
  CHECK(slab.transfers[1].target_begin == 6);
  CHECK(slab.transfers[1].count == 30);
  CHECK(slab_of(plan, targets, {0, 1}).transfers.size() == 1);
}

TEST_CASE("a slab has the part of each box that lies in it, also where the source runs backwards") {
  auto plan = two_targets();
  const Box box{.source = 3,
                .target = 0,
                .source_extents = {4, 3, 8},
                .source_begin = {0, 0, 1},
                .target_extents = {4, 3, 10},
                .target_begin = {0, 0, 2},
                .count = {4, 3, 7}};
  auto turned = box;
  turned.target = 1;
  turned.axes = {1, 3, -2};
  turned.source_begin = {0, 7, 0};
  plan.boxes = {box, turned};
  const std::array<int, 2> targets = {0, 1};
  const auto slab = slab_of(plan, targets, {4, 6});
  REQUIRE(slab.boxes.size() == 2);
  for (const auto& part : slab.boxes) {
    CHECK(part.target_extents == Index3{4, 3, 2});
    CHECK(part.target_begin == Index3{0, 0, 0});
    CHECK(part.count == Index3{4, 3, 2});
  }
  CHECK(slab.boxes[0].source_begin == Index3{0, 0, 3});
  CHECK(slab.boxes[1].source_begin == Index3{0, 5, 0});
  CHECK(slab_of(plan, targets, {0, 2}).boxes.empty());
}

TEST_CASE("for a comparison, boxes are cut to what shared ones repeat") {
  Plan plan;
  plan.targets = {{.path = "/x", .type = cgns::DataType::R8, .dims = {9, 4, 3}}};
  const Box left{.source = 0, .target_extents = {9, 4, 3}, .count = {5, 4, 3}};
  Box right{.source = 1,
            .source_begin = {3, 0, 0},  // backwards, from its last but one plane
            .target_extents = {9, 4, 3},
            .target_begin = {5, 0, 0},
            .count = {4, 4, 3},
            .axes = {-1, 2, 3}};
  Box shared = right;
  shared.source_begin = {4, 1, 0};
  shared.target_begin = {4, 1, 0};
  shared.count = {2, 2, 3};
  shared.shared = true;
  plan.boxes = {left, right, shared};
  const std::vector<int> targets = {0};
  const auto part = shared_subplan(plan, targets);
  REQUIRE(part.boxes.size() == 3);
  CHECK(part.boxes[0].target_begin == Index3{4, 1, 0});
  CHECK(part.boxes[0].source_begin == Index3{4, 1, 0});
  CHECK(part.boxes[0].count == Index3{1, 2, 3});
  CHECK(part.boxes[1].target_begin == Index3{5, 1, 0});
  CHECK(part.boxes[1].source_begin == Index3{3, 1, 0});
  CHECK(part.boxes[1].count == Index3{1, 2, 3});
  CHECK(part.boxes[2].count == shared.count);
}
