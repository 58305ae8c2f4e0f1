// Parts have the order that keys give, and their values with it, whatever the number of ranks.
#include "pcgns/partition/run/ordering.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "catch.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/run_writer.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using partition::OrderKey;
using partition::Pair;
using test::session;

/// Entities that parts have, own or as ghosts, each with a key for each part: known to all ranks.
struct Case {
  std::int64_t entities = 0;
  std::int32_t parts = 0;
  std::vector<Pair> own;
  std::vector<Pair> ghosts;
  std::map<Pair, OrderKey> keys;  ///< By entity and part, ghosts as part + `parts`.
  std::map<Pair, std::int64_t> lengths;

  explicit Case(unsigned seed) {
    std::mt19937 random(seed);
    entities = static_cast<std::int64_t>(random() % 200);
    parts = static_cast<std::int32_t>(1 + random() % 5);
    for (std::int64_t entity = 0; entity < entities; ++entity) {
      for (std::int32_t part = 0; part < parts; ++part) {
        const auto what = random() % 4;
        if (what == 0) own.emplace_back(entity, part);
        if (what == 1) ghosts.emplace_back(entity, part);
        if (what > 1) continue;
        const Pair pair = {entity, part + (what == 1 ? parts : 0)};
        keys[pair] = {static_cast<std::int64_t>(random() % 2), static_cast<std::int64_t>(random() % 7)};
        lengths[pair] = static_cast<std::int64_t>(random() % 4);
      }
    }
  }

  [[nodiscard]] partition::Distribution distribution() const {
    const auto begins = partition::equal_begins(entities, session().size());
    const auto rank = static_cast<std::size_t>(session().rank());
    const auto mine = [&](std::vector<Pair> pairs) {
      std::erase_if(pairs, [&](const Pair& pair) {
        return pair.first < begins[rank] || pair.first >= begins[rank + 1];
      });
      return pairs;
    };
    const auto owned =
        partition::distribution_of(session(), begins, mine(own), static_cast<std::size_t>(parts));
    return partition::with_ghosts(session(), owned, mine(ghosts));
  }

  /// What stands in the parts: own ones by key and entity, part for part, then ghosts.
  [[nodiscard]] std::vector<Pair> expected() const {
    std::vector<Pair> all;
    for (const auto& [pair, key] : keys) all.push_back(pair);
    std::sort(all.begin(), all.end(), [&](const Pair& a, const Pair& b) {
      return std::tuple(a.second, keys.at(a), a.first) < std::tuple(b.second, keys.at(b), b.first);
    });
    return all;
  }
};

}  // namespace

TEST_CASE("parts have the order of keys, and their values with it") {
  const test::Scratch folder;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Case a_case(seed);
    auto distribution = a_case.distribution();
    std::vector<OrderKey> keys;
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> values;
    for (const auto& pair : partition::pairs_of(distribution)) {
      keys.push_back(a_case.keys.at(pair));
      lengths.push_back(a_case.lengths.at(pair));
      values.insert(values.end(), static_cast<std::size_t>(lengths.back()), pair.first * 100 + pair.second);
    }
    partition::order_by(session(), distribution, keys);
    cgns::InputSet inputs;
    io::ScratchFile scratch(session(), inputs, folder.path("out"));
    std::vector<std::int64_t> ones;
    for (const auto& pair : partition::pairs_of(distribution)) ones.push_back(pair.first * 100 + pair.second);
    partition::RunWriter one(scratch, "/one", cgns::DataType::I4, partition::sizes_of(distribution, 1));
    one.put(distribution.parts, 1, std::span<const std::int64_t>(ones));
    const auto written = one.finish(session());
    partition::RunWriter many(scratch, "/many", cgns::DataType::I8,
                              partition::sizes_of(session(), distribution, lengths));
    many.put(distribution.parts, lengths, std::span<const std::int64_t>(values));
    const auto ragged = many.finish(session());
    scratch.settle();

    std::vector<std::int32_t> expected;
    std::vector<std::int64_t> expected_many;
    for (const auto& pair : a_case.expected()) {
      expected.push_back(static_cast<std::int32_t>(pair.first * 100 + pair.second));
      expected_many.insert(expected_many.end(), static_cast<std::size_t>(a_case.lengths.at(pair)),
                           expected.back());
    }
    REQUIRE(written.begins.back() == std::ssize(expected));
    REQUIRE(ragged.begins.back() == std::ssize(expected_many));
    const auto offset_of = [&](const partition::DistributedValues& distributed) {
      return inputs.arrays[static_cast<std::size_t>(distributed.source)].offset;
    };
    std::vector<std::int32_t> found(expected.size());
    scratch.read(offset_of(written), std::as_writable_bytes(std::span(found)));
    CHECK(found == expected);
    std::vector<std::int64_t> found_many(expected_many.size());
    scratch.read(offset_of(ragged), found_many);
    CHECK(found_many == expected_many);
    (void)par::all_sum(session().comm(), 0);  // Rank 0 removes the file.
  }
}
