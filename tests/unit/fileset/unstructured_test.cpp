#include <cstring>

#include "catch.hpp"
#include "fileset/unstructured_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::mesh;

constexpr int bar = 3;
constexpr int tri = 5;
constexpr int quad = 7;
constexpr int mixed = 20;

/// Two squares side by side, one in each part; vertices 1 2 3 below, 4 5 6 above. Edges at the left, the
/// right and below. Piece 0 has the square at the right.
Node right_part(Nodes more = {}) {
  Nodes children = {
      coordinates({2, 1, 4, 5}),
      section("Quads", quad, {1, 1}, {2, 1, 3, 4}, {2}),
      section("Bars", bar, {2, 3}, {1, 3, 2, 1}, {2, 4}),
      field_node("Cells", "CellCenter", {reals("Pressure", {20})}),
      field_node("Points", "Vertex", {reals("Pressure", {3, 2, 6, 5})}),
      zone_bc({bc("Below", {3}, {2}), bc("Right", {2}, {1})}),
  };
  children[0].children[0] = reals("CoordinateX", {2, 1, 2, 1});
  for (auto& child : more) children.push_back(std::move(child));
  return piece(0, {3, 2, 6, 5}, {2}, std::move(children));
}

Node left_part(Nodes more = {}) {
  Nodes children = {
      coordinates({0, 1, 0, 1}),
      section("Quads", quad, {1, 1}, {1, 2, 4, 3}, {1}),
      section("Bars", bar, {2, 3}, {1, 3, 1, 2}, {1, 3}),
      field_node("Cells", "CellCenter", {reals("Pressure", {10})}),
      field_node("Points", "Vertex", {reals("Pressure", {1, 2, 4, 5})}),
      zone_bc({bc("Below", {3}, {1}), bc("Left", {2}, {1})}),
  };
  for (auto& child : more) children.push_back(std::move(child));
  return piece(1, {1, 2, 4, 5}, {1}, std::move(children));
}

Texts what_of(const std::vector<fileset::NumberSet>& sets) {
  Texts texts;
  for (const auto& set : sets) texts.push_back(set.what + (set.may_share ? " (shared)" : ""));
  return texts;
}

}  // namespace

TEST_CASE("the sets of numbers are vertices, cells, sections and lists, in this order") {
  const auto assembly = Assembly(files({right_part(), left_part()})).run();
  CHECK(what_of(assembly.sets) ==
        Texts{"/Base/zone: vertices (shared)", "/Base/zone: cells", "/Base/zone/Quads: elements",
              "/Base/zone/Bars: elements (shared)", "/Base/zone/ZoneBC/Below: points (shared)",
              "/Base/zone/ZoneBC/Right: points (shared)", "/Base/zone/ZoneBC/Left: points (shared)"});
  CHECK(assembly.sets[0].members.size() == 2);
  CHECK(assembly.sets[5].members.size() == 1);
  CHECK(assembly.sets[5].members[0].piece == 0);
}

TEST_CASE("vertices, cells and elements go where their numbers say") {
  const auto assembly = Assembly(files({right_part(), left_part()})).run();
  CHECK(assembly.values("zone") == Values{6, 2, 0});
  CHECK(assembly.values("zone/GridCoordinates/CoordinateX") == Values{0, 1, 2, 0, 1, 2});
  CHECK(assembly.values("zone/Points/Pressure") == Values{1, 2, 3, 4, 5, 6});
  CHECK(assembly.values("zone/Cells/Pressure") == Values{10, 20});
  CHECK(assembly.values("zone/Quads/ElementConnectivity") == Values{1, 2, 5, 4, 2, 3, 6, 5});
  CHECK(assembly.values("zone/Bars/ElementConnectivity") == Values{1, 4, 3, 6, 1, 2, 2, 3});
  CHECK(assembly.values("zone/Quads/ElementRange") == Values{1, 2});
  CHECK(assembly.values("zone/Bars/ElementRange") == Values{3, 6});
  CHECK(assembly.notes.empty());
}

TEST_CASE("what conventions put into parts is not in the whole zone") {
  const auto assembly =
      Assembly(files({right_part({user("maia#Renumbering", {integers("CellColor", {0})})}), left_part()}))
          .run();
  CHECK(assembly.children("zone") ==
        Texts{"ZoneType", "GridCoordinates", "Quads", "Bars", "Cells", "Points", "ZoneBC"});
  CHECK(assembly.children("zone/Quads") == Texts{"ElementRange", "ElementConnectivity"});
  CHECK(assembly.children("zone/ZoneBC/Below") == Texts{"GridLocation", "PointList"});
}

