#include "catch.hpp"
#include "fileset/steps.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/plan/unite/steps.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using fileset::parse_steps;
using fileset::Steps;

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
  CHECK(cgns::find(plan.output, bid + std::string("/TimeValues"))->dims == Numbers{2});
  CHECK(children(plan, "/Base/B") == Texts{"GridCoordinates", "S1", "S2", "ZoneIterativeData"});
  CHECK(pointers_of(plan, "A") == Texts{"S1", "S2"});
  CHECK(pointers_of(plan, "B") == Texts{"S1", "S2"});
  CHECK(losses(plan) == Texts{"/Base/BaseIterativeData: time steps that only some files have: "
                              "1 of 2 files have more than 2 (b.cgns has 4)"});
  CHECK(infos(plan) == Texts{"/Base/B: nodes of omitted time steps are left out: 2"});
}

TEST_CASE("the solutions of a zone have the steps of their file, whichever the grid has") {
  Inputs inputs;
  inputs.rank("grid.cgns", {times(1), zone("A", {coordinates({1, 2, 3, 4})})});
  inputs.rank("solutions.cgns", {times(2), unsteady_zone("A", 2)});
  const auto plan = inputs.merged();
  CHECK(integers_at(plan, bid) == Numbers{1});
  CHECK(children(plan, "/Base/A") == Texts{"GridCoordinates", "S1", "ZoneIterativeData"});
  CHECK(pointers_of(plan, "A") == Texts{"S1"});
}

TEST_CASE("a zone that several files have is cut to the time steps that all have") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(3), unsteady_zone("A", 3)});
  inputs.rank("b.cgns", {times(2), unsteady_zone("A", 2)});
  const auto why = Catch::Contains("/Base/A/ZoneIterativeData/FlowSolutionPointers: is C1[32x2]");
  CHECK_THAT(inputs.error(), why);
  CHECK_THAT(inputs.error(with_steps("all")),
             why && Catch::EndsWith("--steps common takes those that all have"));
  plan::Notes notes;
  fileset::keep_common_steps(inputs.set, {}, {}, notes);
  CHECK(notes.folded().size() == 1);
  const auto plan = inputs.merged();
  CHECK(integers_at(plan, bid) == Numbers{2});
  CHECK(children(plan, "/Base/A") == Texts{"GridCoordinates", "S1", "S2", "ZoneIterativeData"});
}

TEST_CASE("with --steps all the names of steps that a file does not have are Null") {
  const auto plan = two_files(2, 4).merged(with_steps("all"));
  CHECK(integers_at(plan, bid) == Numbers{4});
  CHECK(reals_at(plan, bid + std::string("/TimeValues")) == Reals{1, 2, 3, 4});
  CHECK(pointers_of(plan, "A") == Texts{"S1", "S2", "Null", "Null"});
  CHECK(pointers_of(plan, "B") == solution_names(4));
  CHECK(warnings(plan) == Texts{"/Base/BaseIterativeData: 4 time steps are taken; "
                                "1 of 2 files have fewer: their pointers are Null (a.cgns has 2)"});
}

TEST_CASE("with --steps all no numbers are made up") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2), zone("A", {zone_iterative({reals("Drag", {1, 2})})})});
  inputs.rank("b.cgns", {times(3)});
  CHECK(inputs.error(with_steps("all")) ==
        "a.cgns:/Base/A/ZoneIterativeData/Drag: has values for 2 time steps, expected 3");

  Inputs without_times;
  without_times.rank("a.cgns", {times(2)}).rank("b.cgns", {iterative(3, {})});
  CHECK(without_times.error(with_steps("all")) ==
        "a.cgns:/Base/BaseIterativeData/TimeValues: has values for 2 time steps, expected 3");
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
  CHECK(two_files(3, 5).error(with_steps("4")) == "--steps: time step 4 does not exist: a.cgns has 3");
  CHECK(two_files(3, 5).error(with_steps("2:5")) == "--steps: time step 5 does not exist: a.cgns has 3");
  CHECK(two_files(3, 5).error(with_steps("4:")) == "--steps: time step 4 does not exist: a.cgns has 3");
  Inputs steady;
  steady.rank("a.cgns", {zone("A")});
  CHECK(steady.error(with_steps("last")) == "--steps: the inputs have no time steps");
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

