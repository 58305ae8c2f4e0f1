#include "pcgns/plan/shared_boxes.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns::plan;

/// A zone of 7 x 3 x 2 points: owners have i below 3, and i from 3 on for j = 0 and for j > 0. The third
/// piece has its i backwards, and the points i = 2 again.
Plan zone_in_three_pieces() {
  Plan plan;
  plan.targets = {
      {.path = "/B/Z/Field", .type = pcgns::cgns::DataType::R8, .dims = {7, 3, 2}},
      {.path = "/B/Z/X", .type = pcgns::cgns::DataType::R8, .dims = {7, 3, 2}, .is_coordinate = true}};
  for (const int target : {0, 1}) {
    const Box whole{.target = target, .target_extents = {7, 3, 2}};
    auto box = [&](int source, Index3 extents, Index3 from, Index3 begin, Index3 count) -> Box& {
      plan.boxes.push_back(whole);
      plan.boxes.back().source = source;
      plan.boxes.back().source_extents = extents;
      plan.boxes.back().source_begin = from;
      plan.boxes.back().target_begin = begin;
      plan.boxes.back().count = count;
      return plan.boxes.back();
    };
    box(0, {3, 3, 2}, {0, 0, 0}, {0, 0, 0}, {3, 3, 2});
    box(1, {4, 1, 2}, {0, 0, 0}, {3, 0, 0}, {4, 1, 2});
    box(2, {5, 3, 2}, {3, 1, 0}, {3, 1, 0}, {4, 2, 2}).axes = {-1, 2, 3};
    auto& again = box(2, {5, 3, 2}, {4, 0, 0}, {2, 0, 0}, {5, 1, 2});
    again.axes = {-1, 2, 3};
    again.shared = true;
    auto& beside = box(2, {5, 3, 2}, {4, 1, 0}, {2, 1, 0}, {1, 2, 2});
    beside.axes = {-1, 2, 3};
    beside.shared = true;
  }
  return plan;
}

TEST_CASE("common points of pieces are boxes of two sources", "[plan]") {
  const auto whole = zone_in_three_pieces();
  const auto found = shared_boxes_of(whole);
  // The row j = 0 has two owners, the column i = 2 beside it one.
  REQUIRE(found.places.size() == 3);
  REQUIRE(found.plan.boxes.size() == 6);
  std::int64_t points = 0;
  for (std::size_t i = 0; i < found.places.size(); ++i) {
    CHECK(found.places[i].target == 1);
    points += pcgns::cgns::count_of(found.plan.targets[i].dims);
    const auto& owner = found.plan.boxes[2 * i];
    const auto& copy = found.plan.boxes[2 * i + 1];
    CHECK(!owner.shared);
    CHECK(copy.shared);
    CHECK(owner.target == static_cast<int>(i));
    CHECK(copy.count == owner.count);
    CHECK(copy.target_begin == Index3{0, 0, 0});
    // Both name the same point of the zone.
    CHECK(owner.source_begin[0] + (owner.source == 0 ? 0 : 3) == found.places[i].begin[0]);
    CHECK(6 - copy.source_begin[0] == found.places[i].begin[0]);
  }
  CHECK(points == 5 * 2 + 2 * 2);
}

TEST_CASE("a position in a box of common points is one of the zone", "[plan]") {
  const auto whole = zone_in_three_pieces();
  const auto found = shared_boxes_of(whole);
  for (std::size_t i = 0; i < found.places.size(); ++i) {
    if (found.plan.targets[i].dims != std::vector<std::int64_t>{1, 2, 2}) continue;
    CHECK(found.position_in_whole(i, 0) == 2 + 7 * 1);
    CHECK(found.position_in_whole(i, 1) == 2 + 7 * 2);
    CHECK(found.position_in_whole(i, 3) == 2 + 7 * (2 + 3 * 1));
    return;
  }
  FAIL("no column");
}

TEST_CASE("planes beyond a zone and ghost layers have no common points that could contradict", "[plan]") {
  auto whole = zone_in_three_pieces();
  whole.targets[1].rind = {2, 0, 0, 0, 0, 0};
  std::int64_t points = 0;
  const auto in_zone = shared_boxes_of(whole);
  for (const auto& target : in_zone.plan.targets) points += pcgns::cgns::count_of(target.dims);
  CHECK(points == 5 * 2 + 2 * 2);
  whole.targets[1].rind = {3, 0, 0, 0, 0, 0};
  points = 0;
  const auto cut = shared_boxes_of(whole);
  for (const auto& target : cut.plan.targets) points += pcgns::cgns::count_of(target.dims);
  CHECK(points == 4 * 2);
  for (auto& box : whole.boxes) box.is_ghost = box.shared;
  CHECK(shared_boxes_of(whole).places.empty());
  whole = zone_in_three_pieces();
  whole.shared_limits.strict = true;
  CHECK(shared_boxes_of(whole).places.size() == 6);
}

}  // namespace