TEST_CASE("the lists of BCs name elements of the whole zone, and a part need not have all BCs") {
  const auto assembly = Assembly(files({right_part(), left_part()})).run();
  CHECK(assembly.values("zone/ZoneBC/Below/PointList") == Values{5, 6});
  CHECK(assembly.values("zone/ZoneBC/Left/PointList") == Values{3});
  CHECK(assembly.values("zone/ZoneBC/Right/PointList") == Values{4});
  CHECK(assembly.text("zone/ZoneBC/Right") == "BCWall");
}

TEST_CASE("sections that only some parts have come in the order that no part contradicts") {
  const auto with_quad = piece(0, {1, 2, 3, 4}, {1}, {section("Quads", quad, {1, 1}, {1, 2, 3, 4}, {1})});
  const auto with_both =
      piece(1, {3, 4, 5}, {2},
            {section("Tris", tri, {1, 1}, {1, 2, 3}, {1}), section("Bars", bar, {2, 2}, {1, 3}, {1})});
  const auto assembly = Assembly(files({with_quad, with_both})).run();
  CHECK(assembly.children("zone") == Texts{"ZoneType", "Quads", "Tris", "Bars"});
  CHECK(assembly.values("zone/Tris/ElementRange") == Values{2, 2});
  CHECK(assembly.values("zone/Bars/ElementConnectivity") == Values{3, 5});
}

TEST_CASE("sections that no part has together come in the order of their numbers among all sections") {
  const auto numbered = [](Node section, Numbers in_all) {
    const auto count = static_cast<std::int64_t>(in_all.size());
    section.children.back().children.push_back(
        cgns::integer_node("Sections", "DataArray_t", {count}, in_all, cgns::DataType::I8));
    return section;
  };
  const auto tris = [&](Numbers in_all) {
    return piece(0, {3, 4, 5}, {2}, {numbered(section("Tris", tri, {1, 1}, {1, 2, 3}, {1}), in_all)});
  };
  const auto quads =
      piece(1, {1, 2, 3, 4}, {1}, {numbered(section("Quads", quad, {1, 1}, {1, 2, 3, 4}, {1}), Numbers{1})});
  const auto assembly = Assembly(files({tris({2}), quads})).run();
  CHECK(assembly.children("zone") == Texts{"ZoneType", "Quads", "Tris"});
  CHECK(assembly.values("zone/Tris/ElementRange") == Values{2, 2});
  // Numbers that cannot be are no reason to refuse anything.
  CHECK(Assembly(files({tris({-1}), quads})).run().children("zone") == Texts{"ZoneType", "Quads", "Tris"});
}

TEST_CASE("sections that no part has together come in the order of the cells") {
  const auto tris = [](Numbers cells, Numbers elements) {
    return piece(0, {3, 4, 5}, std::move(cells),
                 {section("Tris", tri, {1, 1}, {1, 2, 3}, std::move(elements))});
  };
  const auto quads = [](Numbers cells) {
    return piece(1, {1, 2, 3, 4}, std::move(cells), {section("Quads", quad, {1, 1}, {1, 2, 3, 4}, {1})});
  };
  const auto order_of = [&](std::int64_t of_tri, std::int64_t of_quad) {
    return Assembly(files({tris({of_tri}, {1}), quads({of_quad})})).run().children("zone");
  };
  CHECK(order_of(2, 1) == Texts{"ZoneType", "Quads", "Tris"});
  CHECK(order_of(1, 2) == Texts{"ZoneType", "Tris", "Quads"});
}

TEST_CASE("cells have the numbers of their elements") {
  const auto strip = [](Numbers cells, Numbers quads) {
    return refusal(
        files({piece(0, {1, 2, 3, 4, 5, 6}, std::move(cells),
                     {section("Quads", quad, {1, 2}, {1, 2, 5, 4, 2, 3, 6, 5}, std::move(quads))})}));
  };
  CHECK(strip({2, 1}, {2, 1}) == "no error");
  CHECK(strip({1, 2}, {2, 1}) ==
        "0.cgns:/Base/zone.P0.N0/:CGNS#GlobalNumbering/Cell: contradicts the global numbers of the elements: "
        "fields would go to other cells");
}

