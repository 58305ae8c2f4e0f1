#include "catch.hpp"
#include "fileset/steps.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using fileset::OnConflict;
using fileset::parse_steps;

}  // namespace

TEST_CASE("times must agree where files have them, to the last bit") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(2, {reals("TimeValues", {0.1, 0.2}), integers("IterationValues", {10, 20})})});
  inputs.rank("b.cgns", {iterative(3, {reals("TimeValues", {0.1, 0.2000000001, 0.3}),
                                       integers("IterationValues", {10, 20, 30})})});
  CHECK(inputs.error() ==
        "b.cgns:/Base/BaseIterativeData/TimeValues: is R8 0.2000000001 at time step 2, but R8 0.2 at time "
        "step 2 in "
        "a.cgns; "
        "the files are of different iterations: of two runs or steps?");
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
            .starts_with("c.cgns:/Base/BaseIterativeData/TimeValues: is R8 3 at time step 2"));
}

TEST_CASE("a file with more steps than times, or fewer, is an error") {
  const auto error_of = [](int steps, Node times) {
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(steps, {std::move(times)})});
    return inputs.error();
  };
  const std::string place = "a.cgns:/Base/BaseIterativeData/";
  CHECK(error_of(3, reals("TimeValues", {1, 2})) ==
        place + "TimeValues: has 2 values, expected 3 (one for each time step)");
  CHECK(error_of(1, integers("IterationValues", {1, 2})) ==
        place + "IterationValues: has 2 values, expected 1 (one for each time step)");
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
  CHECK(cgns::find(plan.output, bid + std::string("/ZonePointers"))->dims == Numbers{32, 2, 2});
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

TEST_CASE("a file that lists no zones does not say when there are those that others list, or have") {
  Inputs inputs;
  inputs.file("grid.cgns", {version(4.2), base("Base", {zone("A"), zone("B"), zone("C"), zone("D")})});
  inputs.rank("solution.cgns",
              {iterative(2, zone_tables({{"A"}, {"/Base/A", "B"}}, 2)), zone("A"), zone("D")});
  const auto plan = inputs.merged();
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{2, 3});
  CHECK(rows(plan, bid + std::string("/ZonePointers")) == Texts{"C", "A", "Null", "C", "/Base/A", "B"});

  Inputs longer;
  longer.rank("a.cgns", {iterative(1, zone_tables({{"A"}}, 1)), zone("A"), zone("B")});
  longer.rank("b.cgns", {iterative(3, {}), zone("A"), zone("B")});
  CHECK(integers_at(longer.merged(with_steps("all")), bid + std::string("/NumberOfZones")) ==
        Numbers{1, 2, 2});

  Inputs none;
  none.file("grid.cgns", {version(4.2), base("Base", {zone("A"), family("Wall")})});
  none.rank("solution.cgns",
            {iterative(2, {integers("NumberOfFamilies", {0, 1})}), zone("A"), family("Wall")});
  CHECK(integers_at(none.merged(), bid + std::string("/NumberOfFamilies")) == Numbers{0, 1});
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

TEST_CASE("zones are listed under each of the names that the standard has for them") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, zone_tables({{"Base/A"}, {"/Base/A", "Other/D"}}, 2)), zone("A")});
  inputs.rank("b.cgns", {iterative(2, zone_tables({{"A", "B"}, {"Base/B"}}, 2)), zone("A"), zone("B")});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) ==
        Texts{"Base/A", "B", "Null", "/Base/A", "Other/D", "Base/B"});
  CHECK(rows(inputs.merged({.only = {"/Base/A"}}), bid + std::string("/ZonePointers")) ==
        Texts{"Base/A", "/Base/A"});
}

