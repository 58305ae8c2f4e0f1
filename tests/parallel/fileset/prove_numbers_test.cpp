#include "pcgns/fileset/run/prove_numbers.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "io/part_files.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using fileset::NumberSet;
using test::PartFiles;
using test::session;
using test::Storage;
using Integers = std::vector<std::int64_t>;

constexpr std::array storages = {Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory};

/// The numbers 1, …, total, dealt out to three parts at random.
std::vector<Integers> distributed(std::int64_t total, unsigned seed) {
  Integers all(static_cast<std::size_t>(total));
  std::iota(all.begin(), all.end(), 1);
  std::mt19937 random(seed);
  std::shuffle(all.begin(), all.end(), random);
  std::vector<Integers> pieces(3);
  for (const auto number : all) pieces[random() % 3].push_back(number);
  return pieces;
}

/// Lengths of the elements, by number.
std::int64_t length_of(std::int64_t number) { return number % 7; }

NumberSet like(std::int64_t total, bool may_share = false, std::int64_t first_number = 1) {
  NumberSet set;
  set.total = total;
  set.may_share = may_share;
  set.first_number = first_number;
  return set;
}

struct Numbers : PartFiles {
  std::vector<NumberSet> sets;
  std::int64_t first_begin = 5;

  void add_set(const std::vector<Integers>& pieces, NumberSet set, bool lengths = false,
               std::int64_t wrong = -1) {
    while (inputs.files.size() < pieces.size()) add_file();
    set.what = "/Base/Zone: set " + std::to_string(sets.size());
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const auto file = static_cast<int>(piece);
      const auto type = piece % 2 == 0 ? DataType::I4 : DataType::I8;
      const auto storage = storages[(piece + sets.size()) % storages.size()];
      NumberSet::Member member{.numbers = add_integers(file, type, pieces[piece], storage), .piece = file};
      if (lengths) {
        Integers begins = {first_begin};
        for (const auto number : pieces[piece])
          begins.push_back(begins.back() + length_of(number) + (piece > 0 && number == wrong ? 1 : 0));
        member.offsets = add_integers(file, DataType::I8, begins, storage);
      }
      set.members.push_back(member);
    }
    sets.push_back(set);
  }

  [[nodiscard]] std::vector<fileset::NumberFacts> prove(std::int64_t memory = 1 << 22,
                                                        std::int64_t chunk = 1000) {
    write_files();
    return prove_again(memory, chunk);
  }
  [[nodiscard]] std::vector<fileset::NumberFacts> prove_again(std::int64_t memory = 1 << 22,
                                                              std::int64_t chunk = 1000) {
    return fileset::prove_numbers(session(), inputs, sets, memory, chunk);
  }
};

}  // namespace

TEST_CASE("complete numbers are proven, in one pass or in many") {
  const auto memory = GENERATE(1 << 24, 1000);
  const auto chunk = GENERATE(17, 65536);
  Numbers numbers;
  numbers.add_set(distributed(1000, 1), {});
  numbers.add_set(distributed(300, 2), like(300));
  auto shared = distributed(500, 3);
  shared[2].insert(shared[2].end(), shared[0].begin(), shared[0].end());
  numbers.add_set(shared, like(-1, true), true);
  numbers.add_set({{}, {}}, {});
  numbers.add_set({{13, 11}, {12}}, like(3, false, 11));
  const auto facts = numbers.prove(memory, chunk);
  CHECK(facts[0].total == 1000);
  CHECK(facts[1].total == 300);
  CHECK(facts[1].ragged.entities == 0);
  CHECK(facts[2].total == 500);
  CHECK(facts[2].ragged.entities == 500);
  std::int64_t values = 0;
  for (std::int64_t number = 1; number <= 500; ++number) values += length_of(number);
  CHECK(facts[2].ragged.values == values);
  CHECK(facts[2].ragged.begins == Integers{0});
  CHECK(facts[3].total == 0);
  CHECK(facts[4].total == 3);
}

TEST_CASE("the begins of elements are known at every block, for more passes than one") {
  constexpr auto total = 3 * plan::Ragged::block + 100;
  Numbers numbers;
  numbers.add_set(distributed(70000, 5), {}, true);
  numbers.add_set(distributed(total, 4), {}, true);
  const auto memory = GENERATE(1 << 24, 300000);
  const auto facts = numbers.prove(memory, 65536);
  Integers begins;
  std::int64_t values = 0;
  for (std::int64_t number = 1; number <= total; ++number) {
    if ((number - 1) % plan::Ragged::block == 0) begins.push_back(values);
    values += length_of(number);
  }
  CHECK(facts[1].ragged.begins == begins);
  CHECK(facts[1].ragged.values == values);
  CHECK(facts[0].ragged.begins.size() == 2);
}

TEST_CASE("values to which no offsets lead are an error") {
  const auto chunk = GENERATE(1, 65536);
  const auto proven = [&](std::int64_t first, std::int64_t values) {
    Numbers numbers;
    numbers.first_begin = first;
    numbers.add_set({{1, 2}, {4, 3}}, {}, true);
    numbers.sets[0].members[1].values = values;
    return numbers.prove(1 << 24, chunk)[0].ragged.values;
  };
  const auto of_piece = length_of(4) + length_of(3);
  CHECK(proven(0, of_piece) == of_piece + length_of(1) + length_of(2));
  CHECK_THROWS_WITH(proven(0, of_piece + 1), Contains("part_1.cgns:/Base/Zone.P1") &&
                                                 Contains("ends at 7, but the connectivity has 8 values"));
  CHECK_THROWS_WITH(proven(2, of_piece + 2), Contains("begins at 2, not at 0"));
}

