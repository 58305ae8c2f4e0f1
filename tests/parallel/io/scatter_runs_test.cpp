// Numbers that mostly follow one another travel as runs, and arrive as they do one by one.
#include <fcntl.h>

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "part_files.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using test::PartFiles;
using test::Run;
using test::session;
using test::Storage;
using Integers = std::vector<std::int64_t>;

constexpr std::int64_t points = 3000;

/// Runs of numbers, from the begin of one to before its end.
Integers numbers_in(const std::vector<std::pair<std::int64_t, std::int64_t>>& runs) {
  Integers numbers;
  for (const auto& [begin, end] : runs) {
    for (auto number = begin; number < end; ++number) numbers.push_back(number);
  }
  return numbers;
}

/// Of three parts: runs of many lengths, not in order, that share points.
const std::array<Integers, 3> shared_numbers = {
    numbers_in({{1, 900}, {2000, 2400}, {1900, 1901}, {950, 1100}}),
    numbers_in({{890, 1950}, {1, 20}, {2390, 2395}}),
    numbers_in({{2350, points + 1}, {1000, 1002}, {1940, 2010}}),
};

/// How many parts have each number from 1, and the lowest of them.
struct Holders {
  std::array<int, points + 1> count = {};
  std::array<int, points + 1> lowest = {};

  explicit Holders(const std::array<Integers, 3>& numbers) {
    lowest.fill(3);
    for (int part = 2; part >= 0; --part) {
      for (const auto number : numbers[static_cast<std::size_t>(part)]) {
        ++count[static_cast<std::size_t>(number)];
        lowest[static_cast<std::size_t>(number)] = part;
      }
    }
  }
};

/// A target of `width` values for each point; `brings`(part, number): the first of them.
struct RunFiles : PartFiles {
  template <typename Brings>
  RunFiles(const std::array<Integers, 3>& numbers, DataType type, int width, const Brings& brings) {
    const Holders holders(numbers);
    Integers all;
    for (std::int64_t number = 1; number <= points; ++number) {
      const auto first = holders.lowest[static_cast<std::size_t>(number)];
      for (int i = 0; i < width; ++i) all.push_back(brings(first, number) + i);
    }
    const auto target = add_target(type, test::bytes_as(type, all));
    for (int part = 0; part < 3; ++part) {
      add_file();
      const auto& mine = numbers[static_cast<std::size_t>(part)];
      Integers values;
      for (const auto number : mine) {
        for (int i = 0; i < width; ++i) values.push_back(brings(part, number) + i);
      }
      // Of the other type: values are converted on the way.
      const auto stored = part == 1 ? type : DataType::I4;
      const auto storage = part == 2 ? Storage::hdf5 : Storage::plain;
      plan.indexed.push_back({.source = add_integers(part, stored, values, storage),
                              .target = target,
                              .numbers = add_integers(part, DataType::I8, mine, Storage::plain),
                              .count = std::ssize(mine),
                              .part = part,
                              .width = width,
                              .may_share = true});
    }
    write_files();
  }
};

std::int64_t same(int /*part*/, std::int64_t number) { return 10 * number; }

}  // namespace

TEST_CASE("runs of numbers arrive, whatever the domains, the chunks and the memory") {
  const auto type = GENERATE(DataType::I4, DataType::I8);
  // Wide enough for aggregators to read the values themselves, too.
  const auto width = GENERATE(1, 3, 64);
  const RunFiles files(shared_numbers, type, width, same);
  for (const auto& run : {Run{}, Run{.buffer = 1000, .chunk = 100}, Run{.buffer = 64, .chunk = 977},
                          Run{.buffer = 3000, .chunk = 64, .memory = 20000}, Run{.memory = 400000}}) {
    CAPTURE(run.buffer, run.chunk, run.memory);
    const auto result = test::scatter(files, run);
    CHECK((result.bytes == files.expected));
    CHECK(result.differences.differing == 0);
  }
}