TEST_CASE("numbers of zones without names stay with all zones of one file") {
  const auto path = bid + std::string("/NumberOfZones");
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, {integers("NumberOfZones", {1, 2})}), zone("A"), zone("B")});
  CHECK(integers_at(inputs.merged(), path) == Numbers{1, 2});
  CHECK(children(inputs.merged(), bid) == Texts{"NumberOfZones"});
  CHECK(integers_at(inputs.merged(with_steps("2")), path) == Numbers{2});
  for (const auto& numbers : {Numbers{5, 2}, Numbers{0, 0}, Numbers{2, 2}}) {
    Inputs any;
    any.rank("a.cgns", {iterative(2, {integers("NumberOfZones", numbers)}), zone("A"), zone("B")});
    CHECK(integers_at(any.merged({.is_final = true}), path) == numbers);
    CHECK(children(any.merged({.is_final = true}), bid) == Texts{"NumberOfZones"});
  }
  const auto selected = inputs.merged({.only = {"A"}});
  CHECK(children(selected, bid).empty());
  CHECK(losses(selected) == Texts{path + ": without ZonePointers, nothing tells what a time step has"});

  inputs.rank("b.cgns", {iterative(2, {integers("NumberOfZones", {1, 1})}), zone("C")});
  CHECK(losses(inputs.merged()) == losses(selected));
  inputs.rank("c.cgns", {iterative(2, zone_tables({{"D"}, {"D"}}, 1)), zone("D")});
  CHECK(children(inputs.merged(), bid).empty());
}

TEST_CASE("numbers and names of zones that contradict each other stay as they are in a file alone") {
  const auto path = bid + std::string("/NumberOfZones");
  const auto numbers_of = [&](const Numbers& numbers, const Nodes& names) {
    Nodes children{integers("NumberOfZones", numbers)};
    children.insert(children.end(), names.begin(), names.end());
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(2, children), zone("A"), zone("B")});
    return integers_at(inputs.merged(), path);
  };
  const auto table = [](const Texts& names) {
    return Nodes{cgns::table_node("ZonePointers", "DataArray_t", {32, 2, 2}, names)};
  };
  CHECK(numbers_of({5, 2}, {}) == Numbers{5, 2});  // beside the names of all zones
  CHECK(numbers_of({2, 2}, table({"A", "A", "B", "A"})) == Numbers{2, 2});
  CHECK(numbers_of({2, 2}, table({"A", "B", "B", "Null"})) == Numbers{2, 2});
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(2, {integers("NumberOfZones", {1, 2}), table({"A", "B", "A", "B"}).front()}),
               zone("A"), zone("B")});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) == Texts{"A", "B", "A", "B"});
}

TEST_CASE("numbers of zones without names stay where only another base has zones in pieces") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, {integers("NumberOfZones", {5, 2})}), zone("A"), zone("B")});
  const auto plan_with_pieces_in = [&](const char* base) {
    return fileset::merge(inputs.set, {}, {.is_final = true}, {.zone_order = {{base, {}}}});
  };
  const auto plan = plan_with_pieces_in("Other");
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{5, 2});
  CHECK(children(plan, bid) == Texts{"NumberOfZones"});
  CHECK(children(plan_with_pieces_in("Base"), bid) == Texts{"NumberOfZones", "ZonePointers"});
}

TEST_CASE("numbers of families without names stay if all files have the same families") {
  const auto path = bid + std::string("/NumberOfFamilies");
  const auto time_steps = [](Numbers numbers) {
    return iterative(2, {integers("NumberOfFamilies", std::move(numbers))});
  };
  Inputs inputs;
  inputs.rank("a.cgns", {time_steps({1, 2}), family("Wall"), family("Inflow"), zone("A")});
  inputs.rank("b.cgns", {time_steps({1, 2}), family("Inflow"), family("Wall"), zone("B")});
  SECTION("alike") {
    CHECK(integers_at(inputs.merged(), path) == Numbers{1, 2});
    CHECK(children(inputs.merged(), bid) == Texts{"NumberOfFamilies"});
  }
  SECTION("others") {
    inputs.rank("c.cgns", {time_steps({1, 1}), family("Wall"), family("Inflow"), zone("C")});
    CHECK(children(inputs.merged(), bid).empty());
    CHECK(losses(inputs.merged()) ==
          Texts{path + ": without FamilyPointers, nothing tells what a time step has"});
  }
  SECTION("other families") {
    inputs.rank("c.cgns", {time_steps({1, 2}), family("Wall"), zone("C")});
    CHECK(losses(inputs.merged()).size() == 1);
  }
}

