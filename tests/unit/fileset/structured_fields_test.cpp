#include <cmath>

#include "catch.hpp"
#include "fileset/evaluate.hpp"

using namespace pcgns;
using namespace pcgns::test;

namespace {

using Planes = std::array<std::int64_t, 6>;

constexpr std::array<std::pair<const char*, std::array<bool, 3>>, 5> locations = {
    {{"Vertex", {true, true, true}},
     {"CellCenter", {false, false, false}},
     {"IFaceCenter", {true, false, false}},
     {"JFaceCenter", {false, true, false}},
     {"KFaceCenter", {false, false, true}}}};

/// Values that are right within the slice, and are not those of the zone in its ghosts.
std::function<double(const Index3&)> with_wrong_ghosts(const Block& owned) {
  return [owned](const Index3& point) {
    return owned.contains(point) ? value_at(point) : -1e9 - value_at(point);
  };
}

Node rind_node(const Planes& planes, int dimension) {
  return cgns::integer_node("Rind", "Rind_t", {2 * dimension},
                            {planes.begin(), planes.begin() + 2 * dimension});
}

Nodes all_locations(const Slice& slice, int dimension) {
  Nodes nodes;
  for (const auto& [name, location] : locations) {
    if (name[0] == 'J' && dimension < 2) continue;
    if (name[0] == 'K' && dimension < 3) continue;
    const auto owned = located(slice.cells, dimension, location);
    const auto array = field("Pressure", widened(owned, slice.ghosts), dimension, with_wrong_ghosts(owned));
    nodes.push_back(node(std::string("At") + name, "FlowSolution_t", {grid_location(name), array}));
  }
  const auto vertices = located(slice.cells, dimension, {true, true, true});
  nodes.push_back(
      node("GridCoordinates", "GridCoordinates_t",
           {field("CoordinateX", widened(vertices, slice.ghosts), dimension, with_wrong_ghosts(vertices))}));
  return nodes;
}

Numbers dims_of(const Block& block, int dimension) {
  const auto sizes = block.sizes();
  return {sizes.begin(), sizes.begin() + dimension};
}

/// One solution at the cells of a line of four, in two parts, with Rind planes.
Assembly two_with_rind(const Planes& first, const Planes& second) {
  Assembly assembly;
  assembly.zone(
      "Z", 1, {4, 1, 1},
      {{.name = "Z.P0", .cells = {{0, 0, 0}, {2, 1, 1}}}, {.name = "Z.P1", .cells = {{2, 0, 0}, {4, 1, 1}}}},
      [&](const Slice& slice) -> Nodes {
        const auto& planes = slice.cells.begin[0] == 0 ? first : second;
        return {node("Solution", "FlowSolution_t",
                     {grid_location("CellCenter"), rind_node(planes, 1),
                      field("Pressure", widened(slice.cells, planes), 1)})};
      });
  return assembly;
}

}  // namespace

TEST_CASE("arrays at all locations become those of the whole zone, whatever way it was cut") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    const int dimension = 1 + round % 3;
    Index3 cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      cells[d] = 1 + static_cast<std::int64_t>(random() % 7);
    auto slices = random_slices(random, cells, dimension, 1 + static_cast<int>(random() % 8));
    if (round % 2 == 1) {
      for (auto& slice : slices) {
        for (std::size_t side = 0; side < static_cast<std::size_t>(2 * dimension); ++side)
          slice.ghosts[side] = static_cast<std::int64_t>(random() % 3);
      }
    }
    Assembly assembly;
    assembly.zone("Z", dimension, cells, slices,
                  [&](const Slice& slice) { return all_locations(slice, dimension); });
    const auto& zone = assembly.run();
    CHECK(zone.name == "Z");
    CHECK(zone.label == "Zone_t");
    for (const auto& [name, location] : locations) {
      const auto path = std::string("At") + name + "/Pressure";
      if (!assembly.has(path)) continue;
      const auto whole = located({{0, 0, 0}, cells}, dimension, location);
      CHECK(assembly.at(path).dims == dims_of(whole, dimension));
      CHECK(assembly.reals(path) == values_of(whole));
    }
    CHECK(assembly.reals("GridCoordinates/CoordinateX") ==
          values_of(located({{0, 0, 0}, cells}, dimension, {true, true, true})));
    CHECK(assembly.notes(plan::Note::Kind::loss).empty());
  }
}

