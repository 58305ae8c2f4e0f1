// Cells find each other at their faces, whatever else waits.
#include "pcgns/kernel/faces.hpp"

#include <map>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns::kernel;

FaceKey key_of(std::int64_t number) { return triangle_of(number, number + 1, number * 7 % 1000 + 2000).key; }

}  // namespace

TEST_CASE("the second cell at a face meets the first") {
  FaceMates mates;
  CHECK(mates.meet(key_of(1), 5) == -1);
  CHECK(mates.meet(key_of(2), 6) == -1);
  CHECK(mates.meet(key_of(1), 0) == 5);
  CHECK(mates.meet(key_of(1), 7) == -1);  // a third one waits again
  CHECK(mates.size() == 2);
  std::map<FaceKey, std::int64_t> left;
  mates.drain([&](const FaceKey& key, std::int64_t cell) { left[key] = cell; });
  CHECK(left == std::map<FaceKey, std::int64_t>{{key_of(2), 6}, {key_of(1), 7}});
  CHECK(mates.size() == 0);
  CHECK(mates.meet(key_of(2), 1) == -1);
}

TEST_CASE("any faces in any order are met as a map would have it") {
  std::mt19937 random(3);
  FaceMates mates;
  std::map<FaceKey, std::int64_t> wanted;
  for (std::int64_t cell = 0; cell < 20000; ++cell) {
    const auto key = key_of(static_cast<std::int64_t>(random() % 900));
    const auto found = wanted.find(key);
    const auto other = found == wanted.end() ? -1 : found->second;
    if (found == wanted.end())
      wanted[key] = cell;
    else
      wanted.erase(found);
    REQUIRE(mates.meet(key, cell) == other);
    REQUIRE(mates.size() == static_cast<std::int64_t>(wanted.size()));
  }
}
