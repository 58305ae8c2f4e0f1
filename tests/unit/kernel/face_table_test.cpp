#include "pcgns/kernel/faces.hpp"

#include <map>
#include <random>

#include "catch.hpp"

using namespace pcgns::kernel;

namespace {

std::map<FaceKey, std::int64_t> contents(const FaceTable& table) {
  std::map<FaceKey, std::int64_t> contents;
  table.for_each([&](const FaceKey& key, std::int64_t sum) { contents[key] = sum; });
  return contents;
}

}  // namespace

TEST_CASE("a table of faces sums senses and forgets what cancels") {
  // Few vertices: many faces have the same lowest one, so that they are scattered in the end.
  const auto vertices = GENERATE(3U, 50U, 5000U);
  std::mt19937 random(vertices);
  FaceTable table;
  std::map<FaceKey, std::int64_t> expected;
  for (int i = 0; i < 60000; ++i) {
    const FaceKey key = {std::uint64_t{random() % vertices} << 32 | random() % 40, random() % 40};
    const int sense = random() % 2 == 0 ? 1 : -1;
    table.add(key, sense);
    if ((expected[key] += sense) == 0) expected.erase(key);
  }
  CHECK(table.size() == static_cast<std::int64_t>(expected.size()));
  CHECK(contents(table) == expected);
  const auto drops = [](std::uint64_t hash) { return hash % 3 == 0; };
  table.drop_if(drops);
  std::erase_if(expected, [&](const auto& entry) { return drops(hash_of(entry.first)); });
  CHECK(contents(table) == expected);
}
