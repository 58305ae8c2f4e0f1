#include "pcgns/fileset/plan/unite/merge.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/plan/notes.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

double version_in(const plan::Plan& plan) {
  return cgns::reals_of(*cgns::find(plan.output, "/CGNSLibraryVersion")).front();
}

}  // namespace

TEST_CASE("one file comes out as it went in") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {family("Wall", {descriptor("Note", "x")}), iterative(2, {reals("TimeValues", {0.1, 0.2})}),
               zone("Z", {coordinates({1, 2, 3, 4}), solution("S"), user("Mine", {reals("Own", {1})}),
                          node("Strange", "MySolver_t", {descriptor("Deep", "y")})})});
  const auto plan = inputs.merged();
  CHECK(plan.notes.empty());
  CHECK(plan.output.name == "HDF5 MotherNode");
  CHECK(plan.output.label == "Root Node of HDF5 File");

  // The output's arrays are numbered anew, in the order of the tree: here in that of the input.
  CHECK_FALSE(cgns::first_difference(plan.output, inputs.set.trees[0], {{}, {}, {}}));
}

TEST_CASE("bases are united by name and zones by name in a base, in the order in which they come") {
  Inputs inputs;
  inputs.file("a.cgns", {base("Fluid", {zone("B"), family("Wall")})});
  inputs.file("b.cgns", {base("Solid", {zone("B")}), base("Fluid", {family("Inflow"), zone("A")})});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/") == Texts{"Fluid", "Solid"});
  CHECK(children(plan, "/Fluid") == Texts{"B", "Wall", "Inflow", "A"});
  CHECK(children(plan, "/Solid") == Texts{"B"});
}

TEST_CASE("every bulk array is a target, filled whole by one transfer") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {coordinates({1, 2, 3, 4}), solution("S")})});
  inputs.rank("b.cgns", {zone("B", {coordinates({5, 6})})});
  const auto plan = inputs.merged();

  REQUIRE(plan.targets.size() == 3);
  CHECK(plan.targets[0].path == "/Base/A/GridCoordinates/CoordinateX");
  CHECK(plan.targets[1].path == "/Base/A/S/Pressure");
  CHECK(plan.targets[2].path == "/Base/B/GridCoordinates/CoordinateX");
  CHECK(plan.targets[2].type == cgns::DataType::R8);
  CHECK(plan.targets[2].dims == Numbers{2});
  REQUIRE(plan.transfers.size() == 3);
  for (int i = 0; i < 3; ++i) {
    const auto& transfer = plan.transfers[static_cast<std::size_t>(i)];
    const auto& target = plan.targets[static_cast<std::size_t>(i)];
    CHECK(transfer.target == i);
    CHECK(transfer.source_begin == 0);
    CHECK(transfer.target_begin == 0);
    CHECK(transfer.count == cgns::count_of(target.dims));
    CHECK(inputs.set.arrays[static_cast<std::size_t>(transfer.source)].path == target.path);
    CHECK(cgns::find(plan.output, target.path)->array == i);
  }
}

TEST_CASE("a zone that several files have alike is written once") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("Z", {coordinates({1, 2, 3, 4})})});
  inputs.rank("b.cgns", {zone("Y"), zone("Z", {coordinates({1, 2, 3, 4})})});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base") == Texts{"Z", "Y"});
  CHECK(plan.targets.size() == 1);
  CHECK(infos(plan) == Texts{"/Base/Z: is the same in 2 files and counts once"});
}

TEST_CASE("values without coordinates that are alike may be pieces of a larger zone") {
  Inputs inputs;
  const auto initial = node("Flow", "FlowSolution_t", {reals("Pressure", {1, 1, 1, 1})});
  inputs.rank("a.cgns", {zone("Z", {initial})});
  inputs.rank("b.cgns", {zone("Z", {initial})});
  const auto plan = inputs.merged();
  CHECK(
      warnings(plan) ==
      Texts{
          "/Base/Z: is the same in 2 files and counts once; without coordinates, nothing tells whether they "
          "are pieces of a larger zone"});
  CHECK_THROWS_WITH(plan::tell_notes(plan, true, {}), Catch::Matchers::StartsWith("--strict: /Base/Z"));
}