TEST_CASE("a zone has the extents of the original, and I8 if a part has") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 3, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {5, 3, 1}}}};
  for (const auto type : {cgns::DataType::I4, cgns::DataType::I8}) {
    Assembly assembly;
    assembly.zone(
        "Z", 2, {5, 3, 1}, slices, [](const Slice&) -> Nodes { return {}; }, type);
    const auto& zone = assembly.run();
    CHECK(zone.type == type);
    CHECK(zone.dims == Numbers{2, 3});
    CHECK(cgns::integers_of(zone) == Numbers{6, 4, 5, 3, 0, 0});
  }
}

TEST_CASE("rind planes stay on a side where all parts have them") {
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    const int dimension = 2 + round % 2;
    Index3 cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      cells[d] = 2 + static_cast<std::int64_t>(random() % 5);
    Planes rind = {};
    for (std::size_t side = 0; side < static_cast<std::size_t>(2 * dimension); ++side)
      rind[side] = static_cast<std::int64_t>(random() % 3);
    const auto location = locations[random() % 2];
    const auto whole = widened(located({{0, 0, 0}, cells}, dimension, location.second), rind);
    // Inside the zone a part's planes are not to be taken, so they have other values.
    const auto children = [&](const Slice& slice) -> Nodes {
      Planes planes = {};
      auto right = located(slice.cells, dimension, location.second);
      for (std::size_t side = 0; side < static_cast<std::size_t>(2 * dimension); ++side) {
        const auto d = side / 2;
        const bool touches = side % 2 == 0 ? slice.cells.begin[d] == 0 : slice.cells.end[d] == cells[d];
        planes[side] = touches ? rind[side] : static_cast<std::int64_t>(random() % 3);
        if (touches)
          (side % 2 == 0 ? right.begin[d] : right.end[d]) += side % 2 == 0 ? -rind[side] : rind[side];
      }
      const auto covered = widened(located(slice.cells, dimension, location.second), planes);
      return {node("S", "FlowSolution_t",
                   {grid_location(location.first), rind_node(planes, dimension),
                    field("P", covered, dimension, with_wrong_ghosts(right))})};
    };
    Assembly assembly;
    assembly.zone("Z", dimension, cells, random_slices(random, cells, dimension, 5), children);
    assembly.run();
    CHECK(assembly.reals("S/P") == values_of(whole));
    const bool none = rind == Planes{};
    if (!none) CHECK(assembly.integers("S/Rind") == Numbers(rind.begin(), rind.begin() + 2 * dimension));
    CHECK(assembly.notes(plan::Note::Kind::loss).empty());
  }
}

TEST_CASE("rind planes that a side has only in places are left out, and named") {
  Assembly assembly;
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {3, 2, 1}}},
                                     {.name = "B", .cells = {{0, 2, 0}, {3, 4, 1}}}};
  assembly.zone("Z", 2, {3, 4, 1}, slices, [](const Slice& slice) -> Nodes {
    const Planes planes = {slice.name == "A" ? 1 : 0, 2, 0, 0, 0, 0};
    return {node(
        "S", "FlowSolution_t",
        {grid_location("CellCenter"), rind_node(planes, 2), field("P", widened(slice.cells, planes), 2)})};
  });
  assembly.run();
  CHECK(assembly.reals("S/P") == values_of({{0, 0, 0}, {5, 4, 1}}));
  CHECK(assembly.integers("S/Rind") == Numbers{0, 2, 0, 0});
  CHECK(assembly.notes(plan::Note::Kind::loss) ==
        Texts{"/Base/Z/S: the Rind planes at imin are left out, because the pieces there differ"});
}

TEST_CASE("rind planes between parts go") {
  auto assembly = two_with_rind({0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0});
  assembly.run();
  CHECK(assembly.reals("Solution/Pressure") == Reals{0, 1, 2, 3});
  CHECK_FALSE(assembly.has("Solution/Rind"));
}

