#include <utility>

#include "catch.hpp"
#include "fileset/structured_bc_build.hpp"

using namespace pcgns;
using namespace pcgns::test;

TEST_CASE("pieces of a BC become its range, and their data its data") {
  std::mt19937 random(5);
  const std::array<std::pair<const char*, std::array<bool, 3>>, 4> locations = {
      {{"Vertex", {true, true, true}},
       {"CellCenter", {false, false, false}},
       {"JFaceCenter", {false, true, false}},
       {"FaceCenter", {false, true, false}}}};
  for (int round = 0; round < 80; ++round) {
    const int dimension = 2 + round / 4 % 2;
    const auto* const name = locations[static_cast<std::size_t>(round % 4)].first;
    const auto& location = locations[static_cast<std::size_t>(round % 4)].second;
    Index3 cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      cells[d] = 2 + static_cast<std::int64_t>(random() % 6);
    auto points = located({{0, 0, 0}, cells}, dimension, location);
    // At jmin or jmax; all of it, or from the second point on.
    if (random() % 2 == 0) points.begin[1] = points.end[1] - 1;
    points.end[1] = points.begin[1] + 1;
    if (random() % 2 == 0) points.begin[0] = 1;
    auto slices = random_slices(random, cells, dimension, 6);
    if (round % 8 > 3) {
      for (auto& slice : slices) {
        // Ghosts inside of the zone only.
        for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
          slice.ghosts[2 * d] = slice.cells.begin[d] > 0 ? 1 : 0;
          slice.ghosts[2 * d + 1] = slice.cells.end[d] < cells[d] ? 1 : 0;
        }
      }
    }
    Assembly assembly;
    assembly.zone("Z", dimension, cells, slices, [&](const Slice& slice) -> Nodes {
      const auto seen = seen_by(slice, points, dimension, location);
      if (seen.empty()) return {};
      Reals normals;
      for (const auto value : values_of(seen)) normals.insert(normals.end(), {value, value + 1, value + 2});
      auto normal_list = cgns::real_node("InwardNormalList", "IndexArray_t", {3, seen.count()}, normals);
      return zone_bc(
          bc({grid_location(name), range("PointRange", local_range(slice, seen, dimension)), normal_list,
              data_set({data_of(seen)}), cgns::text_node("FamilyName", "FamilyName_t", "Fam")}));
    });
    assembly.run();
    CHECK(assembly.integers("ZoneBC/Wall/PointRange") == local_range({}, points, dimension));
    CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/Temperature") == values_of(points));
    CHECK(assembly.at("ZoneBC/Wall/InwardNormalList").dims == Numbers{3, points.count()});
    Reals normals;
    for (const auto value : values_of(points)) normals.insert(normals.end(), {value, value + 1, value + 2});
    CHECK(assembly.reals("ZoneBC/Wall/InwardNormalList") == normals);
    CHECK(names_of(assembly.at("ZoneBC/Wall").children) ==
          Texts{"GridLocation", "PointRange", "InwardNormalList", "Data", "FamilyName"});
    CHECK(cgns::text_of(assembly.at("ZoneBC/Wall")) == "BCWall");
  }
}

