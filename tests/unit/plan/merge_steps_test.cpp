#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "plan/build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using plan::OnConflict;
using plan::parse_steps;
using plan::Steps;

constexpr auto bid = "/Base/BaseIterativeData";

plan::MergeRequest with_steps(const std::string& text) { return {.steps = parse_steps(text)}; }

/// "S1", "S2", …
Texts solution_names(int count) {
  Texts names;
  for (int i = 1; i <= count; ++i) names.push_back("S" + std::to_string(i));
  return names;
}

/// A zone with a solution for each step, and a table that names them.
Node unsteady_zone(std::string name, int steps) {
  Nodes parts = {coordinates({1, 2, 3, 4})};
  for (const auto& solution_name : solution_names(steps)) parts.push_back(solution(solution_name));
  parts.push_back(zone_iterative({pointers("FlowSolutionPointers", solution_names(steps))}));
  return zone(std::move(name), std::move(parts));
}

Node times(int steps, double begin = 0) {
  Reals values;
  for (int i = 1; i <= steps; ++i) values.push_back(begin + i);
  return iterative(steps, {reals("TimeValues", values)});
}

Inputs two_files(int steps_a, int steps_b) {
  Inputs inputs;
  inputs.rank("a.cgns", {times(steps_a), unsteady_zone("A", steps_a)});
  inputs.rank("b.cgns", {times(steps_b), unsteady_zone("B", steps_b)});
  return inputs;
}

Reals reals_at(const plan::Plan& plan, const std::string& path) {
  return tree::reals_of(*tree::find(plan.output, path));
}
Numbers integers_at(const plan::Plan& plan, const std::string& path) {
  return tree::integers_of(*tree::find(plan.output, path));
}

Texts pointers_of(const plan::Plan& plan, const std::string& zone_name) {
  return rows(plan, "/Base/" + zone_name + "/ZoneIterativeData/FlowSolutionPointers");
}

}  // namespace

TEST_CASE("steps are read as people count them") {
  const auto range_of = [](const char* text) {
    const auto steps = parse_steps(text);
    CHECK(steps.which == Steps::Which::range);
    return Numbers{steps.range.begin, steps.range.end, steps.stride};
  };
  constexpr auto open = Steps::open_end;
  CHECK(parse_steps("common").which == Steps::Which::common);
  CHECK(parse_steps("all").which == Steps::Which::all);
  CHECK(range_of("last") == Numbers{-1, open, 1});
  CHECK(range_of("7") == Numbers{6, 7, 1});
  CHECK(range_of("3:7") == Numbers{2, 7, 1});
  CHECK(range_of("3:3") == Numbers{2, 3, 1});
  CHECK(range_of("3:") == Numbers{2, open, 1});
  CHECK(range_of(":7") == Numbers{0, 7, 1});
  CHECK(range_of("1:9:2") == Numbers{0, 9, 2});
  CHECK(range_of("::2") == Numbers{0, open, 2});
}

TEST_CASE("other texts pick no steps") {
  for (const auto* text : {"", ":", "::", "0", "-1", "7:3", "0:3", "1:2:0", "1:2:", "1:2:3:4", "x", "3x",
                           "3:x", "first", " 3", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_steps(text), Error);
  }
}

TEST_CASE("files that have the same steps are united without a word") {
  const auto plan = two_files(3, 3).merged();
  CHECK(plan.notes.empty());
  CHECK(integers_at(plan, bid) == Numbers{3});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{1, 2, 3});
  CHECK(children(plan, "/Base/A") == Texts{"GridCoordinates", "S1", "S2", "S3", "ZoneIterativeData"});
}

TEST_CASE("where files stop at different steps the last common one is the last, and that is said") {
  const auto plan = two_files(2, 4).merged();
  CHECK(integers_at(plan, bid) == Numbers{2});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{1, 2});
  CHECK(tree::find(plan.output, bid + std::string("/TimeValues"))->dims == Numbers{2});
  CHECK(children(plan, "/Base/B") == Texts{"GridCoordinates", "S1", "S2", "ZoneIterativeData"});
  CHECK(pointers_of(plan, "A") == Texts{"S1", "S2"});
  CHECK(pointers_of(plan, "B") == Texts{"S1", "S2"});
  CHECK(warnings(plan) == Texts{"/Base/BaseIterativeData: 2 steps are taken, which all files have; "
                                "1 of 2 files have more (b.cgns has 4)"});
  CHECK(infos(plan) == Texts{"/Base/B: nodes of steps that are not taken are left out: 2"});
}

