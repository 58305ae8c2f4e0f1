#include "pcgns/partition/partition.hpp"

#include "catch.hpp"

using pcgns::partition::map_of_plan;

TEST_CASE("a plan names the map of its unstructured zones") {
  CHECK(map_of_plan(R"({"map": "m.cgns"})") == "m.cgns");
  CHECK(map_of_plan(R"({"schema": "x", "plan": {"map": "m.cgns", "parts": []}})") == "m.cgns");
  for (const auto* text : {"", "[", "[]", "7", "null", R"({"map": 7})", R"({"plan": 3})",
                           R"({"plan": {}, "map": "not of the plan"})"})
    CHECK(map_of_plan(text).empty());
}