TEST_CASE("cells of MIXED sections have the numbers of their elements, unless there are others among them") {
  const auto strip = [](Numbers cells, Numbers elements) {
    const auto count = std::ssize(elements);
    Numbers values = {quad, 1, 2, 5, 4, quad, 2, 3, 6, 5};
    Numbers begins = {0, 5, 10};
    if (count > 2) values.insert(values.end(), {bar, 1, 2});
    if (count > 2) begins.push_back(13);
    return refusal(files({piece(0, {1, 2, 3, 4, 5, 6}, std::move(cells),
                                {section("Mixed", mixed, {1, count}, std::move(values), std::move(elements),
                                         {integers("ElementStartOffset", std::move(begins))})})}));
  };
  CHECK(strip({2, 1}, {2, 1}) == "no error");
  CHECK_THAT(strip({1, 2}, {2, 1}), Catch::Contains("Cell: contradicts the global numbers of the elements"));
  CHECK(strip({1, 2}, {2, 1, 3}) == "no error");
}

TEST_CASE("sums of numbers tell their order") {
  const auto sums_of = [](std::int64_t first, const Numbers& numbers) {
    fileset::OrderSums sums;
    for (const auto number : numbers) sums.add(first++, static_cast<std::uint64_t>(number));
    return sums;
  };
  CHECK(sums_of(0, {3, 1, 2}) == sums_of(0, {3, 1, 2}));
  CHECK(sums_of(0, {3, 1, 2}) != sums_of(0, {1, 3, 2}));
  CHECK(sums_of(0, {3, 1, 2}).shifted(1'000'000'000'000) ==
        sums_of(0, {1'000'000'000'003, 1'000'000'000'001, 1'000'000'000'002}));
  auto in_portions = sums_of(0, {3, 1});
  in_portions.add(sums_of(2, {2}));
  CHECK(in_portions == sums_of(0, {3, 1, 2}));
}

TEST_CASE("edges before cells stay before cells") {
  const auto first =
      piece(0, {1, 2, 3}, {1},
            {section("Tris", tri, {2, 2}, {1, 2, 3}, {1}), section("Bars", bar, {1, 1}, {1, 2}, {1})});
  const auto second = piece(1, {2, 3, 4, 5}, {2}, {section("Quads", quad, {1, 1}, {1, 2, 3, 4}, {1})});
  const auto assembly = Assembly(files({second, first})).run();
  CHECK(assembly.values("zone/Bars/ElementRange") == Values{1, 1});
  CHECK(assembly.values("zone/Tris/ElementRange") == Values{2, 2});
  CHECK(assembly.values("zone/Quads/ElementRange") == Values{3, 3});
}

TEST_CASE("elements of a MIXED section bring their type, which is no vertex") {
  const auto first = piece(
      0, {1, 2, 3, 4}, {2},
      {section("Mixed", mixed, {1, 1}, {quad, 1, 2, 3, 4}, {2}, {integers("ElementStartOffset", {0, 5})})});
  const auto second =
      piece(1, {3, 4, 5}, {1},
            {section("Mixed", mixed, {1, 1}, {tri, 1, 2, 3}, {1}, {integers("ElementStartOffset", {0, 4})})});
  const auto assembly = Assembly(files({first, second})).run();
  CHECK(assembly.values("zone/Mixed/ElementConnectivity") == Values{tri, 3, 4, 5, quad, 1, 2, 3, 4});
  CHECK(assembly.values("zone/Mixed/ElementStartOffset") == Values{0, 4, 9});
}