TEST_CASE("with --steps all the names of steps that a file does not have are Null") {
  const auto plan = two_files(2, 4).merged(with_steps("all"));
  CHECK(integers_at(plan, bid) == Numbers{4});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{1, 2, 3, 4});
  CHECK(pointers_of(plan, "A") == Texts{"S1", "S2", "Null", "Null"});
  CHECK(pointers_of(plan, "B") == solution_names(4));
  CHECK(warnings(plan) == Texts{"/Base/BaseIterativeData: 4 steps are taken; "
                                "1 of 2 files have fewer: names are Null there (a.cgns has 2)"});
}

TEST_CASE("with --steps all no numbers are made up") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2), zone("A", {zone_iterative({reals("Drag", {1, 2})})})});
  inputs.rank("b.cgns", {times(3)});
  CHECK(inputs.error(with_steps("all")) ==
        "a.cgns:/Base/A/ZoneIterativeData/Drag: has values for 2 steps only, and 3 are wanted");

  Inputs without_times;
  without_times.rank("a.cgns", {times(2)}).rank("b.cgns", {iterative(3, {})});
  CHECK(without_times.error(with_steps("all")) ==
        "a.cgns:/Base/BaseIterativeData/TimeValues: has values for 2 steps only, and 3 are wanted");
}

TEST_CASE("a range picks steps, and what only other steps name is left out") {
  const auto merged = [](const char* steps) { return two_files(5, 5).merged(with_steps(steps)); };
  CHECK(pointers_of(merged("2:4"), "A") == Texts{"S2", "S3", "S4"});
  CHECK(pointers_of(merged("last"), "A") == Texts{"S5"});
  CHECK(pointers_of(merged("4:"), "A") == Texts{"S4", "S5"});
  const auto plan = merged("1:5:2");
  CHECK(pointers_of(plan, "A") == Texts{"S1", "S3", "S5"});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{1, 3, 5});
  CHECK(children(plan, "/Base/A") == Texts{"GridCoordinates", "S1", "S3", "S5", "ZoneIterativeData"});
  CHECK(children(merged("5"), "/Base/B") == Texts{"GridCoordinates", "S5", "ZoneIterativeData"});
}

TEST_CASE("a range counts the steps that all files have") {
  CHECK(pointers_of(two_files(3, 5).merged(with_steps("last")), "B") == Texts{"S3"});
  CHECK(two_files(3, 5).error(with_steps("4")) == "--steps: there is no step 4: a.cgns has 3");
  CHECK(two_files(3, 5).error(with_steps("2:5")) == "--steps: there is no step 5: a.cgns has 3");
  CHECK(two_files(3, 5).error(with_steps("4:")) == "--steps: there is no step 4: a.cgns has 3");
  Inputs steady;
  steady.rank("a.cgns", {zone("A")});
  CHECK(steady.error(with_steps("last")) == "--steps: the inputs have no steps");
}

TEST_CASE("nodes that steps share, or that no step names, stay") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {times(3), zone("A", {coordinates({1}), node("Moved", "GridCoordinates_t"), solution("S1"),
                            solution("S2"), solution("Mean"), user("S1Data"),
                            zone_iterative({pointers("FlowSolutionPointers", {"S1", "S2", "S1"}),
                                            pointers("GridCoordinatesPointers",
                                                     {"GridCoordinates", "GridCoordinates", "Moved"})})})});
  const auto last = inputs.merged(with_steps("last"));
  CHECK(children(last, "/Base/A") ==
        Texts{"GridCoordinates", "Moved", "S1", "Mean", "S1Data", "ZoneIterativeData"});
  const auto second = inputs.merged(with_steps("2"));
  CHECK(children(second, "/Base/A") == Texts{"GridCoordinates", "S2", "Mean", "S1Data", "ZoneIterativeData"});
}

TEST_CASE("a table names only nodes of its own label") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(2), zone("A", {node("S1", "DiscreteData_t"), solution("S2"),
                                    zone_iterative({pointers("FlowSolutionPointers", {"S1", "S2"})})})});
  CHECK(children(inputs.merged(with_steps("2")), "/Base/A") == Texts{"S1", "S2", "ZoneIterativeData"});
}