TEST_CASE("data sets may lie between the vertices of their BC, or have points of their own") {
  Assembly assembly;
  const Block vertices = {{0, 0, 0}, {6, 4, 1}};
  const Block faces = {{0, 0, 0}, {5, 3, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto points = seen_by(slice, vertices, 3, {true, true, true});
    const auto between = seen_by(slice, faces, 3, {false, false, true});
    auto own = with(cgns::text_node("Own", "BCDataSet_t", "BCWall"),
                    {range("PointRange", local_range(slice, between, 3)), grid_location("KFaceCenter"),
                     data_of(between)});
    return zone_bc(bc({range("PointRange", local_range(slice, points, 3)),
                       data_set({grid_location("FaceCenter"), data_of(between)}), own}));
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointRange") == Numbers{1, 1, 1, 6, 4, 1});
  CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/Temperature") == values_of(faces));
  CHECK(assembly.integers("ZoneBC/Wall/Own/PointRange") == Numbers{1, 1, 1, 5, 3, 1});
  CHECK(assembly.reals("ZoneBC/Wall/Own/DirichletData/Temperature") == values_of(faces));
}

TEST_CASE("a BC without points has those of its data sets") {
  Assembly assembly;
  const Block faces = {{0, 0, 0}, {5, 3, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto own = seen_by(slice, faces, 3, {false, false, true});
    return zone_bc(bc({data_set({range("PointRange", local_range(slice, own, 3)),
                                 grid_location("KFaceCenter"), data_of(own)}),
                       cgns::text_node("FamilyName", "FamilyName_t", "Fam")}));
  });
  assembly.run();
  CHECK(names_of(assembly.at("ZoneBC/Wall").children) == Texts{"Data", "FamilyName"});
  CHECK(assembly.integers("ZoneBC/Wall/Data/PointRange") == Numbers{1, 1, 1, 5, 3, 1});
  CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/Temperature") == values_of(faces));
}

TEST_CASE("uniform data stays one value, and must be the same in all parts") {
  for (const double of_b : {7.0, 8.0}) {
    Assembly assembly;
    assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
      const auto points = seen_by(slice, {{0, 0, 0}, {6, 4, 1}}, 3, {true, true, true});
      const auto value = slice.name == "A" ? 7.0 : of_b;
      return zone_bc(bc({range("PointRange", local_range(slice, points, 3)),
                         data_set({node("DirichletData", "BCData_t", {reals("T", {value})})})}));
    });
    const auto error = assembly.error();
    if (of_b == 7.0) {
      CHECK(error == "no error");
      CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/T") == Reals{7});
    } else {
      CHECK(error.find("p1.cgns:/Base/Z/ZoneBC/Wall/Data/DirichletData/T: ") == 0);
    }
  }
}

TEST_CASE("one value in each part of one point goes for all points where it is the same") {
  for (const double of_b : {7.0, 8.0}) {
    Assembly assembly;
    assembly.zone(
        "Z", 1, {2, 1, 1},
        {{.name = "A", .cells = {{0, 0, 0}, {1, 1, 1}}}, {.name = "B", .cells = {{1, 0, 0}, {2, 1, 1}}}},
        [&](const Slice& slice) {
          const Nodes arrays = {reals("T", {slice.name == "A" ? 7.0 : of_b})};
          return zone_bc(bc(
              {grid_location("CellCenter"), cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 1}),
               data_set({grid_location("CellCenter"), node("DirichletData", "BCData_t", arrays)})}));
        });
    assembly.run();
    CHECK(assembly.integers("ZoneBC/Wall/PointRange") == Numbers{1, 2});
    CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/T") == (of_b == 7.0 ? Reals{7} : Reals{7, 8}));
  }
}

TEST_CASE("holes of several ranges and regions of BCs are put together") {
  Assembly assembly;
  const Block vertices = {{0, 0, 0}, {6, 4, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const auto points = seen_by(slice, vertices, 3, {true, true, true});
    const auto low = seen_by(slice, {{0, 0, 0}, {6, 2, 2}}, 3, {true, true, true});
    const auto high = seen_by(slice, {{0, 1, 0}, {6, 4, 2}}, 3, {true, true, true});
    auto nodes = zone_bc(bc({range("PointRange", local_range(slice, points, 3))}));
    nodes.push_back(node("Skin", "ZoneSubRegion_t",
                         {descriptor("BCRegionName", "Wall"), reals("Tau", values_of(points))}));
    nodes.push_back(node("Probe", "ZoneSubRegion_t",
                         {range("PointRange", local_range(slice, low, 3)), reals("P", values_of(low))}));
    nodes.push_back(node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                         {node("Holes", "OversetHoles_t",
                               {range("PointRange1", local_range(slice, low, 3)),
                                range("PointRange2", local_range(slice, high, 3))})}));
    nodes.push_back(user("Some", {range("PointRange", local_range(slice, high, 3)),
                                  reals("Q", values_of(high)), reals("Two", {1, 2})}));
    return nodes;
  });
  assembly.run();
  CHECK(assembly.reals("Skin/Tau") == values_of(vertices));
  CHECK(assembly.integers("Probe/PointRange") == Numbers{1, 1, 1, 6, 2, 2});
  CHECK(assembly.reals("Probe/P") == values_of({{0, 0, 0}, {6, 2, 2}}));
  CHECK(assembly.integers("ZoneGridConnectivity/Holes/PointRange1") == Numbers{1, 1, 1, 6, 2, 2});
  CHECK(assembly.integers("ZoneGridConnectivity/Holes/PointRange2") == Numbers{1, 2, 1, 6, 4, 2});
  CHECK(assembly.reals("Some/Q") == values_of({{0, 1, 0}, {6, 4, 2}}));
  CHECK(assembly.reals("Some/Two") == Reals{1, 2});
}

