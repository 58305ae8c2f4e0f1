#include "pcgns/base/grid.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;

/// The values 0, 1, … of an array with these extents.
std::vector<std::byte> counted(const std::vector<std::int64_t>& extents) {
  std::vector<std::byte> values(static_cast<std::size_t>(volume({{}, extents})));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::byte>(i);
  return values;
}

}  // namespace

TEST_CASE("boxes at the upper ends are smaller") {
  const Grid grid({5, 7}, {2, 3});
  CHECK(grid.count() == 9);
  CHECK(grid.row() == 3);
  CHECK(grid.box(0).start == std::vector<std::int64_t>{0, 0});
  CHECK(grid.box(0).count == std::vector<std::int64_t>{2, 3});
  CHECK(grid.box(8).start == std::vector<std::int64_t>{4, 6});
  CHECK(grid.box(8).count == std::vector<std::int64_t>{1, 1});
  CHECK(grid.boxes(3, 3).count == std::vector<std::int64_t>{2, 7});
}

TEST_CASE("all boxes together are the array") {
  for (const auto& box : std::vector<std::vector<std::int64_t>>{{1, 1, 1}, {4, 5, 3}, {2, 2, 2}, {3, 5, 1}}) {
    const Grid grid({4, 5, 3}, box);
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < grid.count(); ++i) sum += volume(grid.box(i));
    CHECK(sum == 60);
  }
}

TEST_CASE("a grid of nothing has no boxes") { CHECK(Grid({0, 4}, {1, 2}).count() == 0); }

TEST_CASE("the boxes that a slab touches") {
  const Grid grid({6, 6}, {2, 3});
  CHECK(grid.touching({{1, 2}, {2, 2}}) == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(grid.touching({{4, 3}, {2, 3}}) == std::vector<std::int64_t>{5});
}

TEST_CASE("what two boxes have in common is copied, and nothing else") {
  const std::vector<std::int64_t> extents = {4, 5};
  const auto values = counted(extents);
  const Hyperslab whole{{0, 0}, extents};
  const Hyperslab part{{2, 3}, {2, 2}};
  const std::vector<std::int64_t> room = {3, 4};
  std::vector<std::byte> buffer(12, std::byte{99});
  copy_common({whole, extents}, values, {part, room}, buffer, 1);
  const std::vector<int> expected = {13, 14, 99, 99, 18, 19, 99, 99, 99, 99, 99, 99};
  for (std::size_t i = 0; i < buffer.size(); ++i) CHECK(std::to_integer<int>(buffer[i]) == expected[i]);

  std::vector<std::byte> back = values;
  copy_common({part, room}, buffer, {whole, extents}, back, 1);
  CHECK(back == values);
}

TEST_CASE("boxes with nothing in common leave each other alone") {
  std::vector<std::byte> buffer(4, std::byte{7});
  const Hyperslab a{{0}, {2}};
  const Hyperslab b{{2}, {2}};
  copy_common({a, a.count}, counted({2}), {b, b.count}, buffer, 1);
  CHECK(buffer == std::vector<std::byte>(4, std::byte{7}));
}