TEST_CASE("all tables of a zone are cut, particles too, and what is not per step is not") {
  const auto particle_zone =
      with(zone("P"), {node("Q1", "ParticleSolution_t"), node("Q2", "ParticleSolution_t"),
                       node("ParticleIterativeData", "ParticleIterativeData_t",
                            {pointers("ParticleSolutionPointers", {"Q1", "Q2"})})});
  Inputs inputs;
  auto particles = particle_zone;
  particles.label = "ParticleZone_t";
  inputs.rank(
      "a.cgns",
      {times(2), particles,
       zone("A", {node("M1", "RigidGridMotion_t"), node("M2", "RigidGridMotion_t"),
                  node("R1", "ZoneSubRegion_t"), node("R2", "ZoneSubRegion_t"),
                  zone_iterative({pointers("RigidGridMotionPointers", {"M1", "M2"}),
                                  pointers("ZoneSubRegionPointers", {"R1", "R2"}), reals("Drag", {5, 6}),
                                  reals("Axis", {1, 2, 3}), descriptor("Note", "ab")})})});
  const auto plan = inputs.merged(with_steps("last"));
  CHECK(children(plan, "/Base/P") == Texts{"Q2", "ParticleIterativeData"});
  CHECK(children(plan, "/Base/A") == Texts{"M2", "R2", "ZoneIterativeData"});
  CHECK(reals_at(plan, "/Base/A/ZoneIterativeData/Drag") == Reals{6});
  CHECK(reals_at(plan, "/Base/A/ZoneIterativeData/Axis") == Reals{1, 2, 3});
  CHECK(tree::text_of(*tree::find(plan.output, "/Base/A/ZoneIterativeData/Note")) == "ab");
}

TEST_CASE("a table of one step may have one dimension") {
  auto table = tree::table_node("FlowSolutionPointers", "DataArray_t", {32}, {"S1"});
  Inputs inputs;
  inputs.rank("a.cgns", {times(1), zone("A", {solution("S1"), zone_iterative({table})})});
  inputs.rank("b.cgns", {times(2)});
  const auto plan = inputs.merged(with_steps("all"));
  CHECK(pointers_of(plan, "A") == Texts{"S1", "Null"});
  CHECK(tree::find(plan.output, "/Base/A/ZoneIterativeData/FlowSolutionPointers")->dims == Numbers{32, 2});
}

TEST_CASE("with 32 steps a text is no array of steps") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {times(32), zone("A", {zone_iterative({tree::table_node("Kind", "DataArray_t", {32}, {"x"})})})});
  CHECK(tree::find(inputs.merged(with_steps("last")).output, "/Base/A/ZoneIterativeData/Kind")->dims ==
        Numbers{32});
}

TEST_CASE("the entries of SEACAS mean the solutions at vertices and in cells") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(2), zone("A", {solution("VertexAt1"), solution("CellAt1"), solution("VertexAt2"),
                                    solution("CellAt2"),
                                    zone_iterative({pointers("FlowSolutionPointers", {"At1", "At2"}),
                                                    descriptor("VertexPrefix", "Vertex"),
                                                    descriptor("CellCenterPrefix", "Cell")})})});
  CHECK(children(inputs.merged(with_steps("2")), "/Base/A") ==
        Texts{"VertexAt2", "CellAt2", "ZoneIterativeData"});
  const auto no_vertices = inputs.merged({.omit = {"VertexAt1"}});
  CHECK(pointers_of(no_vertices, "A") == Texts{"At1", "At2"});
  const auto no_first = inputs.merged({.omit = {"*At1"}});
  CHECK(pointers_of(no_first, "A") == Texts{"Null", "At2"});
}

TEST_CASE("times must agree where files have them, to the last bit") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(2, {reals("TimeValues", {0.1, 0.2}), integers("IterationValues", {10, 20})})});
  inputs.rank("b.cgns", {iterative(3, {reals("TimeValues", {0.1, 0.2000000001, 0.3}),
                                       integers("IterationValues", {10, 20, 30})})});
  CHECK(inputs.error() ==
        "b.cgns:/Base/BaseIterativeData/TimeValues: is R8 0.2000000001 at step 2, but R8 0.2 at step 2 in "
        "a.cgns; "
        "--on-conflict first takes the first file's");
  const auto plan = inputs.merged({.on_conflict = OnConflict::first, .steps = parse_steps("all")});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{0.1, 0.2, 0.3});
  CHECK(warnings(plan).size() == 2);
}