TEST_CASE("what is below the ranges of a hole is below the list that they become") {
  Assembly assembly;
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const auto noted = [&](const char* name, const Block& block) {
      auto made = range(name, local_range(slice, seen_by(slice, block, 3, {true, true, true}), 3));
      made.children = {descriptor(std::string("Note of ") + name, "text")};
      return made;
    };
    const auto first = noted("PointRange1", {{0, 0, 0}, {6, slice.name == "A" ? 1 : 2, 2}});
    const auto second = noted("PointRange2", {{0, 3, 0}, {6, 4, 2}});
    return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                 {node("Holes", "OversetHoles_t", {first, second})})};
  });
  assembly.run();
  const auto& list = assembly.at("ZoneGridConnectivity/Holes/PointList");
  CHECK(list.child("Note of PointRange1") != nullptr);
  CHECK(list.child("Note of PointRange2") != nullptr);
}

TEST_CASE("a region has the points of one BC in all parts") {
  Assembly assembly;
  const Block vertices = {{0, 0, 0}, {6, 4, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const auto points = seen_by(slice, vertices, 3, {true, true, true});
    const auto wall = bc({range("PointRange", local_range(slice, points, 3))});
    auto other = wall;
    other.name = "Other";
    auto nodes = zone_bc(wall);
    nodes.front().children.push_back(std::move(other));
    nodes.push_back(node(
        "Skin", "ZoneSubRegion_t",
        {descriptor("BCRegionName", slice.name == "A" ? "Wall" : "Other"), reals("Tau", values_of(points))}));
    return nodes;
  });
  CHECK_THAT(assembly.error(), Catch::Contains("Skin: names Other, but other pieces name Wall"));
}

