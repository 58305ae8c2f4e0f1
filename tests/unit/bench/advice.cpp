#include "pcgns-bench/scenario/advice.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using namespace pcgns::bench;
using Catch::Matchers::Equals;

namespace {

/// Ten times around `seconds`, within `scatter` of it.
EngineTimes times(const std::string& engine, double seconds, double scatter = 0.01) {
  EngineTimes result{.engine = engine, .seconds = {}};
  for (int i = 0; i < 10; ++i) result.seconds.push_back(seconds * (1 + scatter * (i - 4.5) / 4.5));
  return result;
}

}  // namespace

TEST_CASE("the fastest engine is recommended, with what limits it") {
  const std::vector<EngineTimes> all = {times("hdf5-collective", 3), times("queue", 1.01), times("posix", 1),
                                        times("file-per-process", 0.5)};
  CHECK_THAT(
      advice("write", all, {.aggregators_per_node = 4, .reaches_device = true}),
      Equals("write with queue and 4 aggregators per node: hdf5-collective takes 2.97 times as long; the "
             "limit here is the device"));
  CHECK_THAT(advice("read", all, {}), Equals("read with queue: hdf5-collective takes 2.97 times as long; the "
                                             "limit here is the page cache"));
}

TEST_CASE("an engine that is slower than the bound is the limit itself") {
  const std::vector<EngineTimes> all = {times("queue", 2), times("direct", 2), times("posix", 1)};
  CHECK_THAT(
      advice("write", all, {}),
      Equals("write with queue or direct, which take equally long; the limit here is the way of the data, "
             "which takes 2.00 times as long as the page cache alone"));
}

TEST_CASE("times that scatter too much, or are too few, tell nothing") {
  const std::vector<EngineTimes> wide = {times("queue", 1, 0.8), times("direct", 1.1, 0.8),
                                         times("posix", 1, 0.8)};
  CHECK_THAT(
      advice("write", wide, {}),
      Equals("cannot tell whether to write with queue or direct: the times scatter too much, repeat more "
             "often; cannot tell what the limit is"));
  const std::vector<EngineTimes> few = {{"queue", {1}}, {"direct", {9}}};
  CHECK_THAT(advice("write", few, {}), Catch::Matchers::StartsWith("cannot tell whether to write"));
}

TEST_CASE("without an engine to compare with there is less to say") {
  CHECK_THAT(advice("write", std::vector{times("direct", 1)}, {}),
             Equals("write with direct: there is no other engine to choose from; compare with --engines "
                    "queue,direct,hdf5-collective"));
  CHECK_THAT(advice("write", std::vector{times("queue", 1), times("posix", 1)}, {}),
             Catch::Matchers::StartsWith("write with queue: there is no other engine to choose from (posix, "
                                         "file-per-process and copy are bounds, not choices); compare with"));
  CHECK(advice("write", std::vector{times("posix", 1)}, {}).empty());
}
