#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

Node flow(std::string name) {
  return solution(std::move(name), {cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"),
                                    reals("Pressure", {1, 2, 3}), reals("Density", {4, 5, 6})});
}

Inputs two_zones() {
  Inputs inputs;
  inputs.rank("a.cgns", {family("Wall"), zone("Wing", {coordinates({1}), flow("Mean"), flow("Last")})});
  inputs.rank("b.cgns", {zone("Body", {coordinates({1}), flow("Mean"), node("Extra", "DiscreteData_t")})});
  return inputs;
}

plan::Plan only(std::vector<std::string> patterns) {
  return two_zones().merged({.only = std::move(patterns)});
}
plan::Plan omit(std::vector<std::string> patterns) {
  return two_zones().merged({.omit = std::move(patterns)});
}

const Texts all_fields = {"GridLocation", "Pressure", "Density"};

}  // namespace

TEST_CASE("the name of a zone after --only keeps that zone as it is") {
  const auto plan = only({"Wing"});
  CHECK(children(plan, "/Base") == Texts{"Wall", "Wing"});
  CHECK(children(plan, "/Base/Wing") == Texts{"GridCoordinates", "Mean", "Last"});
  CHECK(children(plan, "/Base/Wing/Last") == all_fields);
}

TEST_CASE("the name of a field after --only keeps it in all solutions, and all that is no field") {
  const auto plan = only({"Press*"});
  CHECK(children(plan, "/Base") == Texts{"Wall", "Wing", "Body"});
  CHECK(children(plan, "/Base/Wing/Mean") == Texts{"GridLocation", "Pressure"});
  CHECK(children(plan, "/Base/Body/Mean") == Texts{"GridLocation", "Pressure"});
  CHECK(children(plan, "/Base/Wing/GridCoordinates") == Texts{"CoordinateX"});
}

TEST_CASE("patterns after --only restrict each level at which one of them matches") {
  CHECK(children(only({"Mean"}), "/Base/Wing") == Texts{"GridCoordinates", "Mean"});
  CHECK(children(only({"Mean"}), "/Base/Body") == Texts{"GridCoordinates", "Mean"});
  const auto plan = only({"Wing", "Mean", "Density"});
  CHECK(children(plan, "/Base") == Texts{"Wall", "Wing"});
  CHECK(children(plan, "/Base/Wing") == Texts{"GridCoordinates", "Mean"});
  CHECK(children(plan, "/Base/Wing/Mean") == Texts{"GridLocation", "Density"});
}

TEST_CASE("a solution that is matched keeps its fields if none of them is") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {flow("Flow"), solution("Other", {reals("FlowRate", {1})})})});
  const auto plan = inputs.merged({.only = {"Flow*", "Other"}});
  CHECK(children(plan, "/Base/A/Flow") == all_fields);
  CHECK(children(plan, "/Base/A/Other") == Texts{"FlowRate"});
  CHECK(children(inputs.merged({.only = {"Flow*", "Other"}, .omit = {"Density"}}), "/Base/A/Flow") ==
        Texts{"GridLocation", "Pressure"});
}

TEST_CASE("a solution without the field that is asked for stays, without its fields") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {flow("Flow"), solution("Other", {reals("Density", {1})})})});
  CHECK(children(inputs.merged({.only = {"Pressure"}}), "/Base/A/Other").empty());
}

TEST_CASE("patterns after --omit leave out what matches at any level, also of what --only keeps") {
  CHECK(children(omit({"Body"}), "/Base") == Texts{"Wall", "Wing"});
  CHECK(children(omit({"Mean"}), "/Base/Wing") == Texts{"GridCoordinates", "Last"});
  CHECK(children(omit({"Extra"}), "/Base/Body") == Texts{"GridCoordinates", "Mean"});
  CHECK(children(omit({"Density"}), "/Base/Wing/Mean") == Texts{"GridLocation", "Pressure"});
  CHECK(children(two_zones().merged({.only = {"Wing"}, .omit = {"Last"}}), "/Base/Wing") ==
        Texts{"GridCoordinates", "Mean"});
}