TEST_CASE("regions on interfaces of other time steps are left out with these") {
  const auto container = [](const char* name) {
    return node(name, "ZoneGridConnectivity_t", {cgns::text_node("Over", "GridConnectivity_t", "B")});
  };
  const auto region = [](const char* name, const char* interface) {
    return node(name, "ZoneSubRegion_t",
                {cgns::text_node("GridConnectivityRegionName", "Descriptor_t", interface)});
  };
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(2), zone("A", {container("C1"), container("C2"), region("R1", "C1/Over"),
                                    region("R2", "C2/Over"), region("Any", "Over"),
                                    zone_iterative({pointers("ZoneGridConnectivityPointers", {"C1", "C2"}),
                                                    pointers("ZoneSubRegionPointers", {"R1", "R1"})})})});
  const auto plan = inputs.merged(with_steps("2"));
  CHECK(children(plan, "/Base/A") == Texts{"C2", "R2", "Any", "ZoneIterativeData"});
  CHECK(rows(plan, "/Base/A/ZoneIterativeData/ZoneSubRegionPointers") == Texts{"Null"});
  CHECK(losses(plan) == Texts{"/Base/A/R1: is left out with its interface, which is of another time step"});
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
       zone("A",
            {node("M1", "RigidGridMotion_t"), node("M2", "RigidGridMotion_t"), node("R1", "ZoneSubRegion_t"),
             node("R2", "ZoneSubRegion_t"), node("D1", "DiscreteData_t"), node("D2", "DiscreteData_t"),
             zone_iterative({pointers("RigidGridMotionPointers", {"M1", "M2"}),
                             pointers("DiscreteDataPointers", {"D1", "D2"}),
                             pointers("ZoneSubRegionPointers", {"R1", "R2"}), reals("Drag", {5, 6}),
                             reals("Axis", {1, 2, 3}), descriptor("Note", "ab")})})});
  const auto plan = inputs.merged(with_steps("last"));
  CHECK(children(plan, "/Base/P") == Texts{"Q2", "ParticleIterativeData"});
  CHECK(children(plan, "/Base/A") == Texts{"M2", "R2", "D2", "ZoneIterativeData"});
  CHECK(reals_at(plan, "/Base/A/ZoneIterativeData/Drag") == Reals{6});
  CHECK(reals_at(plan, "/Base/A/ZoneIterativeData/Axis") == Reals{1, 2, 3});
  CHECK(cgns::text_of(*cgns::find(plan.output, "/Base/A/ZoneIterativeData/Note")) == "ab");
}

TEST_CASE("a table of one step may have one dimension") {
  auto table = cgns::table_node("FlowSolutionPointers", "DataArray_t", {32}, {"S1"});
  Inputs inputs;
  inputs.rank("a.cgns", {times(1), zone("A", {solution("S1"), zone_iterative({table})})});
  inputs.rank("b.cgns", {times(2)});
  const auto plan = inputs.merged(with_steps("all"));
  CHECK(pointers_of(plan, "A") == Texts{"S1", "Null"});
  CHECK(cgns::find(plan.output, "/Base/A/ZoneIterativeData/FlowSolutionPointers")->dims == Numbers{32, 2});
}

TEST_CASE("with 32 steps a text is no array of steps") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {times(32), zone("A", {zone_iterative({cgns::table_node("Kind", "DataArray_t", {32}, {"x"})})})});
  CHECK(cgns::find(inputs.merged(with_steps("last")).output, "/Base/A/ZoneIterativeData/Kind")->dims ==
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

TEST_CASE(
    "a solution at the vertices that no entry of SEACAS names belongs to the step of that in the cells") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {times(2),
       zone("A", {solution("VertexAt1"), solution("CellCenterAt1"), solution("VertexAt2"),
                  solution("CellCenterAt2"), solution("At1"),
                  zone_iterative({pointers("FlowSolutionPointers", {"CellCenterAt1", "CellCenterAt2"}),
                                  descriptor("CellCenterPrefix", "CellCenter")})})});
  CHECK(children(inputs.merged(with_steps("2")), "/Base/A") ==
        Texts{"VertexAt2", "CellCenterAt2", "At1", "ZoneIterativeData"});
  const auto no_cells = inputs.merged({.omit = {"CellCenterAt1"}});
  CHECK(pointers_of(no_cells, "A") == Texts{"Null", "CellCenterAt2"});
}