TEST_CASE("the planes that Cassiopée writes outside of its ghosts are those of the zone itself") {
  Assembly assembly(fileset::Convention::cassiopee);
  auto slices = left_right;
  for (auto& slice : slices) slice.ghosts = {1, 1, 1, 1, 1, 1};
  assembly.zone("Z", 3, {5, 3, 4}, slices, [&](const Slice& slice) -> Nodes {
    const bool is_a = slice.name == "A";
    auto nodes = zone_bc(bc({range("PointRange", {2, 2, 7, is_a ? 4 : 5, 5, 7})}));
    nodes.push_back(cgns::integer_node("ZoneRind", "Rind_t", {6}, {1, 1, 1, 1, 1, 1}));
    return nodes;
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointRange") == Numbers{1, 1, 5, 6, 4, 5});
}

TEST_CASE("a BC of ghosts only is left out, and ranges beyond the zone are errors") {
  const auto merged = [](Nodes conditions, Assembly& assembly) {
    auto slices = left_right;
    slices[0].ghosts[1] = 1;
    assembly.zone("Z", 3, {5, 3, 4}, slices,
                  [&](const Slice& slice) -> Nodes { return slice.name == "A" ? conditions : Nodes{}; });
    return assembly.error();
  };
  const auto error_of = [&](Node points) {
    Assembly assembly;
    return merged(zone_bc(bc({points})), assembly);
  };
  Assembly ghosts;
  CHECK(merged(zone_bc(bc({range("PointRange", {4, 1, 1, 4, 4, 5})})), ghosts) == "no error");
  CHECK_FALSE(ghosts.has("ZoneBC/Wall"));
  CHECK(error_of(range("PointRange", {1, 1, 1, 5, 4, 5})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointRange: has points outside its zone");
  CHECK(error_of(range("PointRange", {0, 1, 1, 1, 4, 5})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointRange: has points outside its zone");
  CHECK(error_of(range("PointRange", {1, 1, 1, 4})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointRange: has 4 values, not 6");
  CHECK(error_of(list("PointList", 3, {1, 1, 9})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointList: has points outside its zone");
  CHECK(error_of(list("PointList", 2, {1, 1})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointList: expected 3 x N values, found 2 x 1");
  CHECK(error_of(list("PointList", 2, {1, 1, 2, 1, 3, 1})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointList: expected 3 x N values, found 2 x 3");
  CHECK(error_of(cgns::real_node("PointRange", "IndexRange_t", {3, 2}, {1, 1, 1, 1, 1, 1})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall/PointRange: is R8, not I4 or I8");
}

TEST_CASE("data that does not go with its points is an error") {
  Assembly assembly;
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto points = seen_by(slice, {{0, 0, 0}, {6, 4, 1}}, 3, {true, true, true});
    auto values = values_of(points);
    if (slice.name == "B") values.pop_back();
    return zone_bc(bc({range("PointRange", local_range(slice, points, 3)),
                       data_set({node("DirichletData", "BCData_t", {reals("T", values)})})}));
  });
  CHECK(assembly.error() == "p1.cgns:/Base/B/ZoneBC/Wall/Data/DirichletData/T: has 15 values for 16 points");
}

TEST_CASE("data of the whole BC in each piece, as Cassiopée leaves them, are those of the BC") {
  const Block vertices = {{0, 0, 0}, {6, 4, 1}};
  const Block faces = {{0, 0, 0}, {5, 3, 1}};
  const bool is_numbered = GENERATE(false, true);  // it calls the second piece Wall.0
  for (const auto* location : {"Vertex", "FaceCenter"}) {
    const auto& points = std::string_view(location) == "Vertex" ? vertices : faces;
    const auto merged = [&](double change) {
      Assembly assembly(fileset::Convention::cassiopee);
      assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
        auto values = values_of(points);
        if (slice.name == "B") values.back() += change;
        auto condition = bc(
            {range("PointRange", local_range(slice, seen_by(slice, vertices, 3, {true, true, true}), 3)),
             data_set({grid_location(location), node("DirichletData", "BCData_t", {reals("T", values)})})});
        if (is_numbered && slice.name == "B") condition.name = "Wall.0";
        return zone_bc(condition);
      });
      return assembly;
    };
    auto equal = merged(0);
    equal.run();
    CHECK(names_of(equal.at("ZoneBC").children) == Texts{"Wall"});
    CHECK(equal.integers("ZoneBC/Wall/PointRange") == Numbers{1, 1, 1, 6, 4, 1});
    CHECK(equal.reals("ZoneBC/Wall/Data/DirichletData/T") == values_of(points));
    CHECK(merged(1).error().find("ZoneBC/Wall/Data/DirichletData/T: has ") != std::string::npos);
  }
}

TEST_CASE("conditions that Cassiopée has numbered stay as they are where their data are cut") {
  Assembly assembly(fileset::Convention::cassiopee);
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto points = seen_by(slice, {{0, 0, 0}, {6, 4, 1}}, 3, {true, true, true});
    auto condition = bc({range("PointRange", local_range(slice, points, 3)), data_set({data_of(points)})});
    condition.name = slice.name == "A" ? "Wall" : "Wall.0";
    return zone_bc(condition);
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointRange") == Numbers{1, 1, 1, 3, 4, 1});
  CHECK(assembly.integers("ZoneBC/Wall.0/PointRange") == Numbers{3, 1, 1, 6, 4, 1});
}

TEST_CASE("ranges that go one beyond their GridLocation are ranges of vertices") {
  const bool is_own = GENERATE(false, true);  // pcgns-repartition keeps what the whole zone says
  Assembly assembly(is_own ? fileset::Convention::own : fileset::Convention::seacas);
  const Block points = {{0, 0, 0}, {6, 4, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto seen = seen_by(slice, points, 3, {true, true, true});
    return zone_bc(bc({range("PointRange", local_range(slice, seen, 3)),
                       with(grid_location("CellCenter"), {descriptor("Note", "below")})}));
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointRange") == Numbers{1, 1, 1, 6, 4, 1});
  CHECK(assembly.has("ZoneBC/Wall/GridLocation/Note"));
  CHECK(cgns::text_of(assembly.at("ZoneBC/Wall/GridLocation")) == (is_own ? "CellCenter" : "Vertex"));
  const Texts told = {
      "/Base/Z/ZoneBC/Wall: has ranges of vertices, and the GridLocation CellCenter; it becomes Vertex"};
  CHECK(assembly.notes(plan::Note::Kind::warning) == (is_own ? Texts() : told));
}

TEST_CASE("a BC with several sets of points, or unlike ones, is an error") {
  const auto error_of = [](Node of_a, Node of_b) {
    Assembly assembly;
    assembly.zone("Z", 3, {5, 3, 4}, left_right,
                  [&](const Slice& slice) { return zone_bc(slice.name == "A" ? of_a : of_b); });
    return assembly.error();
  };
  const auto low = range("PointRange", {1, 1, 1, 3, 4, 1});
  CHECK(error_of(bc({low, list("PointList", 3, {1, 1, 1})}), bc({low})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall: has several ranges or lists of points");
  CHECK(error_of(bc({low}), with(cgns::text_node("Wall", "BC_t", "BCInflow"), {low}))
            .find("p1.cgns:/Base/Z/ZoneBC/Wall: is C1 'BCInflow'") == 0);
  CHECK(error_of(bc({low, grid_location("Edge")}), bc({low})) ==
        "p0.cgns:/Base/A/ZoneBC/Wall: has the GridLocation Edge, which is not valid for a structured zone");
  CHECK(error_of(bc({low}), bc({range("PointRange", {1, 1, 1, 1, 3, 4}), grid_location("IFaceCenter")})) ==
        "p1.cgns:/Base/B/ZoneBC/Wall: has the GridLocation IFaceCenter, but Vertex in p0.cgns");
  CHECK(error_of(bc({low, data_set({node("D", "BCData_t", {reals("T", Reals(12, 1))})})}), bc({low})) ==
        "p1.cgns:/Base/B/ZoneBC/Wall/Data: is missing, but /Base/A/ZoneBC/Wall/Data is in p0.cgns");
}

TEST_CASE("a piece whose values say no points, unlike those of others, is an error") {
  const auto low = range("PointRange", {1, 1, 1, 2, 1, 1});
  const auto error_of = [](Node of_a, Node of_b) {
    Assembly assembly;
    assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
      auto mine = slice.name == "A" ? of_a : of_b;
      return mine.label == "BC_t" ? zone_bc(std::move(mine)) : Nodes{std::move(mine)};
    });
    return assembly.error();
  };
  const std::string why = ": has neither a PointRange nor a PointList, unlike ";
  CHECK(error_of(node("S", "FlowSolution_t", {low, reals("P", {1, 2})}),
                 node("S", "FlowSolution_t", {reals("P", Reals(80, 1))})) ==
        "p1.cgns:/Base/B/S" + why + "/Base/A/S in p0.cgns");
  CHECK(error_of(node("R", "ZoneSubRegion_t", {reals("P", Reals(80, 1))}),
                 node("R", "ZoneSubRegion_t", {low, reals("P", {1, 2})})) ==
        "p0.cgns:/Base/A/R" + why + "/Base/B/R in p1.cgns");
  CHECK(error_of(bc({low}), bc({descriptor("Note", "lost")})) ==
        "p1.cgns:/Base/B/ZoneBC/Wall" + why + "/Base/A/ZoneBC/Wall in p0.cgns");
  const auto data = node("D", "BCData_t", {reals("T", {1, 2})});
  CHECK(error_of(bc({low, data_set({low, data})}), bc({low, data_set({data})})) ==
        "p1.cgns:/Base/B/ZoneBC/Wall/Data" + why + "/Base/A/ZoneBC/Wall/Data in p0.cgns");
  // What others have, too, is not lost.
  CHECK(error_of(bc({low, descriptor("Note", "kept")}), bc({descriptor("Note", "kept")})) == "no error");
  CHECK(error_of(user("U", {low, reals("Q", {1, 2}), reals("One", {7})}), user("U", {reals("One", {7})})) ==
        "no error");
}

TEST_CASE("points of user data below other nodes are those of the whole zone") {
  // Parts of pcgns-repartition have such points if a solver has added them.
  const bool is_own = GENERATE(false, true);
  Assembly assembly(is_own ? fileset::Convention::own : fileset::Convention::assembly_file);
  const auto at_corner = user("Probe", {range("PointRange", {1, 1, 1, 2, 1, 1}), reals("Q", {7, 8}),
                                        cgns::text_node("Note", "Descriptor_t", "kept")});
  const auto listed = user("List", {list("PointList", 3, {2, 2, 2, 1, 1, 1}), reals("Q", {5, 6})});
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    if (slice.name == "A") return {};
    auto nodes = zone_bc(bc({range("PointRange", {1, 1, 1, 4, 1, 5}), at_corner}));
    nodes.push_back(user("Outer", {user("Inner", {at_corner, listed})}));
    return nodes;
  });
  assembly.run();
  const Numbers expected = {3, 1, 1, 4, 1, 1};
  CHECK(assembly.integers("ZoneBC/Wall/Probe/PointRange") == expected);
  CHECK(assembly.integers("Outer/Inner/Probe/PointRange") == expected);
  CHECK(assembly.reals("Outer/Inner/Probe/Q") == Reals{7, 8});
  CHECK(cgns::text_of(assembly.at("Outer/Inner/Probe/Note")) == "kept");
  CHECK(assembly.integers("Outer/Inner/List/PointList") == Numbers{4, 2, 2, 3, 1, 1});
}

TEST_CASE("solutions at some points, and regions of joins, are put together") {
  const std::string container = GENERATE("", "ZoneGridConnectivity/");
  const std::string of_second = GENERATE("", "ZoneGridConnectivity/");
  Assembly assembly(fileset::Convention::maia);
  const Block cells = {{0, 1, 1}, {5, 3, 2}};
  const Block face = {{0, 0, 0}, {6, 1, 5}};
  auto container_named = container;
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const auto seen = seen_by(slice, cells, 3, {false, false, false});
    const auto joined = seen_by(slice, face, 3, {true, true, true});
    const auto local = local_range(slice, joined, 3);
    const auto named_in = std::exchange(container_named, of_second);
    auto interface = with(cgns::text_node("match.0", "GridConnectivity1to1_t", "Base/Other"),
                          {range("PointRange", local), range("PointRangeDonor", local_range({}, joined, 3))});
    return {node("Some", "FlowSolution_t",
                 {grid_location("CellCenter"), range("PointRange", local_range(slice, seen, 3)),
                  reals("P", values_of(seen))}),
            node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {interface}),
            node("Of", "ZoneSubRegion_t",
                 {descriptor("GridConnectivityRegionName", named_in + "match.0"),
                  reals("Q", values_of(joined))})};
  });
  assembly.whole(zone("Other"));
  assembly.run();
  CHECK(assembly.integers("Some/PointRange") == Numbers{1, 2, 2, 5, 3, 2});
  CHECK(assembly.reals("Some/P") == values_of(cells));
  CHECK(assembly.reals("Of/Q") == values_of(face));
  // A name alone may be that of several.
  const auto named = container.empty() ? of_second : container;
  CHECK(cgns::text_of(assembly.at("Of/GridConnectivityRegionName")) == named + "match");
  CHECK(cgns::text_of(assembly.at("ZoneGridConnectivity/match")) == "Base/Other");
  CHECK(assembly.integers("ZoneGridConnectivity/match/PointRangeDonor") == Numbers{1, 1, 1, 6, 1, 5});
}
