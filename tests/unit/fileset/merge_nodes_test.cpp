#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

Node reference_state(double mach) {
  return node("ReferenceState", "ReferenceState_t", {reals("Mach", {mach})});
}

std::string text_at(const plan::Plan& plan, std::string_view path) {
  const auto* found = cgns::find(plan.output, path);
  return found == nullptr ? "(absent)" : cgns::text_of(*found);
}

}  // namespace

TEST_CASE("nodes of a base that agree are written once") {
  Inputs inputs;
  for (const auto* path : {"a.cgns", "b.cgns", "c.cgns"}) {
    inputs.rank(path, {reference_state(0.8), family("Wall", {descriptor("Note", "x")})});
  }
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"ReferenceState", "Wall"});
  CHECK(plan.notes.empty());
}

TEST_CASE("nodes of the standard that differ are an error with path, files and values") {
  Inputs inputs;
  inputs.rank("a.cgns", {reference_state(0.8)}).rank("b.cgns", {reference_state(0.9)});
  const std::string why = "b.cgns:/Base/ReferenceState/Mach: is R8 0.9, but R8 0.8 in a.cgns";
  CHECK(inputs.error({.is_final = true}) == why + "; --on-conflict first takes the node of the first file");
  CHECK(inputs.error() == why);  // only pcgns-merge has that option
}

TEST_CASE("with --on-conflict first the first file counts, and that is said once") {
  Inputs inputs;
  inputs.rank("a.cgns", {reference_state(0.8)}).rank("b.cgns", {reference_state(0.9)});
  inputs.rank("c.cgns", {reference_state(0.7)}).rank("d.cgns", {reference_state(0.8)});
  const auto plan = inputs.merged({.on_conflict = fileset::OnConflict::first});
  CHECK(cgns::reals_of(*cgns::find(plan.output, "/Base/ReferenceState/Mach")) == Reals{0.8});
  CHECK(warnings(plan) ==
        Texts{"/Base/ReferenceState/Mach: is R8 0.8 in a.cgns, but R8 0.9 in b.cgns (2 files differ); "
              "the first one is taken"});
}

TEST_CASE("a difference in extents, in type or in the value above children is a conflict too") {
  const auto error = [](Node a, Node b) {
    Inputs inputs;
    inputs.rank("a.cgns", {std::move(a)}).rank("b.cgns", {std::move(b)});
    return inputs.error();
  };
  CHECK(error(node("R", "ReferenceState_t", {reals("X", {1})}),
              node("R", "ReferenceState_t", {reals("X", {1, 1})})) != "no error");
  CHECK(error(node("R", "ReferenceState_t", {reals("X", {1})}),
              node("R", "ReferenceState_t", {integers("X", {1})})) != "no error");
  const auto solver = [](const char* model) {
    return with(cgns::text_node("T", "TurbulenceModel_t", model), {reals("Constant", {1})});
  };
  CHECK(
      error(solver("OneEquation"), solver("TwoEquation")).starts_with("b.cgns:/Base/T: is C1 'TwoEquation'"));
}

TEST_CASE("what some files have only is carried, and said") {
  Inputs inputs;
  inputs.rank("a.cgns", {family("Wall", {cgns::text_node("FamilyBC", "FamilyBC_t", "BCWall")})});
  inputs.rank("b.cgns", {family("Wall", {descriptor("Note", "x")}), family("Inflow")});
  inputs.rank("c.cgns", {family("Wall")});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"Wall", "Inflow"});
  CHECK(children(plan, "/Base/Wall") == Texts{"FamilyBC", "Note"});
  CHECK(infos(plan) == Texts{"/Base/Wall/FamilyBC: is in only 1 of 3 files",
                             "/Base/Wall/Note: is in only 1 of 3 files",
                             "/Base/Inflow: is in only 1 of 3 files"});
}