TEST_CASE("particles have coordinates of their own, so the same ones are no pieces") {
  Inputs inputs;
  auto particles =
      zone("P", {node("ParticleCoordinates", "ParticleCoordinates_t", {reals("CoordinateX", {1})}),
                 node("Flow", "ParticleSolution_t", {reals("Pressure", {1})})});
  particles.label = "ParticleZone_t";
  inputs.rank("a.cgns", {particles}).rank("b.cgns", {particles});
  CHECK(warnings(inputs.merged()).empty());
}

TEST_CASE("a zone that two files have with different content is an error naming both") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("Z", {coordinates({1, 2, 3, 4})})});
  inputs.rank("b.cgns", {zone("Z", {coordinates({1, 2, 3, 5})})});
  CHECK(inputs.error({.on_conflict = fileset::OnConflict::first}) ==
        "b.cgns:/Base/Z/GridCoordinates/CoordinateX: has other values than in a.cgns (R8[4] in both); "
        "/Base/Z must be the same in all files that have it; if it is in pieces, they have "
        "no global numbers: merge by coordinates with --match-coordinates, or describe the pieces with "
        "--assembly, or keep them with --keep-zones if their sizes or coordinates differ");
}

TEST_CASE("a zone has what any file has of it, as a grid and its solutions do") {
  Inputs inputs;
  inputs.rank("grid.cgns",
              {zone("Z", {coordinates({1, 2, 3, 4}), node("ZoneBC", "ZoneBC_t", {node("Wall", "BC_t")})})});
  inputs.rank("a.cgns", {iterative(1, {reals("TimeValues", {0.1})}),
                         zone("Z", {coordinates({1, 2, 3, 4}), solution("S")})});
  inputs.rank("b.cgns", {zone("Z", {solution("S", {reals("Density", {4, 5, 6})})})});
  const auto plan = inputs.merged();
  CHECK(children(plan, "/Base/Z") == Texts{"GridCoordinates", "S", "ZoneBC"});
  CHECK(children(plan, "/Base/Z/S") == Texts{"Pressure", "Density"});
  CHECK(children(plan, "/Base/Z/ZoneBC") == Texts{"Wall"});
  CHECK(plan.targets.size() == 3);
  CHECK(infos(plan) == Texts{"/Base/Z: has nodes of several of 3 files with this zone",
                             "/Base/BaseIterativeData: is in only 1 of 3 files"});
}

