#include "pcgns/mesh/share.hpp"

#include <fcntl.h>

#include <fstream>
#include <random>

#include "catch.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

/// A file with the integers 0, 10, 20, … as a plan of one target in two transfers that swaps its halves.
struct Case {
  test::Scratch scratch;
  cgns::InputSet inputs;
  plan::Plan plan;
  std::vector<std::int32_t> expected;

  explicit Case(std::int32_t count) : expected(static_cast<std::size_t>(count)) {
    const auto path = scratch.path("values");
    std::vector<std::int32_t> values(expected.size());
    for (std::int32_t i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = 10 * i;
    if (session().is_root()) {
      std::ofstream(path).close();
      FileDescriptor(path, O_WRONLY).write_at(24, std::as_bytes(std::span(values)));
    }
    inputs.files.push_back({.path = path});
    inputs.arrays.push_back(
        {.file = 0, .path = "/a", .type = cgns::DataType::I4, .dims = {count}, .offset = 24});
    plan.targets.push_back({.path = "/other", .type = cgns::DataType::R8, .dims = {5}});
    plan.targets.push_back({.path = "/a", .type = cgns::DataType::I4, .dims = {count}});
    const std::int32_t half = count / 2;
    if (half > 0) {
      plan.transfers.push_back(
          {.source = 0, .target = 1, .source_begin = count - half, .target_begin = 0, .count = half});
    }
    plan.transfers.push_back(
        {.source = 0, .target = 1, .source_begin = 0, .target_begin = half, .count = count - half});
    for (std::int32_t i = 0; i < count; ++i) {
      expected[static_cast<std::size_t>(i)] = 10 * (i < half ? i + count - half : i - half);
    }
    (void)par::all_sum(session().comm(), 0);
  }
};

}  // namespace

TEST_CASE("a share is a contiguous piece of whole units, and all shares are the array") {
  const auto count = GENERATE(1, 7, 640, 10000);
  const auto unit = GENERATE(1, 3);
  const Case test(count);
  const auto share =
      mesh::read_share(session(), {.plan = test.plan, .inputs = test.inputs, .memory = 40000}, 1, unit);
  CHECK(share.per_rank % unit == 0);
  CHECK(share.values.begin == std::min<std::int64_t>(count, session().rank() * share.per_rank));
  CHECK(par::all_sum(session().comm(), share.values.size()) == count);
  const auto mine = mesh::integers_of(share);
  REQUIRE(static_cast<std::int64_t>(mine.size()) == share.values.size());
  CHECK(std::equal(mine.begin(), mine.end(), test.expected.begin() + share.values.begin));
}

TEST_CASE("portions of many arrays come in one move, whatever the ranks want of each") {
  const auto count = GENERATE(12, 3000);
  const Case test(count);
  plan::Plan plan = test.plan;
  plan.targets.push_back({.path = "/b", .type = cgns::DataType::I4, .dims = {count}});
  plan.transfers.push_back({.source = 0, .target = 2, .source_begin = 0, .target_begin = 0, .count = count});
  const auto ranks = session().size();
  // Of pairs of the first half of /a, the first rank wants all; of its second half, each rank the same
  // number.
  std::vector<std::int64_t> first(static_cast<std::size_t>(ranks) + 1, count / 4);
  first.front() = 0;
  std::vector<std::int64_t> equal;
  for (int rank = 0; rank <= ranks; ++rank) equal.push_back(std::int64_t{count} / 2 * rank / ranks);
  io::SharedSummaries shared;
  const auto read = mesh::read_portions(
      session(), {.plan = plan, .inputs = test.inputs, .memory = 40000, .shared = &shared},
      std::vector<mesh::Portions>{{.target = 2, .begins = equal},
                                  {.target = 1, .begins = first, .width = 2},
                                  {.target = 1, .begins = equal, .shift = count / 2}});
  REQUIRE(read.size() == 3);
  const auto rank = static_cast<std::size_t>(session().rank());
  const auto is = [&](std::size_t index, std::int64_t from, std::int64_t to, const auto& value_at) {
    std::vector<std::int32_t> values;
    for (auto i = from; i < to; ++i) values.push_back(value_at(i));
    const auto bytes = std::as_bytes(std::span(values));
    return std::ranges::equal(read[index], bytes);
  };
  const auto in_a = [&](std::int64_t i) { return test.expected[static_cast<std::size_t>(i)]; };
  CHECK(
      is(0, equal[rank], equal[rank + 1], [](std::int64_t i) { return static_cast<std::int32_t>(10 * i); }));
  CHECK(is(1, 2 * first[rank], 2 * first[rank + 1], in_a));
  CHECK(is(2, count / 2 + equal[rank], count / 2 + equal[rank + 1], in_a));
  CHECK(shared.size() == 2);
}

TEST_CASE("every rank gets the values it asks for, in the order it asks") {
  const Case test(9999);
  const auto share = mesh::read_share(session(), {.plan = test.plan, .inputs = test.inputs}, 1, 3);
  std::mt19937 random(static_cast<unsigned>(session().rank()));
  std::vector<std::int64_t> wanted(session().rank() == 1 ? 0 : 5000);
  for (auto& index : wanted) index = static_cast<std::int64_t>(random() % 3333);
  const auto values = mesh::fetch_integers(session(), share, wanted, 3);
  REQUIRE(values.size() == 3 * wanted.size());
  bool same = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    same = same && values[i] == test.expected[static_cast<std::size_t>(3 * wanted[i / 3]) + i % 3];
  }
  CHECK(same);
}

TEST_CASE("every rank gets the range it asks for, in the memory of the share too") {
  const auto count = GENERATE(1, 640, 10000);
  const Case test(count);
  std::mt19937 random(static_cast<unsigned>(session().rank()));
  for (int round = 0; round < 20; ++round) {
    auto share =
        mesh::read_share(session(), {.plan = test.plan, .inputs = test.inputs, .memory = 40000}, 1, 1);
    const auto ranks = session().size();
    // Equal blocks, which shares nearly are; any; none.
    Range wanted = {count * session().rank() / ranks, count * (session().rank() + 1) / ranks};
    if (round > 5) wanted.begin = static_cast<std::int64_t>(random() % static_cast<unsigned>(count));
    if (round > 5) wanted.end = wanted.begin + static_cast<std::int64_t>(random()) % (count - wanted.begin);
    const auto fetched = mesh::fetch_range(session(), share, wanted);
    CHECK(fetched == mesh::fetch_range(session(), std::move(share), wanted));
    const auto expected =
        std::span(test.expected)
            .subspan(static_cast<std::size_t>(wanted.begin), static_cast<std::size_t>(wanted.size()));
    const auto bytes = std::as_bytes(expected);
    CHECK(std::equal(fetched.begin(), fetched.end(), bytes.begin(), bytes.end()));
  }
}