TEST_CASE("ghosts behind the things of a part are left out") {
  const auto rind = cgns::integer_node("Rind", "Rind_t", {2}, {0, 1});
  auto first =
      piece(0, {1, 2, 3}, {1},
            {section("Tris", tri, {1, 2}, {1, 2, 3, 2, 3, 4}, {1, 2}, {rind}),
             field_node("Cells", "CellCenter", {rind, reals("Pressure", {10, 99})}),
             node("GridCoordinates", "GridCoordinates_t", {rind, reals("CoordinateX", {1, 2, 3, 99})})});
  *first.child(":CGNS#GlobalNumbering") = metadata({{"Vertex", {1, 2, 3, 4}}, {"Cell", {1, 2}}});
  const auto second =
      piece(1, {2, 3, 4}, {2},
            {section("Tris", tri, {1, 1}, {1, 2, 3}, {2}),
             field_node("Cells", "CellCenter", {reals("Pressure", {20})}), coordinates({2, 3, 4})});
  const auto assembly = Assembly(files({first, second})).run();
  CHECK(assembly.values("zone/Cells/Pressure") == Values{10, 20});
  CHECK(assembly.values("zone/GridCoordinates/CoordinateX") == Values{1, 2, 3, 4});
  CHECK(assembly.values("zone/Tris/ElementConnectivity") == Values{1, 2, 3, 2, 3, 4});
  CHECK(assembly.children("zone/Tris") == Texts{"ElementRange", "ElementConnectivity"});
}

TEST_CASE("integers are wide where those of a part are") {
  auto wide = right_part();
  auto& list = *wide.child("ZoneBC")->child("Below")->child("PointList");
  list = cgns::integer_node("PointList", "IndexArray_t", {1, 1}, {3}, cgns::DataType::I8);
  const auto assembly = Assembly(files({wide, left_part()})).run();
  CHECK(assembly.find("zone/ZoneBC/Below/PointList")->type == cgns::DataType::I8);
  CHECK(assembly.find("zone/ZoneBC/Left/PointList")->type == cgns::DataType::I4);
  CHECK(assembly.find("zone")->type == cgns::DataType::I4);
}

TEST_CASE("what parts note for themselves is kept apart, what they agree on is there once") {
  const auto assembly = Assembly(files({right_part({descriptor("Rank", "0"), descriptor("Solver", "x")}),
                                        left_part({descriptor("Rank", "1"), descriptor("Solver", "x")})}))
                            .run();
  CHECK(assembly.text("zone/Solver") == "x");
  CHECK(assembly.find("zone/Rank") == nullptr);
  CHECK(assembly.text("zone/:PCGNS#PerRank/0/Rank") == "0");
  CHECK(assembly.text("zone/:PCGNS#PerRank/1/Rank") == "1");
}

TEST_CASE("units of only some parts are an error, unless the others have no values") {
  const auto units = node("DimensionalUnits", "DimensionalUnits_t");
  const auto merge = [&](Nodes right, Nodes left) {
    return Assembly(files({right_part(std::move(right)), left_part(std::move(left))})).run();
  };
  CHECK_THROWS_WITH(merge({units}, {}), Catch::Contains("/Base/zone/DimensionalUnits: is absent, but a "
                                                        "DimensionalUnits_t in"));
  CHECK(merge({units}, {units}).find("zone/DimensionalUnits") != nullptr);
  const auto field = [&](Nodes below) {
    return field_node("More", "CellCenter", {with(reals("T", {1}), std::move(below))});
  };
  CHECK_THROWS_WITH(
      merge({field({})}, {field({units})}),
      Catch::Contains("/Base/zone/More/T/DimensionalUnits: is a DimensionalUnits_t, but absent"));
  const auto state = [](Nodes below) { return node("State", "ReferenceState_t", std::move(below)); };
  CHECK(merge({state({})}, {state({units})}).find("zone/State/DimensionalUnits") != nullptr);
}

TEST_CASE("arrays that are no fields are there once if parts agree, else kept apart") {
  const auto data = [](double value) {
    return user("Settings", {reals("Same", {1, 2, 3}), reals("Own", {value})});
  };
  const auto agreed = Assembly(files({right_part({data(1)}), left_part({data(1)})})).run();
  CHECK(agreed.values("zone/Settings/Own") == Values{1});
  const auto differing = Assembly(files({right_part({data(1)}), left_part({data(2)})})).run();
  CHECK(differing.find("zone/Settings") == nullptr);
  CHECK(differing.values("zone/:PCGNS#PerRank/1/Settings/Own") == Values{2});
}

