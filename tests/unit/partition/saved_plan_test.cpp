#include "pcgns/partition/plan/saved_plan.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/partition/partition.hpp"

using pcgns::partition::map_of_plan;

TEST_CASE("a plan names the map of its unstructured zones") {
  CHECK(map_of_plan(R"({"map": "m.cgns"})", "p.json") == "m.cgns");
  CHECK(map_of_plan(R"({"schema": "x", "plan": {"map": "m.cgns", "parts": []}})", "p.json") == "m.cgns");
  for (const auto* text :
       {"[]", "7", "null", R"({"map": 7})", R"({"plan": 3})", R"({"plan": {}, "map": "not of the plan"})"})
    CHECK(map_of_plan(text, "p.json").empty());
  for (const auto* text : {"", "[", "CGNS\n"}) CHECK_THROWS_AS(map_of_plan(text, "p.json"), pcgns::Error);
}

TEST_CASE("a saved plan has every cell of the zones once") {
  using pcgns::partition::read_plan;
  const auto plan_of = [](const std::string& last) {
    return R"({"partitions": 2, "parts": [{"zone": "/B/Z", "rank": 1, "first": [1, 1, 1], "last": [2, 3, 1]},
               {"zone": "/B/Z", "rank": 0, "first": [3, 1, 1], "last": )" +
           last + "}]}";
  };
  const std::vector<pcgns::partition::ZoneSize> zones = {{.path = "/B/Z", .cells = {4, 3, 1}}};
  const auto plan = read_plan(plan_of("[4, 3, 1]"), "p.json", zones, {});
  CHECK(plan.partitions == 2);
  REQUIRE(plan.pieces.size() == 2);
  CHECK(plan.pieces[0].rank == 1);
  CHECK(plan.pieces[1].cells == pcgns::plan::Block{{2, 0, 0}, {4, 3, 1}});
  for (const auto* last : {"[3, 3, 1]", "[4, 4, 1]", "[4, 3]", "7"})
    CHECK_THROWS_AS(read_plan(plan_of(last), "p.json", zones, {}), pcgns::Error);
  CHECK_THROWS_WITH(read_plan(plan_of("[4, 3, 1], \"rank\": 1"), "p.json", zones, {}),
                    Catch::Contains("'rank' is given twice"));
}

TEST_CASE("a saved plan names zones that are not UTF-8 as reports do") {
  const std::string plan = R"({"partitions": 2, "parts": [
      {"zone": "/B/\\xe9", "rank": 0, "first": [1], "last": [4]},
      {"zone": "/B/\\xe8", "rank": 1, "first": [1], "last": [4]}]})";
  const std::vector<pcgns::partition::ZoneSize> zones = {
      {.path = "/B/\xe8", .dimension = 1, .cells = {4, 1, 1}},
      {.path = "/B/\xe9", .dimension = 1, .cells = {4, 1, 1}}};
  const auto pieces = pcgns::partition::read_plan(plan, "p.json", zones, {}).pieces;
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].rank == 1);
  CHECK(pieces[1].rank == 0);
}

TEST_CASE("pieces of a saved plan that overlap are named as the plan has them") {
  const std::vector<pcgns::partition::ZoneSize> zones = {
      {.path = "/B/Z", .dimension = 2, .cells = {4, 3, 1}}};
  const std::string plan =
      R"({"partitions": 1, "parts": [{"zone": "/B/Z", "rank": 0, "first": [1, 1], "last": [3, 3]},
                              {"zone": "/B/Z", "rank": 0, "first": [3, 1], "last": [4, 3]}]})";
  CHECK_THROWS_WITH(pcgns::partition::read_plan(plan, "p.json", zones, {}),
                    Catch::Contains("/B/Z (1, 1) to (3, 3) and /B/Z (3, 1) to (4, 3)"));
}

TEST_CASE("a plan of another schema is refused, one without is taken") {
  const std::vector<pcgns::partition::ZoneSize> zones = {
      {.path = "/B/Z", .dimension = 1, .cells = {4, 1, 1}}};
  const auto partitions_of = [&](const std::string& schema) {
    const std::string plan =
        R"("partitions": 3, "parts": [{"zone": "/B/Z", "rank": 0, "first": [1], "last": [4]}])";
    return pcgns::partition::read_plan("{" + schema + plan + "}", "p.json", zones, {}).partitions;
  };
  CHECK(partitions_of("") == 3);
  CHECK(partitions_of(R"("schema": "pcgns-repartition/1", )") == 3);
  CHECK(partitions_of(R"("schema": "pcgns-repartition/2", )") == 3);
  CHECK_THROWS_WITH(partitions_of(R"("schema": "pcgns-repartition/3", )"),
                    "p.json:/schema: is \"pcgns-repartition/3\", not \"pcgns-repartition/2\"");
  CHECK_THROWS_WITH(partitions_of(R"("schema": 7, )"), Catch::Contains("/schema: is 7"));
}