TEST_CASE("metadata of a partition that one file has in full stay where they are") {
  const auto metadata = [](Nodes of_zone, std::int64_t parts = 2) {
    of_zone.insert(of_zone.begin(), integers("NumberOfParts", {parts}));
    return user(":PCGNS#Partition", {descriptor("Version", "1"), user("Z", std::move(of_zone))});
  };
  Inputs inputs;
  inputs.rank("b.cgns", {metadata({})}).rank("a.cgns", {metadata({user("Uncut", {reals("X", {1, 2})})})});
  inputs.rank("c.cgns", {metadata({})});
  SECTION("those of the others are included") {
    const auto plan = inputs.merged({.is_final = true});
    CHECK(children(plan, "/Base") == Texts{":PCGNS#Partition"});
    CHECK(children(plan, "/Base/:PCGNS#Partition/Z") == Texts{"NumberOfParts", "Uncut"});
    CHECK(plan.notes.empty());
  }
  SECTION("zones to be cut get their own") {
    CHECK(children(inputs.merged(), "/Base") == Texts{":PCGNS#PerRank"});
  }
  SECTION("those of two partitions differ") {
    inputs.rank("d.cgns", {metadata({}, 3)});
    CHECK(children(inputs.merged({.is_final = true}), "/Base") == Texts{":PCGNS#PerRank"});
  }
}

TEST_CASE("notes of writers that differ are kept for each rank, and nothing is left at their place") {
  Inputs inputs;
  inputs.rank("a.cgns", {descriptor("Information", "Monday"), zone("A")});
  inputs.rank("b.cgns", {descriptor("Information", "Tuesday"), zone("B")});
  inputs.rank("c.cgns", {zone("C")});
  inputs.set.files[1].number = 17;
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"A", "B", "C", ":PCGNS#PerRank"});
  CHECK(children(plan, "/Base/:PCGNS#PerRank") == Texts{"0", "17"});
  CHECK(text_at(plan, "/Base/:PCGNS#PerRank/0/Information") == "Monday");
  CHECK(text_at(plan, "/Base/:PCGNS#PerRank/17/Information") == "Tuesday");
  CHECK(cgns::find(plan.output, "/Base/:PCGNS#PerRank")->label == "UserDefinedData_t");
  CHECK(cgns::find(plan.output, "/Base/:PCGNS#PerRank/0")->label == "UserDefinedData_t");
  CHECK(cgns::find(plan.output, "/Base/:PCGNS#PerRank/0/Information")->label == "Descriptor_t");
  CHECK(infos(plan) ==
        Texts{"/Base/Information: differs from file to file; each is kept under :PCGNS#PerRank/<rank>"});
}

TEST_CASE("a note deep in a family is kept for each rank with the family above it") {
  const auto wall = [](const char* stamp) {
    return family("Wall",
                  {descriptor("Same", "x"), node("FamilyBC", "FamilyBC_t", {descriptor("Stamp", stamp)}),
                   descriptor("Stamp", stamp)});
  };
  Inputs inputs;
  inputs.rank("a.cgns", {wall("1")}).rank("b.cgns", {wall("2")});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base/Wall") == Texts{"Same", "FamilyBC"});
  CHECK(children(plan, "/Base/Wall/FamilyBC").empty());
  CHECK(children(plan, "/Base/:PCGNS#PerRank/0/Wall") == Texts{"FamilyBC", "Stamp"});
  CHECK(text_at(plan, "/Base/:PCGNS#PerRank/1/Wall/FamilyBC/Stamp") == "2");
  CHECK(cgns::find(plan.output, "/Base/:PCGNS#PerRank/0/Wall")->label == "UserDefinedData_t");
}

TEST_CASE("data of users differs as a whole, and so do labels that nobody knows") {
  Inputs inputs;
  inputs.rank("a.cgns", {user("Settings", {reals("CFL", {1}), integers("Order", {2})}), node("Odd", "My_t")});
  inputs.rank("b.cgns",
              {user("Settings", {reals("CFL", {2}), integers("Order", {2})}), node("Odd", "Your_t")});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{":PCGNS#PerRank"});
  CHECK(children(plan, "/Base/:PCGNS#PerRank/1") == Texts{"Settings", "Odd"});
  CHECK(children(plan, "/Base/:PCGNS#PerRank/1/Settings") == Texts{"CFL", "Order"});
}