TEST_CASE("times are not compared beyond the common steps, unless all are wanted") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(1)});
  inputs.rank("b.cgns", {iterative(2, {reals("TimeValues", {1, 2})})});
  inputs.rank("c.cgns", {iterative(2, {reals("TimeValues", {1, 3})})});
  CHECK(inputs.error() == "no error");
  CHECK(inputs.error(with_steps("all"))
            .starts_with("c.cgns:/Base/BaseIterativeData/TimeValues: is R8 3 at step 2"));
}

TEST_CASE("a file with more steps than times, or fewer, is an error") {
  const auto error_of = [](int steps, Node times) {
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(steps, {std::move(times)})});
    return inputs.error();
  };
  const std::string place = "a.cgns:/Base/BaseIterativeData/";
  CHECK(error_of(3, reals("TimeValues", {1, 2})) ==
        place + "TimeValues: has 2 where 3 must be, one for each step");
  CHECK(error_of(1, integers("IterationValues", {1, 2})) ==
        place + "IterationValues: has 2 where 1 must be, one for each step");
  CHECK(error_of(2, reals("TimeValues", {1, 2})) == "no error");
}

TEST_CASE("times of another type are a conflict") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, {reals("TimeValues", {1, 2})})});
  inputs.rank("b.cgns", {iterative(2, {integers("TimeValues", {1, 2})})});
  CHECK(inputs.error().starts_with(
      "b.cgns:/Base/BaseIterativeData/TimeValues: is I4[2] 1 2, but R8[2] 1 2 in a.cgns"));
}

TEST_CASE("the zones of all files are listed at each step") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, zone_tables({{"A1"}, {"A1", "A2"}}, 2)), zone("A1"), zone("A2")});
  inputs.rank("b.cgns", {iterative(2, zone_tables({{"B1"}, {}}, 1)), zone("B1")});
  const auto plan = inputs.merged();
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{2, 2});
  CHECK(rows(plan, bid + std::string("/ZonePointers")) == Texts{"A1", "B1", "A1", "A2"});
  CHECK(tree::find(plan.output, bid + std::string("/ZonePointers"))->dims == Numbers{32, 2, 2});
  CHECK(children(plan, bid) == Texts{"NumberOfZones", "ZonePointers"});
}

TEST_CASE("a zone that several files list is listed once, and short lists are filled with Null") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, zone_tables({{"A", "B"}, {"B"}}, 2)), zone("A")});
  inputs.rank("b.cgns", {iterative(2, zone_tables({{"A", "B"}, {"B"}}, 2)), zone("B")});
  const auto plan = inputs.merged();
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{2, 1});
  CHECK(rows(plan, bid + std::string("/ZonePointers")) == Texts{"A", "B", "B", "Null"});
}

TEST_CASE("a file that lists no zones has all of its own at all of its steps") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(3, zone_tables({{"A"}, {}, {"A"}}, 1)), zone("A")});
  inputs.rank("b.cgns", {iterative(2, {}), zone("B1"), zone("B2")});
  inputs.rank("c.cgns", {zone("C"), family("Wall")});
  const auto plan = inputs.merged(with_steps("all"));
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{4, 3, 2});
  CHECK(rows(plan, bid + std::string("/ZonePointers")) ==
        Texts{"A", "B1", "B2", "C", "B1", "B2", "C", "Null", "A", "C", "Null", "Null"});
}

TEST_CASE("no file lists its zones, and nor does the output") {
  CHECK(children(two_files(2, 2).merged(), bid) == Texts{"TimeValues"});
}

TEST_CASE("lists of zones are cut with the steps, and lose zones that are left out") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, zone_tables({{"A1"}, {"A1", "A2"}}, 2)), zone("A1"), zone("A2")});
  CHECK(rows(inputs.merged(with_steps("2")), bid + std::string("/ZonePointers")) == Texts{"A1", "A2"});
  const auto plan = inputs.merged({.omit = {"A1"}});
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{0, 1});
  CHECK(rows(plan, bid + std::string("/ZonePointers")) == Texts{"Null", "A2"});
}