TEST_CASE("arrays that cannot be put together are errors that name file and node") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 1, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {4, 1, 1}}}};
  const auto error_of = [&](Nodes of_b) {
    Assembly assembly;
    assembly.zone("Z", 1, {4, 1, 1}, slices, [&](const Slice& slice) -> Nodes {
      if (slice.name == "B") return of_b;
      return {node("S", "FlowSolution_t", {grid_location("CellCenter"), reals("P", {1, 2})})};
    });
    return assembly.error();
  };
  CHECK(error_of({}) == "p1.cgns:/Base/B/S: is missing, but /Base/A/S is in p0.cgns");
  CHECK(error_of({node("S", "FlowSolution_t", {grid_location("CellCenter")})}) ==
        "p1.cgns:/Base/B/S/P: is missing, but /Base/A/S/P is in p0.cgns");
  CHECK(error_of({node("S", "FlowSolution_t", {grid_location("CellCenter"), reals("P", {1, 2, 3})})}) ==
        "p1.cgns:/Base/B/S/P: has the extents [3], expected [2] from its zone and Rind");
  CHECK(error_of({node("S", "FlowSolution_t", {grid_location("CellCenter"), integers("P", {1, 2})})}) ==
        "p1.cgns:/Base/B/S/P: is I4, but R8 in p0.cgns");
  CHECK(error_of({node("S", "FlowSolution_t", {grid_location("CellCenter"), node("P", "DataArray_t")})}) ==
        "p1.cgns:/Base/B/S/P: has no values");
  CHECK(error_of({node("S", "FlowSolution_t", {reals("P", {1, 2, 3})})}) ==
        "p1.cgns:/Base/B/S/GridLocation: is Vertex, but CellCenter in p0.cgns");
  CHECK(error_of({node("S", "FlowSolution_t", {grid_location("FaceCenter"), reals("P", {1, 2})})}) ==
        "p1.cgns:/Base/B/S/GridLocation: is FaceCenter, which is not valid for arrays of a structured zone");
  CHECK(error_of({node("S", "DiscreteData_t", {grid_location("CellCenter"), reals("P", {1, 2})})}) ==
        "p1.cgns:/Base/B/S: is a DiscreteData_t, but a FlowSolution_t in p0.cgns");
  CHECK(error_of({node("S", "FlowSolution_t",
                       {grid_location("CellCenter"), cgns::integer_node("Rind", "Rind_t", {3}, {0, 0, 0}),
                        reals("P", {1, 2})})}) == "p1.cgns:/Base/B/S/Rind: expected 2 numbers of planes");
  CHECK(error_of({node("S", "FlowSolution_t",
                       {grid_location("CellCenter"), cgns::integer_node("Rind", "Rind_t", {2}, {0, -1}),
                        reals("P", {1})})}) == "p1.cgns:/Base/B/S/Rind: expected 2 numbers of planes");
}

TEST_CASE("user data with a value for each vertex or cell is put together, and the rest is united") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 3, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {5, 3, 1}}}};
  Assembly assembly;
  assembly.zone("Z", 2, {5, 3, 1}, slices, [&](const Slice& slice) -> Nodes {
    const auto cells = field("Ids", slice.cells, 2);
    const auto points = field("Marks", located(slice.cells, 2, {true, true, true}), 2);
    return {user("Mine", {user("Below", {cells}), points, reals("Setting", {1, 2})}),
            user(".Solver#Param", {integers("proc", {slice.name == "A" ? 0 : 1}), reals("cfl", {3})}),
            user(".Solver#ownData", {integers("loc2glob", {1}), reals("gamma", {1.4})}),
            user(":CGNS#GlobalNumbering", {integers("Vertex", {1})}),
            cgns::integer_node("ZoneRind", "Rind_t", {4}, {0, 0, 0, 0}),
            user("Mpi", {integers("rank", {slice.name == "A" ? 0 : 1})}),
            descriptor("Same", "text")};
  });
  const auto& zone = assembly.run();
  CHECK(names_of(zone.children) ==
        Texts{"Mine", ".Solver#Param", ".Solver#ownData", "Same", ":PCGNS#PerRank"});
  CHECK(assembly.reals("Mine/Below/Ids") == values_of({{0, 0, 0}, {5, 3, 1}}));
  CHECK(assembly.reals("Mine/Marks") == values_of({{0, 0, 0}, {6, 4, 1}}));
  CHECK(assembly.reals("Mine/Setting") == Reals{1, 2});
  CHECK(names_of(assembly.at(".Solver#Param").children) == Texts{"cfl"});
  CHECK(names_of(assembly.at(".Solver#ownData").children) == Texts{"gamma"});
  CHECK(assembly.integers(":PCGNS#PerRank/1/Mpi/rank") == Numbers{1});
}

TEST_CASE("user data that were not cut stay as they are, even with the extents of the parts") {
  for (const bool is_said : {true, false}) {
    Assembly assembly;
    assembly.zone(
        "Z", 1, {2, 1, 1},
        {{.name = "A", .cells = {{0, 0, 0}, {1, 1, 1}}}, {.name = "B", .cells = {{1, 0, 0}, {2, 1, 1}}}},
        [&](const Slice&) -> Nodes {
          Nodes uncut;
          if (is_said) uncut.push_back(descriptor("UncutArrays", "Mine/Setting\nMine/Below/Cfl"));
          return {user("Mine", {user("Below", {reals("Cfl", {5}), reals("Ids", {7})})}),
                  user(":CGNS#GlobalNumbering", std::move(uncut))};
        });
    (void)assembly.run();
    CHECK(assembly.reals("Mine/Below/Cfl") == (is_said ? Reals{5} : Reals{5, 5}));
    CHECK(assembly.reals("Mine/Below/Ids") == Reals{7, 7});
  }
}