TEST_CASE("what says something about other nodes of a zone must be in all files that have the zone") {
  const auto error = [](Nodes a, Nodes b) {
    Inputs inputs;
    inputs.rank("a.cgns", {zone("Z", std::move(a))}).rank("b.cgns", {zone("Z", std::move(b))});
    return inputs.error().substr(0, 60);
  };
  const auto at_cells =
      solution("S", {cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"), reals("T", {1})});
  CHECK(error({solution("S")}, {at_cells}) == "b.cgns:/Base/Z/S/GridLocation: is a GridLocation_t, but abse");
  CHECK(error({}, {cgns::text_node("DataClass", "DataClass_t", "Dimensional")}) ==
        "b.cgns:/Base/Z/DataClass: is a DataClass_t, but absent in a.");
  CHECK(error({node("Hexa", "Elements_t")}, {node("Tetra", "Elements_t")}) ==
        "b.cgns:/Base/Z/Hexa: is absent, but a Elements_t in a.cgns; ");
}

TEST_CASE("bases of one name must have the same dimensions") {
  Inputs inputs;
  inputs.file("a.cgns", {base("Base", {}, {3, 3})}).file("b.cgns", {base("Base", {}, {2, 3})});
  CHECK(inputs.error({.on_conflict = fileset::OnConflict::first}) ==
        "b.cgns:/Base: is I4[2] 2 3, but I4[2] 3 3 in a.cgns");
}

TEST_CASE("one name stands for nodes of one label") {
  const auto error = [](Node a, Node b) {
    Inputs inputs;
    inputs.rank("a.cgns", {std::move(a)}).rank("b.cgns", {std::move(b)});
    return inputs.error({.on_conflict = fileset::OnConflict::first});
  };
  CHECK(error(zone("X"), family("X")) == "b.cgns:/Base/X: is a Family_t, but a Zone_t in a.cgns");
  CHECK(error(family("X"), zone("X")) == "b.cgns:/Base/X: is a Zone_t, but a Family_t in a.cgns");
  CHECK(error(user("X"), zone("X")) == "b.cgns:/Base/X: is a Zone_t, but a UserDefinedData_t in a.cgns");
  CHECK(error(zone("X"), node("X", "ParticleZone_t")) ==
        "b.cgns:/Base/X: is a ParticleZone_t, but a Zone_t in a.cgns");
  CHECK(error(iterative(0, {}), family("BaseIterativeData")) ==
        "b.cgns:/Base/BaseIterativeData: is a Family_t, but a BaseIterativeData_t in a.cgns");

  Inputs inputs;
  inputs.file("a.cgns", {base("X", {})}).file("b.cgns", {user("X")});
  CHECK(inputs.error() == "b.cgns:/X: is a UserDefinedData_t, but a CGNSBase_t in a.cgns");
}

TEST_CASE("the output has the newest version of the inputs") {
  Inputs inputs;
  inputs.file("a.cgns", {version(3.1)})
      .file("b.cgns", {})
      .file("c.cgns", {version(4.2)})
      .file("d.cgns", {version(4.0)});
  CHECK(version_in(inputs.merged()) == static_cast<double>(4.2F));

  Inputs none;
  none.file("a.cgns", {base("Base", {})});
  CHECK(children(none.merged(), "/") == Texts{"Base"});

  Inputs writers;
  auto newer = version(5.0);
  newer.name = "CGNSWritingLibraryVersion";
  writers.file("a.cgns", {version(4.2)}).file("b.cgns", {version(4.2), newer});
  CHECK(children(writers.merged(), "/") == Texts{"CGNSLibraryVersion", "CGNSWritingLibraryVersion"});
}

TEST_CASE("the version has the attributes of all files") {
  Inputs inputs;
  inputs.file("a.cgns", {version(4.2)}).file("b.cgns", {version(4.0)});
  inputs.set.trees[1].children[0].extras = {{.name = "_CGNS_FeatureMask", .file = 1}};
  const auto plan = inputs.merged();
  CHECK(version_in(plan) == static_cast<double>(4.2F));
  CHECK(cgns::find(plan.output, "/CGNSLibraryVersion")->extras.size() == 1);
}

TEST_CASE("attributes and hidden objects come along, the first of each name") {
  Inputs inputs;
  inputs.rank("a.cgns", {family("Wall", {descriptor("Note", "x")}), zone("Z")});
  inputs.rank("b.cgns", {family("Wall", {descriptor("Note", "x")}), zone("Z")});
  using Kind = cgns::Extra::Kind;
  const auto note_in = [&](std::size_t file) -> Node& {
    return inputs.set.trees[file].children[1].children[0].children[0];
  };
  note_in(0).extras = {{.kind = Kind::attribute, .name = "hash", .file = 0}};
  note_in(1).extras = {{.kind = Kind::attribute, .name = "hash", .file = 1},
                       {.kind = Kind::object, .name = "hash", .file = 1}};
  inputs.set.trees[1].extras = {{.name = "root", .file = 1}};
  inputs.set.trees[1].children[1].extras = {{.name = "base", .file = 1}};
  inputs.set.trees[1].children[1].children[1].extras = {{.name = "zone", .file = 1}};

  const auto plan = inputs.merged();
  const auto& extras = cgns::find(plan.output, "/Base/Wall/Note")->extras;
  REQUIRE(extras.size() == 2);
  CHECK(extras[0].file == 0);
  CHECK(extras[1].kind == Kind::object);
  CHECK(plan.output.extras.size() == 1);
  CHECK(cgns::find(plan.output, "/Base")->extras.size() == 1);
  CHECK(cgns::find(plan.output, "/Base/Z")->extras.size() == 1);
}

TEST_CASE("what the reader could not take along is reported as a loss, folded by its reason") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("Z")});
  for (int i = 0; i < 1000; ++i)
    inputs.set.losses.push_back({.file = 0, .path = "/Base/Z", .why = "is no group"});
  inputs.set.losses.push_back({.file = 0, .path = "/Base", .why = "has a strange type"});
  const auto said = losses(inputs.merged());
  CHECK(said.size() < 10);
  CHECK(said.front() == "a.cgns:/Base/Z: is no group");
  CHECK(said.back() == "a.cgns:/Base: has a strange type");
}

