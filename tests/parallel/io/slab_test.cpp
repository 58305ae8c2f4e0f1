#include "pcgns/io/slab.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;

class Dice {
 public:
  std::int64_t roll(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(engine_);
  }

  io::FileBox box() {
    io::FileBox box{.offset = roll(0, 100),
                    .type = roll(0, 1) == 0 ? cgns::DataType::I4 : cgns::DataType::R8};
    for (auto axes = roll(1, 4); axes > 0; --axes) {
      box.dims.push_back(roll(1, 7));
      box.count.push_back(roll(0, box.dims.back()));
      box.begin.push_back(roll(0, box.dims.back() - box.count.back()));
    }
    return box;
  }

 private:
  std::mt19937 engine_{11};
};

/// The first byte of each value, in the order of the file.
std::vector<std::int64_t> values_of(const io::FileBox& box) {
  std::vector<std::int64_t> values = {0};
  std::int64_t step = 1;
  for (std::size_t axis = 0; axis < box.dims.size(); ++axis) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < box.count[axis]; ++i) {
      for (const auto place : values) all.push_back(place + (box.begin[axis] + i) * step);
    }
    step *= box.dims[axis];
    values = std::move(all);
  }
  for (auto& place : values) place = box.offset + place * cgns::size_of(box.type);
  return values;
}

std::vector<Range> bytes_of(const io::Runs& runs, Range numbers) {
  std::vector<Range> bytes;
  runs.each(numbers, [&](const io::Run& run) {
    bytes.push_back({run.at, run.at + run.count * runs.value_size()});
  });
  return bytes;
}

}  // namespace

TEST_CASE("runs are the values of a box, from any of them to any other", "[serial]") {
  Dice dice;
  for (int attempt = 0; attempt < 3000; ++attempt) {
    const auto box = dice.box();
    const io::Runs runs(box);
    const auto begin = dice.roll(0, runs.volume());
    const Range numbers{begin, dice.roll(begin, runs.volume())};
    CAPTURE(box.offset, box.dims, box.begin, box.count, numbers.begin, numbers.end);
    std::vector<std::int64_t> found;
    runs.each(numbers, [&](const io::Run& run) {
      for (std::int64_t i = 0; i < run.count; ++i) found.push_back(run.at + i * runs.value_size());
    });
    const auto all = values_of(box);
    CHECK(found == std::vector(all.begin() + numbers.begin, all.begin() + numbers.end));
  }
}

TEST_CASE("bridged runs are the runs and their small holes", "[serial]") {
  Dice dice;
  for (int attempt = 0; attempt < 3000; ++attempt) {
    const auto box = dice.box();
    const auto gap = dice.roll(0, 200);
    CAPTURE(box.offset, box.dims, box.begin, box.count, gap);
    const io::Runs runs(box);
    const auto bridged = runs.bridged(gap);
    CHECK(united(bytes_of(bridged, {0, bridged.volume()})) ==
          united(bytes_of(runs, {0, runs.volume()}), gap));
    CHECK(bridged.hull() == runs.hull());

    // Cut where the owners' domains are.
    const auto size = dice.roll(1, 30) * 8;
    std::vector<Range> pieces;
    for (auto begin = runs.hull().begin; begin < runs.hull().end; begin += size) {
      const auto of_piece = bytes_of(bridged, bridged.in({begin, begin + size}));
      pieces.insert(pieces.end(), of_piece.begin(), of_piece.end());
    }
    CHECK(united(pieces) == united(bytes_of(runs, {0, runs.volume()}), gap));
  }
}

TEST_CASE("a finite value that becomes infinite in R4 is an error; infinities and NaN stay", "[serial]") {
  const auto converted = [](double value) {
    float narrow = 0;
    io::copy_values({reinterpret_cast<std::byte*>(&value), cgns::DataType::R8},
                    {reinterpret_cast<std::byte*>(&narrow), cgns::DataType::R4}, 1);
    return narrow;
  };
  CHECK(converted(0.1) == 0.1F);
  CHECK(converted(-INFINITY) == -INFINITY);
  CHECK(std::isnan(converted(NAN)));
  CHECK_THROWS_WITH(converted(1e300), Catch::Contains("1e+300 cannot be represented in R4"));
}