TEST_CASE("nodes beside the bases are united in the same way") {
  Inputs inputs;
  inputs.file("a.cgns", {user("Run", {descriptor("Host", "n1")}), user("Case")});
  inputs.file("b.cgns", {user("Run", {descriptor("Host", "n2")}), user("Case")});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/") == Texts{"Case", ":PCGNS#PerRank"});
  CHECK(text_at(plan, "/:PCGNS#PerRank/1/Run/Host") == "n2");
}

TEST_CASE("merged files can be merged again without losing what each rank noted") {
  const auto earlier = [](Texts ranks, const char* stamp) {
    Nodes folders;
    for (const auto& rank : ranks) folders.push_back(user(rank, {descriptor("Information", stamp + rank)}));
    return user(":PCGNS#PerRank", folders);
  };
  Inputs inputs;
  inputs.rank("a.cgns", {earlier({"0", "1"}, "a")}).rank("b.cgns", {earlier({"1", "2"}, "b")});
  inputs.rank("c.cgns", {earlier({"1"}, "a")});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base/:PCGNS#PerRank") == Texts{"0", "1", "1_2", "2"});
  CHECK(text_at(plan, "/Base/:PCGNS#PerRank/1/Information") == "a1");
  CHECK(text_at(plan, "/Base/:PCGNS#PerRank/1_2/Information") == "b1");
  CHECK(plan.notes.empty());

  Inputs beside;
  beside.file("a.cgns", {earlier({"0"}, "a"), user("Run", {descriptor("Host", "n1")})});
  beside.file("b.cgns", {earlier({"1"}, "b"), user("Run", {descriptor("Host", "n2")})});
  CHECK(children(beside.merged(), "/:PCGNS#PerRank/1") == Texts{"Information", "Run"});

  Inputs one;
  one.rank("a.cgns", {earlier({"0", "1"}, "a")});
  CHECK(children(one.merged(), "/Base/:PCGNS#PerRank") == Texts{"0", "1"});
}

TEST_CASE("the first file says what values mean, or whether anything does") {
  const auto state = [](Nodes below) {
    return node("State", "ReferenceState_t", {with(reals("Density", {1.2}), std::move(below))});
  };
  const auto exponents = node("DimensionalExponents", "DimensionalExponents_t");
  const fileset::MergeRequest first{.on_conflict = fileset::OnConflict::first};
  const auto path = "/Base/State/Density";
  Inputs without;
  without.rank("a.cgns", {state({})}).rank("b.cgns", {state({exponents})});
  CHECK_THAT(without.error(), Catch::StartsWith("b.cgns:/Base/State/Density/DimensionalExponents: is a "
                                                "DimensionalExponents_t, but absent in a.cgns"));
  CHECK(children(without.merged(first), path).empty());
  CHECK(
      warnings(without.merged(first)) ==
      Texts{"/Base/State/Density/DimensionalExponents: is absent in a.cgns, but a DimensionalExponents_t in "
            "b.cgns; the first one is taken"});
  Inputs with_some;
  with_some.rank("a.cgns", {state({exponents})}).rank("b.cgns", {state({})});
  CHECK(children(with_some.merged(first), path) == Texts{"DimensionalExponents"});
}

TEST_CASE("large arrays beside the zones are compared and moved like others") {
  Inputs inputs;
  const Node table = user("Table", {reals("Values", Reals(10000, 1.0))});
  inputs.rank("a.cgns", {table}).rank("b.cgns", {table});
  REQUIRE(inputs.set.arrays.size() == 2);
  CHECK(inputs.merged().targets.size() == 1);
  inputs.rank("c.cgns", {user("Table", {reals("Values", Reals(10000, 2.0))})});
  const auto plan = inputs.merged();
  REQUIRE(plan.targets.size() == 3);
  CHECK(plan.targets[2].path == "/Base/:PCGNS#PerRank/2/Table/Values");
}