TEST_CASE("tables of a zone whose file has no number of steps stay, and that is said") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2)})
      .rank("b.cgns", {unsteady_zone("B", 3)})
      .rank("c.cgns", {unsteady_zone("C", 2)});
  const auto plan = inputs.merged();
  CHECK(pointers_of(plan, "B") == solution_names(3));
  CHECK(warnings(plan) ==
        Texts{"/Base/B/ZoneIterativeData: keeps all its time steps, because the number of time steps in "
              "b.cgns is unknown"});
}

TEST_CASE("tables of steps that are too large to be at hand are refused where they must be cut") {
  auto inputs = two_files(2, 3);
  auto& table = inputs.set.trees[1].children[1].children[1].children.back().children[0];
  REQUIRE(table.name == "FlowSolutionPointers");
  table.data.clear();
  CHECK(inputs.error() ==
        "b.cgns:/Base/B/ZoneIterativeData/FlowSolutionPointers: has 96 B; per-time-step tables of this size "
        "cannot be merged");
  CHECK(inputs.error(with_steps("all")) == "no error");
  fileset::MergeRequest request = with_steps("all");
  request.omit = {"S3"};
  CHECK(inputs.error(request).starts_with("b.cgns:/Base/B/ZoneIterativeData/FlowSolutionPointers: has 96 B"));
}

TEST_CASE("a stride may be larger than the number of steps") {
  CHECK(pointers_of(two_files(5, 5).merged(with_steps("2:5:9223372036854775807")), "A") == Texts{"S2"});
}

TEST_CASE("with one step a text is no table of steps") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(1), zone("A", {zone_iterative({cgns::table_node("Kind", "DataArray_t", {4}, {"x"})})})});
  inputs.rank("b.cgns", {times(2)});
  const auto plan = inputs.merged(with_steps("all"));
  CHECK(cgns::find(plan.output, "/Base/A/ZoneIterativeData/Kind")->dims == Numbers{4});
}

TEST_CASE("iterative data of a zone that is a link keeps its steps, and that is said") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {times(2), zone("A", {link_node("ZID", "ZoneIterativeData_t", "x.cgns", "/Base/A/ZID")})});
  CHECK(inputs.merged({.output = "out.cgns"}).notes.empty());
  CHECK(warnings(inputs.merged({.steps = parse_steps("last"), .output = "out.cgns"})).size() == 1);
}

TEST_CASE("time steps behind links are not selected in silence") {
  const auto link =
      link_node("BaseIterativeData", "BaseIterativeData_t", "x.cgns", "/Base/BaseIterativeData");
  Inputs of_base;
  of_base.rank("a.cgns", {link, unsteady_zone("A", 2)});
  const fileset::MergeRequest last{.steps = parse_steps("last"), .output = "out.cgns"};
  CHECK(of_base.error(last) == "a.cgns:/Base/BaseIterativeData: is a link; --steps requires --links copy");
  CHECK(of_base.error({.output = "out.cgns"}) == "no error");

  Inputs of_zone;
  of_zone.rank("a.cgns",
               {times(2), zone("A", {solution("S1"), solution("S2"),
                                     zone_iterative({link_node("FlowSolutionPointers", "DataArray_t",
                                                               "x.cgns", "/Base/A/FSP")})})});
  CHECK(of_zone.merged({.output = "out.cgns"}).notes.empty());
  CHECK(
      warnings(of_zone.merged(last)) ==
      Texts{"/Base/A/ZoneIterativeData: keeps all its time steps, because it has links; --links copy selects "
            "from them"});
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