TEST_CASE("families and particle zones are listed like zones") {
  const auto tables = [](const char* number, const char* names, const char* name) {
    return Nodes{integers(number, {1}), tree::table_node(names, "DataArray_t", {32, 1, 1}, {name})};
  };
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(1, tables("NumberOfFamilies", "FamilyPointers", "Wall")), family("Wall"),
                         zone("A")});
  inputs.rank("b.cgns", {iterative(1, {}), family("Wall"), family("Inflow")});
  CHECK(rows(inputs.merged({.omit = {"A"}}), bid + std::string("/FamilyPointers")) ==
        Texts{"Wall", "Inflow"});

  Inputs particles;
  particles.rank("a.cgns", {iterative(1, tables("NumberOfParticleZones", "ParticleZonePointers", "P")),
                            node("P", "ParticleZone_t"), zone("A")});
  particles.rank("b.cgns", {iterative(1, {}), node("Q", "ParticleZone_t")});
  CHECK(rows(particles.merged(), bid + std::string("/ParticleZonePointers")) == Texts{"P", "Q"});
}

TEST_CASE("a list of zones that does not fit its steps is an error") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(2, {tree::table_node("ZonePointers", "DataArray_t", {32, 3}, {"A", "B", "C"})})});
  CHECK(inputs.error() ==
        "a.cgns:/Base/BaseIterativeData/ZonePointers: does not have the same number of names for each step");
  Inputs numbers;
  numbers.rank("a.cgns", {iterative(1, {reals("NumberOfZones", {1}), pointers("ZonePointers", {"A"})})});
  CHECK(numbers.error() == "a.cgns:/Base/BaseIterativeData/NumberOfZones: is R8 1 where I4 or I8 must be");
}

TEST_CASE("other nodes of the iterative data are united like any others") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {iterative(1, {descriptor("Stamp", "1"), reals("Constant", {1, 2, 3}), node("D", "DataClass_t")})});
  inputs.rank("b.cgns", {iterative(1, {descriptor("Stamp", "2"), reals("Constant", {1, 2, 3})})});
  const auto plan = inputs.merged();
  CHECK(children(plan, bid) == Texts{"Constant", "D"});
  CHECK(children(plan, "/Base/:PCGNS#PerRank/1/BaseIterativeData") == Texts{"Stamp"});
  CHECK(infos(plan).back() == "/Base/BaseIterativeData/D: is in 1 of 2 files only");
}

TEST_CASE("a base has one set of iterative data, whatever the files call it") {
  Inputs inputs;
  auto other = times(2);
  other.name = "TimeIterValues";
  inputs.rank("a.cgns", {times(2)}).rank("b.cgns", {other}).rank("c.cgns", {});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"BaseIterativeData"});
  CHECK(infos(plan) == Texts{"/Base/BaseIterativeData: is in 2 of 3 files only",
                             "/Base/TimeIterValues: is BaseIterativeData now"});
}

TEST_CASE("a file without steps among files with some is an error, unless all are wanted") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2)}).rank("b.cgns", {iterative(0, {})});
  CHECK(inputs.error() == "b.cgns:/Base/BaseIterativeData: has no steps, unlike other files");
  CHECK(inputs.error(with_steps("all")) == "no error");
  Inputs none;
  none.rank("a.cgns", {iterative(0, {})}).rank("b.cgns", {iterative(0, {})});
  CHECK(none.merged().notes.empty());
}

TEST_CASE("tables of a zone whose file has no number of steps stay, and that is said") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2)})
      .rank("b.cgns", {unsteady_zone("B", 3)})
      .rank("c.cgns", {unsteady_zone("C", 2)});
  const auto plan = inputs.merged();
  CHECK(pointers_of(plan, "B") == solution_names(3));
  CHECK(warnings(plan) ==
        Texts{"/Base/B/ZoneIterativeData: has all of its steps, as the number of steps in b.cgns is "
              "not known"});
}

TEST_CASE("tables of steps that are too large to be at hand are refused where they must be cut") {
  auto inputs = two_files(2, 3);
  auto& table = inputs.set.trees[1].children[1].children[1].children.back().children[0];
  REQUIRE(table.name == "FlowSolutionPointers");
  table.data.clear();
  CHECK(inputs.error() ==
        "b.cgns:/Base/B/ZoneIterativeData/FlowSolutionPointers: has 96 B; tables of steps as large as "
        "that cannot be united");
  CHECK(inputs.error(with_steps("all")) == "no error");
  plan::MergeRequest request = with_steps("all");
  request.omit = {"S3"};
  CHECK(inputs.error(request).starts_with("b.cgns:/Base/B/ZoneIterativeData/FlowSolutionPointers: has 96 B"));
}

