#include "pcgns-bench/measure/turns.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "catch.hpp"

using namespace pcgns::bench;

TEST_CASE("every engine comes equally often after each other one, and at each place") {
  for (std::size_t count = 1; count <= 9; ++count) {
    CAPTURE(count);
    const std::size_t rounds = count % 2 == 0 ? 1 : 2;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> after;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> at;
    for (std::size_t repetition = 0; repetition < rounds * count; ++repetition) {
      const auto turns = turns_of(count, repetition);
      REQUIRE(turns.size() == count);
      for (std::size_t place = 0; place < count; ++place) {
        ++at[{turns[place], place}];
        if (place > 0) ++after[{turns[place - 1], turns[place]}];
      }
    }
    CHECK(at.size() == count * count);
    CHECK(after.size() == count * (count - 1));
    CHECK(std::all_of(at.begin(), at.end(), [&](const auto& entry) { return entry.second == rounds; }));
    CHECK(std::all_of(after.begin(), after.end(), [&](const auto& entry) { return entry.second == rounds; }));
    for (const auto& [pair, times] : after) CHECK(pair.first != pair.second);
  }
}

TEST_CASE("no engines, no turns") { CHECK(turns_of(0, 3).empty()); }