TEST_CASE("a large array that an earlier merge kept for a rank needs no second file to be compared with") {
  const Node values = reals("Values", Reals(10000, 1.0));
  Inputs inputs;
  inputs.rank("a.cgns", {user(":PCGNS#PerRank", {user("1", {user("Table", {values})})}), user("Table")});
  inputs.rank("b.cgns", {user("Table", {values})});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base/:PCGNS#PerRank") == Texts{"1", "0"});
  CHECK(plan.targets.size() == 1);
}

TEST_CASE("many notes of one kind are folded") {
  Inputs inputs;
  for (int i = 0; i < 100; ++i) {
    const auto name = std::to_string(i);
    inputs.rank(name + ".cgns", {family("F" + name), descriptor("D", name)});
  }
  const auto plan = inputs.merged();
  CHECK(plan.notes.size() == 7);
  CHECK(infos(plan)[5] == "/Base/F5: is in only 1 of 100 files (and 94 more like this)");
}

TEST_CASE("nodes that are put together of several have the attributes of all") {
  Inputs inputs;
  inputs.rank("a.cgns", {family("Wall", {user("A")})}).rank("b.cgns", {family("Wall", {user("B")})});
  inputs.set.trees[1].children[1].children[0].extras = {{.name = "hash", .file = 1}};
  CHECK(cgns::find(inputs.merged().output, "/Base/Wall")->extras.size() == 1);
}

TEST_CASE("elements that mean something else in the version of another file are an error") {
  const auto error = [](int type, double one, double other, const fileset::MergeRequest& request = {}) {
    const auto section = with(cgns::integer_node("Cells", "Elements_t", {2}, {type, 0}),
                              {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 3})});
    Inputs inputs;
    inputs.file("a.cgns", {version(one), base("Base", {zone("A", {section})})});
    inputs.file("b.cgns", {version(other), base("Base", {zone("B")})});
    return inputs.error(request);
  };
  for (const int polygons : {20, 22, 23}) {
    CHECK(error(polygons, 3.3, 4.2) ==
          "a.cgns:/Base/A/Cells: cannot be in one file with b.cgns, of CGNS 4.2: it has no "
          "ElementStartOffset; pcgns-restripe --cgns-version gives all files one form");
  }
  CHECK(error(18, 3.0, 3.3) ==
        "a.cgns:/Base/A/Cells: cannot be in one file with b.cgns, of CGNS 3.3: its type has the number of "
        "another version; pcgns-restripe --cgns-version gives all files one");
  CHECK(error(17, 2.5, 3.0) != "no error");
  CHECK(error(22, 3.3, 3.4) != "no error");
  CHECK(error(22, 3.4, 3.4) == "no error");
  CHECK_THAT(error(26, 3.1, 3.3), Catch::Contains("its type is a polygon before CGNS 3.2"));
  CHECK(error(26, 2.5, 3.1) == "no error");
  CHECK(error(26, 3.2, 4.2) == "no error");
  CHECK(error(17, 3.1, 4.2) == "no error");
  CHECK(error(10, 3.0, 4.2) == "no error");
  CHECK(error(22, 3.3, 4.2, {.omit = {"A"}}) == "no error");
}

TEST_CASE("families by names of nodes in one file with families by value are an error") {
  const auto error = [](double one, double other, const fileset::MergeRequest& request = {}) {
    const auto wall = test::node("Wall", "BC_t", {test::node("Blade", "FamilyName_t")});
    Inputs inputs;
    inputs.file("a.cgns",
                {version(one), base("Base", {zone("A", {test::node("ZoneBC", "ZoneBC_t", {wall})})})});
    inputs.file("b.cgns", {version(other), base("Base", {zone("B")})});
    return inputs.error(request);
  };
  CHECK(error(1.1, 4.2) ==
        "a.cgns:/Base/A/ZoneBC/Wall/Blade: cannot be in one file with b.cgns, of CGNS 4.2: its name is that "
        "of the family; pcgns-restripe --cgns-version gives all files one form");
  CHECK(error(1.1, 1.2) == "no error");
  CHECK(error(2.0, 4.2) == "no error");
  CHECK(error(1.1, 4.2, {.omit = {"A"}}) == "no error");
}