TEST_CASE("an assembly file may say where numbers are") {
  const auto own = [](int rank, Numbers vertices, Numbers cells, Numbers list, double pressure) {
    auto wall = bc("Wall", std::move(list), {});
    const Numbers positions = {rank == 0 ? 1 : 0};
    auto zone =
        piece(rank, vertices, cells,
              {section("Tris", tri, {1, 1}, {1, 2, 3}, {9}), section("Bars", bar, {2, 2}, {1, 2}, {9}),
               zone_bc({wall}), field_node("Cells", "CellCenter", {reals("P", {pressure})}),
               user("Mine", {integers("V", vertices), integers("C", cells), integers("E", cells),
                             integers("W", positions)})});
    std::erase_if(zone.children, [](const Node& child) { return child.name == ":CGNS#GlobalNumbering"; });
    return zone;
  };
  Assembly assembly(files({own(0, {0, 1, 2}, {1}, {2}, 20), own(1, {1, 2, 3}, {0}, {2}, 10)}));
  for (auto& one : assembly.pieces.originals.front().pieces) {
    for (const auto* const what : {"Vertex V", "Cell C", "Tris E", "Bars E", "ZoneBC/Wall W"}) {
      const auto key = std::string(what, std::strlen(what) - 2);
      const auto path = std::string("Mine/") + what[key.size() + 1];
      one.number_nodes[key] = {path, *cgns::find(*one.zone, path)};
    }
    one.first_number = 0;
  }
  assembly.run();
  CHECK(assembly.values("zone/Cells/P") == Values{10, 20});
  CHECK(assembly.values("zone/Tris/ElementConnectivity") == Values{2, 3, 4, 1, 2, 3});
  CHECK(assembly.values("zone/ZoneBC/Wall/PointList") == Values{3, 4});
  CHECK(assembly.find("zone/Mine") == nullptr);
}

TEST_CASE("an assembly file may say how many there are in the whole zone") {
  using Totals = std::map<std::string, std::int64_t>;
  const auto with_totals = [](const Totals& first, const Totals& second) {
    auto assembly =
        std::make_unique<Assembly>(files({right_part({user("All", {integers("V", {6})})}), left_part()}));
    auto& both = assembly->pieces.originals.front().pieces;
    both[0].totals = first;
    both[1].totals = second;
    both[0].metadata_nodes = {"All/V"};
    return assembly;
  };
  const Totals totals = {{"Vertex", 6}, {"Cell", 2}, {"Bars", 4}, {"ZoneBC/Left", 1}, {"Tris", 0}};
  const auto made = with_totals(totals, totals);
  made->run();
  const std::vector<std::int64_t> expected = {6, 2, -1, 4, -1, -1, 1};
  REQUIRE(made->sets.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(made->sets[i].total == expected[i]);
  CHECK(made->find("zone/All") == nullptr);
  using Catch::Contains;
  CHECK_THROWS_WITH(with_totals({{"Vertex", 6}}, {{"Vertex", 7}})->run(),
                    Contains("1.cgns:/Base/zone.P1.N0") &&
                        Contains("7 as the total of 'Vertex', but another piece gives 6"));
  CHECK_THROWS_WITH(with_totals({{"Tris", 1}}, {})->run(),
                    Contains("1 of 'Tris'") && Contains("no piece has"));
}

TEST_CASE("user data with a GridLocation_t are fields") {
  const auto data = [](double value) {
    return user("Sensor", {location("CellCenter"), reals("S", {value})});
  };
  const auto assembly = Assembly(files({right_part({data(2)}), left_part({data(1)})})).run();
  CHECK(assembly.values("zone/Sensor/S") == Values{1, 2});
}

TEST_CASE("cells of XCore are numbered from 0 on, points from 1 on") {
  const auto xcore = [](int rank, Numbers cells, Numbers points, double pressure) {
    const auto loc2glob = [](std::string name, const Numbers& values) {
      const auto count = static_cast<std::int64_t>(values.size());
      return cgns::integer_node(std::move(name), "UserDefinedData_t", {count}, values);
    };
    auto zone = piece(rank, points, cells,
                      {field_node("Cells", "CellCenter", {reals("P", {pressure})}),
                       field_node("Points", "Vertex", {reals("P", {pressure, pressure, pressure})}),
                       node("Early", "ZoneGridConnectivity_t", {text("Note", "Descriptor_t", "first")}),
                       node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                            {loc2glob("CellLoc2Glob", cells), loc2glob("PointLoc2Glob", points),
                             text("Match_1", "GridConnectivity1to1_t", "1")})});
    std::erase_if(zone.children, [](const Node& child) { return child.name == ":CGNS#GlobalNumbering"; });
    CHECK(fileset::has_xcore_metadata(zone));
    return zone;
  };
  const auto assembly = Assembly(files({xcore(0, {1}, {1, 2, 3}, 20), xcore(1, {0}, {2, 3, 4}, 10)})).run();
  CHECK(assembly.values("zone") == Values{4, 2, 0});
  CHECK(assembly.values("zone/Cells/P") == Values{10, 20});
  CHECK(assembly.values("zone/Points/P") == Values{20, 20, 20, 10});
  CHECK(assembly.find("zone/ZoneGridConnectivity") == nullptr);
}