TEST_CASE("a pattern with a slash is matched with the path") {
  CHECK(children(omit({"/Base/Wing/Mean"}), "/Base/Wing") == Texts{"GridCoordinates", "Last"});
  CHECK(children(omit({"/Base/Wing/Mean"}), "/Base/Body") == Texts{"GridCoordinates", "Mean", "Extra"});
  CHECK(children(omit({"Wing/Mean"}), "/Base/Wing") == Texts{"GridCoordinates", "Last"});
  CHECK(children(omit({"Mean/Density"}), "/Base/Body/Mean") == Texts{"GridLocation", "Pressure"});
  CHECK(children(omit({"Wing/*Density"}), "/Base/Wing/Last") == Texts{"GridLocation", "Pressure"});
  CHECK(children(omit({"Wing/*Density"}), "/Base/Body/Mean") == all_fields);
  CHECK(children(omit({"B*/Wing"}), "/Base") == Texts{"Wall", "Body"});
}

TEST_CASE("patterns have the signs of the shell") {
  CHECK(children(omit({"W?ng"}), "/Base") == Texts{"Wall", "Body"});
  CHECK(children(omit({"[A-M]ean"}), "/Base/Wing") == Texts{"GridCoordinates", "Last"});
  CHECK(children(omit({"[!M]*t"}), "/Base/Wing") == Texts{"GridCoordinates", "Mean"});
}

TEST_CASE("a pattern that matches nothing is an error") {
  CHECK(two_zones().error({.only = {"Wing", "Presure"}}) ==
        "--only 'Presure' matches no zone, solution or field of the inputs; did you mean 'Pressure'?");
  CHECK(two_zones().error({.omit = {"/Wing"}}) ==
        "--omit '/Wing' matches no zone, solution or field of the inputs");
  CHECK(two_zones().error({.omit = {"Wall"}}) != "no error");
  CHECK(two_zones().error({.omit = {"CoordinateX"}}) != "no error");
}

TEST_CASE("entries of a table that name a solution left out are Null") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(3, {reals("TimeValues", {1, 2, 3})}),
               zone("A", {flow("S1"), flow("S2"), flow("S3"),
                          zone_iterative({pointers("FlowSolutionPointers", {"S1", "S2", "S3"})})})});
  CHECK(rows(inputs.merged({.omit = {"S2"}}), "/Base/A/ZoneIterativeData/FlowSolutionPointers") ==
        Texts{"S1", "Null", "S3"});
  CHECK(rows(inputs.merged({.steps = fileset::parse_steps("2:"), .omit = {"S2"}}),
             "/Base/A/ZoneIterativeData/FlowSolutionPointers") == Texts{"Null", "S3"});
  CHECK(rows(inputs.merged({.omit = {"Density"}}), "/Base/A/ZoneIterativeData/FlowSolutionPointers") ==
        Texts{"S1", "S2", "S3"});
}

TEST_CASE("what is left out is not moved") {
  CHECK(two_zones().merged().targets.size() == 8);
  CHECK(omit({"Density"}).targets.size() == 5);
  CHECK(omit({"Wing"}).targets.size() == 3);
}

TEST_CASE("a join to a zone that is left out leads nowhere") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {interface_to("1", "B")})}).rank("b.cgns", {zone("B")});
  CHECK(warnings(inputs.merged({.omit = {"B"}})).size() == 1);
}

TEST_CASE("entries of a table that name nothing stay as they are") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {iterative(2, {}),
       zone("A", {flow("S2"), zone_iterative({pointers("FlowSolutionPointers", {"Elsewhere", "S2"})})})});
  CHECK(rows(inputs.merged({.omit = {"S2"}}), "/Base/A/ZoneIterativeData/FlowSolutionPointers") ==
        Texts{"Elsewhere", "Null"});
}

TEST_CASE("patterns leave families alone") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(1, {integers("NumberOfFamilies", {1}),
                             cgns::table_node("FamilyPointers", "DataArray_t", {32, 1, 1}, {"Wall"})}),
               family("Wall"), zone("Wall zone")});
  const auto plan = inputs.merged({.omit = {"Wall*"}});
  CHECK(children(plan, "/Base") == Texts{"BaseIterativeData", "Wall"});
  CHECK(rows(plan, "/Base/BaseIterativeData/FamilyPointers") == Texts{"Wall"});
}
