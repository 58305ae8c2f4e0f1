#include "pcgns/fileset/run/box_numbers.hpp"

#include <array>
#include <numeric>

#include "catch.hpp"
#include "io/part_files.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using test::session;
using test::Storage;
using Integers = std::vector<std::int64_t>;

constexpr std::int64_t memory = 1 << 20;

/// An array in each storage with the numbers 1 to 2000, the box of which is a zone of 20 x 10 x 10.
struct Boxes : test::PartFiles {
  std::vector<fileset::BoxNumbers> boxes;

  explicit Boxes(int wrong_array = -1) {
    for (const auto storage : {Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory}) {
      Integers numbers(2000);
      std::iota(numbers.begin(), numbers.end(), 1);
      const auto file = add_file();
      if (file == wrong_array) std::swap(numbers[1234], numbers[1235]);
      const auto type = file % 2 == 0 ? DataType::I4 : DataType::I8;
      boxes.push_back({.array = add_integers(file, type, numbers, storage),
                       .count = {20, 10, 10},
                       .whole = {20, 10, 10}});
    }
    write_files();
  }
};

}  // namespace

TEST_CASE("single numbers are known to all ranks, wherever they lie") {
  const Boxes files;
  std::vector<fileset::ValueAt> places;
  for (const auto& box : files.boxes) {
    for (const std::int64_t index : {0, 7, 1999}) places.push_back({box.array, index});
  }
  const auto found = fileset::numbers_at(session(), files.inputs, places, memory);
  REQUIRE(found.size() == places.size());
  for (const auto& place : places) CHECK(found.at(place) == place.index + 1);
}

TEST_CASE("numbers of boxes are all read, and one that is wrong is an error on all ranks") {
  for (const std::int64_t chunk : {7, 65536}) {
    const Boxes good;
    fileset::check_box_numbers(session(), good.inputs, good.boxes, memory, chunk);
    for (int array = 0; array < 4; ++array) {
      const Boxes bad(array);
      CHECK_THROWS_WITH(
          fileset::check_box_numbers(session(), bad.inputs, bad.boxes, memory, chunk),
          Contains("Zone.P" + std::to_string(array)) && Contains("number 1235 is 1236, expected 1235"));
    }
  }
}