TEST_CASE("tables of a file alone stay as they are") {
  const auto table = [](std::int64_t width, std::int64_t most, const Texts& names) {
    return cgns::table_node("ZonePointers", "DataArray_t", {width, most, 2}, names);
  };
  for (const auto& names : {table(32, 2, {"A", "A", "B", "Null"}), table(64, 2, {"A", "B", "B", "A"}),
                            table(32, 1, {"A", "B"})}) {
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(2, {integers("NumberOfZones", {2, 1}), names}), zone("A"), zone("B")});
    const auto plan = inputs.merged({.is_final = true});
    const auto& merged = *cgns::find(plan.output, bid + std::string("/ZonePointers"));
    CHECK(merged.dims == names.dims);
    CHECK(merged.data == names.data);
    CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{2, 1});
  }
}

TEST_CASE("the name of the only time step may have one dimension, and is compared as a whole") {
  const auto file_with = [](std::string_view name) {
    auto pointers = cgns::text_node("CasePointers", "DataArray_t", name);
    return iterative(1, {std::move(pointers)});
  };
  const auto error = [&](std::string_view a, std::string_view b) {
    Inputs inputs;
    inputs.rank("a.cgns", {file_with(a)}).rank("b.cgns", {file_with(b)});
    return inputs.error();
  };
  CHECK(error("Solution", "Solution") == "no error");
  CHECK(error("Sol", "Solution")
            .starts_with(
                "b.cgns:/Base/BaseIterativeData/CasePointers: is C1 'Solution', but C1 'Sol' in a.cgns"));
  CHECK(error("Solution", "Sol")
            .starts_with(
                "b.cgns:/Base/BaseIterativeData/CasePointers: is C1 'Sol', but C1 'Solution' in a.cgns"));
  Inputs inputs;
  inputs.rank("a.cgns", {file_with("Solution")}).rank("b.cgns", {file_with("Solution")});
  CHECK(cgns::find(inputs.merged().output, bid + std::string("/CasePointers"))->dims == Numbers{8});
}

TEST_CASE("if no time step has a zone, no table is empty, which readers refuse") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, zone_tables({{"A"}, {"A"}}, 1)), zone("A")});
  CHECK(children(inputs.merged({.omit = {"A"}}), bid).empty());
  inputs.rank("b.cgns", {iterative(2, {integers("NumberOfZones", {0, 0})}), zone("B")});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) == Texts{"A", "A"});
  const auto plan = inputs.merged({.omit = {"A"}});
  CHECK(children(plan, bid) == Texts{"NumberOfZones"});
  CHECK(integers_at(plan, bid + std::string("/NumberOfZones")) == Numbers{0, 0});
}

TEST_CASE("families and particle zones are listed like zones") {
  const auto tables = [](const char* number, const char* names, const char* name) {
    return Nodes{integers(number, {1}), cgns::table_node(names, "DataArray_t", {32, 1, 1}, {name})};
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
              {iterative(2, {cgns::table_node("ZonePointers", "DataArray_t", {32, 3}, {"A", "B", "C"})})});
  CHECK(inputs.error() ==
        "a.cgns:/Base/BaseIterativeData/ZonePointers: does not have the same number of names for each time "
        "step");
  Inputs numbers;
  numbers.rank("a.cgns", {iterative(1, {reals("NumberOfZones", {1}), pointers("ZonePointers", {"A"})})});
  CHECK(numbers.error() == "a.cgns:/Base/BaseIterativeData/NumberOfZones: is R8 1, expected I4 or I8");
  Inputs other_type;
  other_type.rank("a.cgns", {iterative(1, {integers("ZonePointers", {1})})});
  CHECK(other_type.error() == "a.cgns:/Base/BaseIterativeData/ZonePointers: is I4 1, expected names (C1)");
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
  CHECK(infos(plan).back() == "/Base/BaseIterativeData/D: is in only 1 of 2 files");
}