TEST_CASE("parts that do not belong together are refused, with file and node") {
  const auto with_left = [](Node left) { return refusal(files({right_part(), std::move(left)})); };
  const auto changed = [](std::string_view folder, std::string_view name, Node node) {
    auto left = left_part();
    *left.child(folder)->child(name) = std::move(node);
    return left;
  };
  CHECK(with_left(changed("Cells", "Pressure", reals("Other", {1}))) ==
        "1.cgns:/Base/zone.P1.N0: does not have Cells/Pressure, unlike /Base/zone.P0.N0/Cells/Pressure");
  CHECK(with_left(changed("Cells", "Pressure", integers("Pressure", {1}))) ==
        "1.cgns:/Base/zone.P1.N0/Cells/Pressure: is I4, but R8 in another piece");
  CHECK(with_left(changed("Points", "Pressure", reals("Pressure", {1, 2}))) ==
        "1.cgns:/Base/zone.P1.N0/Points/Pressure: has the extents 2, but there are 4 vertices");
  CHECK(with_left(changed("Quads", "ElementConnectivity", integers("ElementConnectivity", {1, 2}))) ==
        "1.cgns:/Base/zone.P1.N0/Quads/ElementConnectivity: has the extents 2, but there are 1 elements");
  CHECK(with_left(changed("Quads", ":CGNS#GlobalNumbering", user("Other"))) ==
        "1.cgns:/Base/zone.P1.N0/Quads/:CGNS#GlobalNumbering/Element: is missing: without global numbers of "
        "elements the piece cannot be located");
  CHECK(with_left(changed("Quads", ":CGNS#GlobalNumbering", metadata({{"Element", {}}}))) ==
        "1.cgns:/Base/zone.P1.N0/Quads/:CGNS#GlobalNumbering/Element: must have 1 integers, but has 0 values "
        "of type I8");
  auto no_cells = left_part();
  std::erase_if(no_cells.children, [](const Node& child) { return child.name == "Cells"; });
  CHECK(with_left(no_cells) == "1.cgns:/Base/zone.P1.N0: does not have Cells, unlike /Base/zone.P0.N0/Cells");
  CHECK(with_left(changed("Points", "GridLocation", location("CellCenter"))) ==
        "1.cgns:/Base/zone.P1.N0/Points: has the GridLocation CellCenter, but Vertex in "
        "/Base/zone.P0.N0/Points");
  auto no_index = left_part();
  no_index.child("ZoneBC")->children[0] = bc("Below", {3}, {});
  CHECK(
      with_left(no_index) ==
      "1.cgns:/Base/zone.P1.N0/ZoneBC/Below/:CGNS#GlobalNumbering/Index: is missing: without global numbers "
      "of points the piece cannot be located");
}

TEST_CASE("sections that are not what they must be are refused") {
  const auto with = [](Node one) { return refusal(files({piece(0, {1, 2, 3}, {1}, {std::move(one)})})); };
  CHECK(with(section("S", 999, {1, 1}, {1, 2, 3}, {1})) ==
        "0.cgns:/Base/zone.P0.N0/S: has an unknown element type");
  CHECK(with(section("S", tri, {3, 1}, {1, 2, 3}, {1})) ==
        "0.cgns:/Base/zone.P0.N0/S/ElementRange: expected [first, last]");
  CHECK(with(section("S", mixed, {1, 1}, {tri, 1, 2, 3}, {1})) ==
        "0.cgns:/Base/zone.P0.N0/S: has no ElementConnectivity of integers");
  const auto overlap = piece(
      0, {1, 2, 3}, {1}, {section("S", tri, {1, 1}, {1, 2, 3}, {1}), section("T", bar, {1, 1}, {1, 2}, {1})});
  CHECK(refusal(files({overlap})) ==
        "0.cgns:/Base/zone.P0.N0/T: has element numbers that another section has, too");
}