TEST_CASE("a join to a zone of another file holds in the one file, and one that leads nowhere is reported") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {interface_to("1", "B")})});
  inputs.rank("b.cgns", {zone("B", {interface_to("1", "C")})});
  CHECK(
      warnings(inputs.merged()) ==
      Texts{"/Base/B/ZoneGridConnectivity/1: donor zone C does not exist; is a file missing? --expect N says "
            "how many there are"});
  inputs.rank("c.cgns", {zone("C")});
  CHECK(warnings(inputs.merged()).empty());
}

TEST_CASE("what tells that a file is missing is a warning, and an error if nothing may be lost") {
  const auto to_family = [](std::string_view name) {
    return cgns::text_node("FamilyName", "FamilyName_t", name);
  };
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {interface_to("1", "C"), to_family("Wall")}), family("Wall"),
                         family("Inlet"), iterative(1, zone_tables({{"A", "D"}}, 2))});
  inputs.rank("b.cgns", {zone("B", {to_family("Hull")}), iterative(1, {integers("NumberOfZones", {4})})});
  const auto plan = inputs.merged();
  CHECK(
      warnings(plan) ==
      Texts{"/Base/A/ZoneGridConnectivity/1: donor zone C does not exist; is a file missing? --expect N says "
            "how many there are",
            "/Base: family Hull is named, but does not exist", "/Base: no zone names the family Inlet",
            "/Base/BaseIterativeData/ZonePointers: zone D does not exist",
            "b.cgns:/Base/BaseIterativeData: NumberOfZones is 4, but there are only 2 zones in all files"});
  CHECK_NOTHROW(plan::tell_notes(plan, false, {}));
  CHECK_THROWS_WITH(plan::tell_notes(plan, true, {}), Catch::Matchers::StartsWith("--strict: /Base/A"));
  // Zones that are left out on purpose are not missing.
  CHECK_NOTHROW(plan::tell_notes(inputs.merged({.only = {"/Base/A"}}), true, {}));
}

TEST_CASE("families of families and of other bases are there, by all names that the standard has for them") {
  const auto to_family = [](std::string_view name) {
    return cgns::text_node("FamilyName", "FamilyName_t", name);
  };
  auto wing = family("Wing");
  wing.children.push_back(family("Flap"));
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {to_family("Wing/Flap")}), zone("B", {to_family("/Base/Wall")}), wing,
                         family("Wall"), iterative(1, zone_tables({{"A", "Other/D"}}, 2))});
  inputs.rank("b.cgns", {zone("C", {to_family("/Other/Hull")}), zone("E", {to_family("Base/Wing/Slat")})});
  CHECK(warnings(inputs.merged()) == Texts{"/Base: family Slat is named, but does not exist"});
}

TEST_CASE("zones of another base may name the families of a base") {
  const auto to_family = [](std::string_view name) {
    return zone("Z", {cgns::text_node("FamilyName", "FamilyName_t", name)});
  };
  Inputs inputs;
  inputs.file("a.cgns", {base("A", {to_family("Inlet"), family("Inlet"), family("Wall")}),
                         base("B", {to_family("A/Wall")})});
  inputs.file("b.cgns", {base("A", {}), base("B", {})});
  CHECK(warnings(inputs.merged()).empty());
  inputs.set.trees[0].children[1].children.push_back(family("A"));
  CHECK(warnings(inputs.merged()).size() == 2);
}

TEST_CASE("writers that write no families, or name none, have not lost any") {
  Inputs no_families;
  no_families.rank("a.cgns", {zone("A", {cgns::text_node("FamilyName", "FamilyName_t", "Wall")})});
  CHECK(warnings(no_families.merged()).empty());
  Inputs no_names;
  no_names.rank("a.cgns", {zone("A"), family("Wall")});
  CHECK(warnings(no_names.merged()).empty());
}

TEST_CASE("only arrays that two files have under one name are compared") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {coordinates({1})}), zone("Z", {coordinates({2})})});  // Arrays 0 and 1.
  inputs.rank("b.cgns", {zone("B", {coordinates({1})}), zone("Z", {coordinates({2})})});  // Arrays 2 and 3.
  CHECK(fileset::arrays_to_compare(inputs.set) == std::vector<int>{1, 3});
}