TEST_CASE("runs that differ: the lowest part wins, whichever comes first") {
  const auto width = GENERATE(1, 64);
  RunFiles files(shared_numbers, DataType::I8, width,
                 [](int part, std::int64_t number) { return 10 * number + part; });
  std::reverse(files.plan.indexed.begin(), files.plan.indexed.end());
  const auto result = test::scatter(files, {.buffer = 5000, .chunk = 500});
  CHECK((result.bytes == files.expected));
  const auto several = [](int parts) { return parts > 1; };
  const Holders holders(shared_numbers);
  CHECK(result.differences.differing == std::ranges::count_if(holders.count, several));
}

TEST_CASE("a number between runs that no part has is named") {
  const RunFiles files(
      {numbers_in({{1, 1000}}), numbers_in({{1001, 2500}}), numbers_in({{2500, points + 1}})}, DataType::I8,
      1, same);
  CHECK_THROWS_WITH(test::scatter(files, {.buffer = 4000, .chunk = 300}),
                    Contains("number 1000 is in no piece"));
}

TEST_CASE("a number of two runs that only one part may have is named") {
  RunFiles files(shared_numbers, DataType::I8, 1, same);
  for (auto& move : files.plan.indexed) move.may_share = false;
  CHECK_THROWS_WITH(test::scatter(files, {.buffer = 4000, .chunk = 300}),
                    Contains("number 1 is in") && Contains("but must be in only one"));
}

TEST_CASE("a file that ends within runs that an aggregator reads is named") {
  const RunFiles files(shared_numbers, DataType::I4, 64, same);
  const auto& source = files.inputs.array(files.plan.indexed.front().source);
  const auto& path = files.inputs.files[static_cast<std::size_t>(source.file)].path;
  par::on_root(session().comm(), "", [&] {
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(source.offset + source.bytes() - 4));
  });
  CHECK_THROWS_WITH(test::scatter(files, {}), Contains(path) && Contains("the file ended"));
}

/// Runs the moves of `files`, with the numbers of its first array lost before the second one.
void move_twice(const RunFiles& files, io::KnownNumbers& known) {
  const auto& numbers = files.inputs.array(files.plan.indexed.front().numbers);
  const auto& path = files.inputs.files[static_cast<std::size_t>(numbers.file)].path;
  CHECK((test::scatter(files, {.known = &known}).bytes == files.expected));
  par::on_root(session().comm(), "", [&] {
    const std::vector<std::byte> others(static_cast<std::size_t>(numbers.bytes()));
    FileDescriptor(path, O_WRONLY).write_at(numbers.offset, others);
  });
  CHECK((test::scatter(files, {.known = &known}).bytes == files.expected));
  CHECK_THROWS_WITH(test::scatter(files, {}), Contains("number 0 is out of range"));
}

TEST_CASE("known numbers are not read again") {
  io::KnownNumbers known(1 << 20);
  move_twice({{numbers_in({{1, 1000}}), numbers_in({{1000, 2500}}), numbers_in({{2500, points + 1}})},
              DataType::I4,
              64,
              same},
             known);
}

std::array<Integers, 3> descending_numbers() {
  auto numbers = shared_numbers;
  for (auto& part : numbers) std::ranges::reverse(part);
  return numbers;
}

TEST_CASE("nor are those in any order, if they are kept") {
  const auto width = GENERATE(1, 64);
  io::KnownNumbers known(1 << 20, true);
  move_twice({descending_numbers(), DataType::I4, width, same}, known);
}

TEST_CASE("where there is memory for some, the others are read again") {
  const RunFiles files(descending_numbers(), DataType::I4, 3, same);
  io::KnownNumbers known(GENERATE(800, 3000, 8000), true);
  for (int move = 0; move < 3; ++move)
    CHECK((test::scatter(files, {.chunk = 128, .known = &known}).bytes == files.expected));
}

TEST_CASE("numbers that take more than their memory are forgotten before the next move") {
  const RunFiles files(shared_numbers, DataType::I4, 64, same);
  io::KnownNumbers known(64);
  for (int move = 0; move < 3; ++move)
    CHECK((test::scatter(files, {.known = &known}).bytes == files.expected));
}