TEST_CASE("a number of steps that is none is an error") {
  const auto error = [](Node number) {
    number.label = "BaseIterativeData_t";
    Inputs inputs;
    inputs.rank("a.cgns", {std::move(number)});
    return inputs.error();
  };
  CHECK(error(node("I", "")) == "a.cgns:/Base/I: is MT where I4 or I8 must be");
  CHECK(error(integers("I", {-1})) == "a.cgns:/Base/I: has no number of steps: I4 -1");
  CHECK(error(integers("I", {2000000000})) == "a.cgns:/Base/I: has no number of steps: I4 2000000000");
  CHECK(error(integers("I", {1, 2})) == "a.cgns:/Base/I: has no number of steps: I4[2] 1 2");
}

TEST_CASE("a stride may be larger than the number of steps") {
  CHECK(pointers_of(two_files(5, 5).merged(with_steps("2:5:9223372036854775807")), "A") == Texts{"S2"});
}

TEST_CASE("with one step a text is no table of steps") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(1), zone("A", {zone_iterative({tree::table_node("Kind", "DataArray_t", {4}, {"x"})})})});
  inputs.rank("b.cgns", {times(2)});
  const auto plan = inputs.merged(with_steps("all"));
  CHECK(tree::find(plan.output, "/Base/A/ZoneIterativeData/Kind")->dims == Numbers{4});
}

TEST_CASE("of a list of zones, entries beyond the number of zones do not count, nor does Null") {
  auto tables = zone_tables({{"A", "Old"}}, 2);
  tables[0] = integers("NumberOfZones", {1});
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(1, tables)});
  inputs.rank("b.cgns", {iterative(1, {pointers("ZonePointers", {"B"})})});
  inputs.rank("c.cgns",
              {iterative(1, {tree::table_node("ZonePointers", "DataArray_t", {32, 3, 1}, {"Null", "C"})})});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) == Texts{"A", "B", "C"});
}

TEST_CASE("what hangs on the iterative data and on its arrays comes along") {
  const auto with_note = [](Node array) { return with(std::move(array), {descriptor("Note", "x")}); };
  auto tables = zone_tables({{"A"}}, 1);
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(1, {reals("TimeValues", {1}), tables[0], tables[1]})});
  inputs.rank("b.cgns",
              {iterative(1, {with_note(reals("TimeValues", {1})), tables[0], with_note(tables[1])})});
  auto& iterative_b = inputs.set.trees[1].children[1].children[0];
  iterative_b.extras = {{.name = "hash", .file = 1}};
  for (auto& array : iterative_b.children) array.extras = {{.name = "hash", .file = 1}};

  const auto plan = inputs.merged();
  CHECK(tree::find(plan.output, bid)->extras.size() == 1);
  for (const auto* name : {"/TimeValues", "/NumberOfZones", "/ZonePointers"}) {
    CAPTURE(name);
    CHECK(tree::find(plan.output, bid + std::string(name))->extras.size() == 1);
  }
  CHECK(children(plan, bid + std::string("/TimeValues")) == Texts{"Note"});
  CHECK(children(plan, bid + std::string("/ZonePointers")) == Texts{"Note"});
}

TEST_CASE("iterative data of a zone that is a link keeps its steps, and that is said") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(2), zone("A", {link_node("ZID", "ZoneIterativeData_t", "x.cgns", "/Base/A/ZID")})});
  CHECK(inputs.merged({.output = "out.cgns"}).notes.empty());
  CHECK(warnings(inputs.merged({.steps = parse_steps("last"), .output = "out.cgns"})).size() == 1);
}

TEST_CASE("a table of long names keeps them whole") {
  const std::string name(40, 'x');
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(1, {tree::table_node("ZonePointers", "DataArray_t", {40, 1, 1}, {name})})});
  inputs.rank("b.cgns", {iterative(1, zone_tables({{"B"}}, 1))});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) == Texts{name, "B"});
}

TEST_CASE("a node that any table names for a picked step stays") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {times(2), zone("A", {solution("Mean"), solution("V1"), solution("C2"),
                            zone_iterative({pointers("FlowSolutionVertexPointers", {"V1", "Mean"}),
                                            pointers("FlowSolutionCellPointers", {"Mean", "C2"})})})});
  CHECK(children(inputs.merged(with_steps("2")), "/Base/A") == Texts{"Mean", "C2", "ZoneIterativeData"});
}
