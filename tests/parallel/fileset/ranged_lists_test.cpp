#include "pcgns/fileset/run/ranged_lists.hpp"

#include <array>

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

/// In each storage a piece with the points 1001 to 1500 of the zone, in reverse order, and a list of all. The
/// range begins at point 901: position 101 of it is the first point of the piece.
struct Lists : test::PartFiles {
  std::vector<fileset::RangedList> lists;

  explicit Lists(int wrong_file = -1, std::int64_t wrong_point = 0) {
    for (const auto storage : {Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory}) {
      const auto file = add_file();
      Integers numbers(500);
      Integers points(500);
      Integers positions(500);
      for (std::int64_t i = 0; i < 500; ++i) {
        numbers[static_cast<std::size_t>(i)] = 1500 - i;
        points[static_cast<std::size_t>(i)] = i + 1;
        positions[static_cast<std::size_t>(i)] = 600 - i;
      }
      if (file == wrong_file) points[123] = wrong_point;
      const auto type = file % 2 == 0 ? DataType::I4 : DataType::I8;
      const auto array = add_integers(file, type, numbers, storage);
      lists.push_back({.list = add_integers(file, type, points, storage),
                       .index = add_integers(file, DataType::I8, positions, storage),
                       .count = 500,
                       .first = 901,
                       .numbering = {.sections = {{.first = 1, .count = 500, .numbers = array}}}});
    }
    write_files();
  }
};

}  // namespace

TEST_CASE("lists hold the points of their ranges, or the entry that does not is named on all ranks") {
  for (const std::int64_t chunk : {7, 65536}) {
    const Lists good;
    fileset::check_ranged_lists(session(), good.inputs, good.lists, memory, chunk);
    for (int file = 0; file < 4; ++file) {
      const Lists bad(file, 200);
      CHECK_THROWS_WITH(fileset::check_ranged_lists(session(), bad.inputs, bad.lists, memory, chunk),
                        Contains("Zone.P" + std::to_string(file)) &&
                            Contains("entry 124 is point 1301 of the zone, but the recorded range has point "
                                     "1377 there"));
    }
    const Lists none(1, 501);
    CHECK_THROWS_WITH(fileset::check_ranged_lists(session(), none.inputs, none.lists, memory, chunk),
                      Contains("entry 124 is no point of the zone"));
  }
}