TEST_CASE("the rank of a zone of one cell is no value of that cell") {
  for (const bool alone : {true, false}) {
    Assembly assembly(fileset::Convention::cassiopee);
    assembly.zone("Z", 1, {1, 1, 1}, {{.name = "Z", .cells = {{0, 0, 0}, {1, 1, 1}}}},
                  [&](const Slice&) -> Nodes {
                    Nodes parameters = {integers("proc", {0})};
                    if (!alone) parameters.push_back(reals("Ids", {5}));
                    return {user(".Solver#Param", std::move(parameters))};
                  });
    const auto& zone = assembly.run();
    CHECK(names_of(zone.children) == (alone ? Texts{} : Texts{".Solver#Param"}));
    CHECK_FALSE(assembly.has(".Solver#Param/proc"));
  }
}

TEST_CASE("what is not the same in all parts, and has a meaning, is an error") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 1, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {4, 1, 1}}}};
  Assembly assembly;
  assembly.zone("Z", 1, {4, 1, 1}, slices, [&](const Slice& slice) -> Nodes {
    return {cgns::text_node("FamilyName", "FamilyName_t", slice.name)};
  });
  CHECK(assembly.error().find("p1.cgns:/Base/Z/FamilyName: is C1 'B', but C1 'A' in p0.cgns") == 0);
}

TEST_CASE("what only some parts have is carried over, and named") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 1, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {4, 1, 1}}}};
  Assembly assembly;
  assembly.zone("Z", 1, {4, 1, 1}, slices, [&](const Slice& slice) -> Nodes {
    return slice.name == "A" ? Nodes{} : Nodes{cgns::text_node("FamilyName", "FamilyName_t", "Wall")};
  });
  CHECK(names_of(assembly.run().children) == Texts{"FamilyName"});
  CHECK(assembly.notes(plan::Note::Kind::info) == Texts{"/Base/Z/FamilyName: is in only 1 of 2 files"});
}

TEST_CASE("units of only some parts are an error where the others have values") {
  const std::vector<Slice> slices = {{.name = "A", .cells = {{0, 0, 0}, {2, 1, 1}}},
                                     {.name = "B", .cells = {{2, 0, 0}, {4, 1, 1}}}};
  const auto error = [&](std::string_view above, bool has_values = true) {
    Assembly assembly;
    assembly.zone("Z", 1, {4, 1, 1}, slices, [&](const Slice& slice) -> Nodes {
      auto pressure = field("P", slice.cells, 1);
      auto sol = node("Sol", "FlowSolution_t", {grid_location("CellCenter")});
      auto data_class = cgns::text_node("DataClass", "DataClass_t", "Dimensional");
      const bool is_first = slice.name == "A";
      if (!is_first && above == "Sol/P") pressure.children = {data_class};
      if (has_values) sol.children.push_back(pressure);
      if (!is_first && above == "Sol") sol.children.push_back(data_class);
      Nodes children = {sol};
      if (!is_first && above.empty()) children.push_back(data_class);
      return children;
    });
    return assembly.error();
  };
  const std::string why = "/DataClass: is a DataClass_t, but absent in p0.cgns";
  CHECK(error("").find("p1.cgns:/Base/Z" + why) == 0);
  CHECK(error("Sol").find("p1.cgns:/Base/Z/Sol" + why) == 0);
  CHECK(error("Sol/P").find("p1.cgns:/Base/Z/Sol/P" + why) == 0);
  CHECK(error("Sol", false) == "no error");
}

TEST_CASE("nodes that an assembly file reads the parts from are left out") {
  Assembly assembly(fileset::Convention::assembly_file);
  assembly.zone(
      "Z", 1, {4, 1, 1},
      {{.name = "A", .cells = {{0, 0, 0}, {2, 1, 1}}}, {.name = "B", .cells = {{2, 0, 0}, {4, 1, 1}}}},
      [](const Slice& slice) -> Nodes {
        const auto begin = slice.cells.begin[0];
        return {user("Mine", {integers("Range", {static_cast<std::int64_t>(begin), 7})}),
                user("Other", {integers("Range", {1, 7}), reals("Kept", {1, 2, 3, 4, 5})})};
      });
  assembly.metadata_node({"Mine/Range", "Other/Range", "Nothing/There"});
  const auto& zone = assembly.run();
  CHECK(names_of(zone.children) == Texts{"Other"});
  CHECK(names_of(zone.children[0].children) == Texts{"Kept"});
}
