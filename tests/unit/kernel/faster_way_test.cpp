#include "pcgns/kernel/faster_way.hpp"

#include "catch.hpp"

using namespace pcgns;

namespace {

struct Times {
  double first;
  double second;
};

/// Goes so many steps; how many of them went the second way.
int second_of(kernel::FasterWay& way, int steps, Times times) {
  int count = 0;
  for (int step = 0; step < steps; ++step) {
    if (way.is_second()) ++count;
    way.took(way.is_second() ? times.second : times.first);
  }
  return count;
}

}  // namespace

TEST_CASE("both ways are tried, then the faster one is taken", "[faster_way]") {
  kernel::FasterWay first;
  CHECK(second_of(first, 5, {1, 2}) == 0);
  CHECK(second_of(first, 5, {1, 2}) == 5);
  CHECK(second_of(first, 100, {1, 2}) == 0);
  kernel::FasterWay second;
  CHECK(second_of(second, 30, {2, 1}) == 20);
  CHECK(second_of(second, 1000, {2, 1}) > 950);
}

TEST_CASE("the second way has to be clearly faster", "[faster_way]") {
  kernel::FasterWay way;
  CHECK(second_of(way, 112, {1.2, 1}) == 5);
}

TEST_CASE("a way that gets slower is left at once", "[faster_way]") {
  kernel::FasterWay way;
  second_of(way, 112, {1, 2});
  CHECK(second_of(way, 112, {4, 2}) > 90);
  CHECK(second_of(way, 112, {1, 4}) < 12);
}

TEST_CASE("what gets faster unseen is found when it is tried again", "[faster_way]") {
  kernel::FasterWay way;
  second_of(way, 112, {4, 2});
  CHECK(second_of(way, 1000, {1, 2}) < 120);
  CHECK(second_of(way, 1000, {1, 2}) < 25);
}

TEST_CASE("single steps that take long change nothing", "[faster_way]") {
  kernel::FasterWay way;
  second_of(way, 10, {1, 2});
  int seconds = 0;
  for (int block = 0; block < 20; ++block) {
    seconds += second_of(way, 3, {1, 2});
    seconds += second_of(way, 1, {50, 50});
    seconds += second_of(way, 1, {1, 2});
  }
  CHECK(seconds == 0);
}

TEST_CASE("what was slow for a moment is soon tried again, what stays slow ever later", "[faster_way]") {
  kernel::FasterWay way;
  second_of(way, 100, {1, 2});
  second_of(way, 5, {4, 2});
  CHECK(second_of(way, 100, {1, 2}) < 50);
  CHECK(second_of(way, 1000, {4, 2}) > 950);
}