TEST_CASE("the lowest number that is wrong is told, with the parts that have it") {
  Numbers numbers;
  numbers.add_set({{1, 2, 3}, {4}}, {});  // sound, before the one that is not
  const auto check = [&](const std::vector<Integers>& pieces, NumberSet set, const std::string& text) {
    numbers.add_set(pieces, set);
    CHECK_THROWS_WITH(numbers.prove(1000, 2), Contains("/Base/Zone: set 1: number " + text));
  };
  SECTION("missing") { check({{1, 2, 7}, {4, 5}, {8}}, {}, "3 is in no piece: a piece is missing"); }
  SECTION("missing at the end") { check({{1, 2}, {4, 3}}, like(6), "5 is in no piece"); }
  SECTION("all missing") { check({{}, {}}, like(1'000'000'000'000), "1 is in no piece"); }
  SECTION("far too large") { check({{1, 2}, {1'000'000'000'000}}, {}, "3 is in no piece"); }
  SECTION("the largest of all") {
    const auto first_number = GENERATE(0, 1);
    check({{first_number}, {std::numeric_limits<std::int64_t>::max()}}, like(-1, false, first_number),
          std::to_string(first_number + 1) + " is in no piece");
  }
  SECTION("no members") { check({}, like(6, false, 5), "5 is in no piece"); }
  SECTION("twice") {
    check({{1, 2, 3}, {4, 3}, {2}}, {},
          "2 is in " + numbers.scratch.path("part_0.cgns") + ":/Base/Zone.P0 and in ");
  }
  SECTION("twice in one part") {
    check({{1, 2}, {4, 3, 5, 4}}, {}, "4 is in " + numbers.scratch.path("part_1.cgns:/Base/Zone.P1 twice"));
  }
  SECTION("too small") { check({{1, 2}, {-3, 3}}, like(3), "-3 in "); }
  SECTION("too small, number of entities not known") { check({{1, 2}, {0, 3}}, {}, "0 in "); }
  SECTION("too large") {
    check({{1, 2, 900}, {4, 3}}, like(4),
          "900 in " + numbers.scratch.path("part_0.cgns:/Base/Zone.P0 is out of range 1 to 4"));
  }
}

TEST_CASE("the order of cells is known by piece, in one pass or in many") {
  const auto memory = GENERATE(1 << 24, 1000);
  const auto chunk = GENERATE(2, 65536);
  Numbers numbers;
  numbers.add_set({{3, 1}, {}, {2, 5, 4}}, {});
  numbers.add_set({{1, 2}, {3}}, {}, true);
  for (auto& member : numbers.sets[0].members) member.cell = member.piece == 1 ? -1 : 7;
  const auto facts = numbers.prove(memory, chunk);
  std::vector<fileset::OrderSums> expected(3);
  for (const auto number : {2, 0}) expected[0].add(number == 2 ? 7 : 8, static_cast<std::uint64_t>(number));
  std::int64_t position = 7;
  for (const auto number : {1U, 4U, 3U}) expected[2].add(position++, number);
  CHECK((facts[0].orders == expected));
  CHECK(facts[1].orders.empty());
}

TEST_CASE("a shared element has one length") {
  Numbers numbers;
  numbers.add_set({{1, 2, 3}, {3, 4, 1}}, like(-1, true), true, 3);
  CHECK_THROWS_WITH(numbers.prove(),
                    Contains("set 0: number 3 does not have as many values in ") && Contains("Zone.P1"));
}

TEST_CASE("numbers that are no integers, or have no lengths of their own, are told") {
  Numbers numbers;
  numbers.add_set({{1, 2, 3}}, {}, true);
  SECTION("reals") {
    numbers.inputs.arrays[0].type = DataType::R4;
    CHECK_THROWS_WITH(numbers.prove(), Contains("R4, not I4 or I8"));
  }
  SECTION("too few offsets") {
    numbers.inputs.arrays[1].dims = {3};
    CHECK_THROWS_WITH(numbers.prove(), Contains("3 values for 3 elements"));
  }
}

TEST_CASE("ghosts behind the entities of a part do not count") {
  Numbers numbers;
  numbers.add_set({{1, 2, 3, 4}, {4, 5, 1}}, {}, true);
  numbers.sets[0].members[0].count = 3;
  numbers.sets[0].members[1].count = 2;
  const auto facts = numbers.prove(1 << 20, 2);
  CHECK(facts[0].total == 5);
  numbers.sets[0].members[1].count = 4;
  CHECK_THROWS_WITH(numbers.prove_again(), Contains("has 3 values for 4 entities"));
}

TEST_CASE("a list of numbers that cannot be read fails every rank") {
  Numbers numbers;
  numbers.add_set(distributed(1000, 1), {});
  (void)numbers.prove();
  numbers.inputs.arrays[0].offset = 1 << 30;
  CHECK_THROWS_WITH(numbers.prove_again(1 << 20, 10), Contains("part_0.cgns"));
}