TEST_CASE("a base has one set of iterative data, whatever the files call it") {
  Inputs inputs;
  auto other = times(2);
  other.name = "TimeIterValues";
  inputs.rank("a.cgns", {times(2)}).rank("b.cgns", {other}).rank("c.cgns", {});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"BaseIterativeData"});
  CHECK(infos(plan) == Texts{"/Base/BaseIterativeData: is in only 2 of 3 files",
                             "/Base/TimeIterValues: is BaseIterativeData now"});
}

TEST_CASE("two sets of iterative data in one file are an error") {
  Inputs inputs;
  auto other = times(2);
  other.name = "TimeIterValues";
  inputs.rank("a.cgns", {times(2)}).rank("b.cgns", {times(2), other});
  CHECK(
      inputs.error() ==
      "b.cgns:/Base/TimeIterValues: is a second BaseIterativeData_t, beside BaseIterativeData; expected one");
}

TEST_CASE("user data in iterative data that files call differently are compared") {
  Inputs inputs;
  for (const auto* name : {"BaseIterativeData", "TimeIterValues"}) {
    auto data = with(times(1), {user("Log", {reals("Residuals", Reals(10000, 0.5))})});
    data.name = name;
    inputs.rank(std::string(name) + ".cgns", {std::move(data)});
  }
  CHECK(children(inputs.merged(), bid + std::string("/Log")) == Texts{"Residuals"});
}

TEST_CASE("a file without steps among files with some is an error, unless all are wanted") {
  Inputs inputs;
  inputs.rank("a.cgns", {times(2)}).rank("b.cgns", {iterative(0, {})});
  CHECK(inputs.error() == "b.cgns:/Base/BaseIterativeData: has no time steps, unlike other files");
  CHECK(inputs.error(with_steps("all")) == "no error");
  Inputs none;
  none.rank("a.cgns", {iterative(0, {})}).rank("b.cgns", {iterative(0, {})});
  CHECK(none.merged().notes.empty());
}

TEST_CASE("a number of steps that is none is an error") {
  const auto error = [](Node number) {
    number.label = "BaseIterativeData_t";
    Inputs inputs;
    inputs.rank("a.cgns", {std::move(number)});
    return inputs.error();
  };
  CHECK(error(node("I", "")) == "a.cgns:/Base/I: is MT, expected I4 or I8");
  CHECK(error(integers("I", {-1})) == "a.cgns:/Base/I: invalid number of time steps: I4 -1");
  CHECK(error(integers("I", {2000000000})) == "a.cgns:/Base/I: invalid number of time steps: I4 2000000000");
  CHECK(error(integers("I", {1, 2})) == "a.cgns:/Base/I: invalid number of time steps: I4[2] 1 2");
}

TEST_CASE("of a list of zones, entries beyond the number of zones do not count, nor does Null") {
  auto tables = zone_tables({{"A", "Old"}}, 2);
  tables[0] = integers("NumberOfZones", {1});
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(1, tables)});
  inputs.rank("b.cgns", {iterative(1, {pointers("ZonePointers", {"B"})})});
  inputs.rank("c.cgns",
              {iterative(1, {cgns::table_node("ZonePointers", "DataArray_t", {32, 3, 1}, {"Null", "C"})})});
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
  CHECK(cgns::find(plan.output, bid)->extras.size() == 1);
  for (const auto* name : {"/TimeValues", "/NumberOfZones", "/ZonePointers"}) {
    CAPTURE(name);
    CHECK(cgns::find(plan.output, bid + std::string(name))->extras.size() == 1);
  }
  CHECK(children(plan, bid + std::string("/TimeValues")) == Texts{"Note"});
  CHECK(children(plan, bid + std::string("/ZonePointers")) == Texts{"Note"});
}

TEST_CASE("a table of long names keeps them whole") {
  const std::string name(40, 'x');
  Inputs inputs;
  inputs.rank("a.cgns",
              {iterative(1, {cgns::table_node("ZonePointers", "DataArray_t", {40, 1, 1}, {name})})});
  inputs.rank("b.cgns", {iterative(1, zone_tables({{"B"}}, 1))});
  CHECK(rows(inputs.merged(), bid + std::string("/ZonePointers")) == Texts{name, "B"});
}
