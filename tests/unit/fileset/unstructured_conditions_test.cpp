// Boundary conditions of parts, and their data.
#include "catch.hpp"
#include "fileset/unstructured_line.hpp"

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::mesh;

TEST_CASE("data of a BC go where its points go") {
  const auto assembly =
      Assembly(
          files({first({zone_bc({bc("Wall", {1, 2}, {2, 3}, {data_set("Set", {reals("T", {20, 30})})})})}),
                 second({zone_bc({bc("Wall", {1}, {1}, {data_set("Set", {reals("T", {10})})})})})},
                1))
          .run();
  CHECK(assembly.values("zone/ZoneBC/Wall/PointList") == Values{2, 1, 3});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/DirichletData/T") == Values{10, 20, 30});
}

TEST_CASE("one value for all points of a BC stays one value") {
  const auto wall = [](Numbers list, Numbers index) {
    return zone_bc({bc("Wall", std::move(list), std::move(index), {data_set("Set", {reals("T", {300})})})});
  };
  const auto assembly = Assembly(files({first({wall({1, 2}, {2, 3})}), second({wall({1}, {1})})}, 1)).run();
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/DirichletData/T") == Values{300});
}

TEST_CASE("a BCDataSet_t may have points of its own") {
  const auto own = [](Numbers list, Numbers index) {
    return Nodes{location("EdgeCenter"), points("PointList", std::move(list)),
                 metadata({{"Index", std::move(index)}})};
  };
  const auto assembly =
      Assembly(files({first({zone_bc({bc("Wall", {1, 2}, {1, 3},
                                         {data_set("Set", {reals("T", {20})}, own({2}, {1}))})})}),
                      second({zone_bc({bc("Wall", {1}, {2})})})},
                     1))
          .run();
  CHECK(assembly.values("zone/ZoneBC/Wall/PointList") == Values{1, 2, 3});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/PointList") == Values{3});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/DirichletData/T") == Values{20});
}

TEST_CASE("a BC without points has those of its BCDataSet_t") {
  const auto wall = [](Numbers list, Numbers index, Reals values) {
    const Nodes own = {location("EdgeCenter"), points("PointList", std::move(list)),
                       metadata({{"Index", std::move(index)}})};
    return zone_bc(
        {with(text("Wall", "BC_t", "BCWall"), {location("EdgeCenter"), text("Note", "Descriptor_t", "x"),
                                               data_set("Set", {reals("T", std::move(values))}, own)})});
  };
  const auto assembly =
      Assembly(files({first({wall({1, 2}, {2, 3}, {20, 30})}), second({wall({1}, {1}, {10})})}, 1)).run();
  CHECK(assembly.children("zone/ZoneBC/Wall") == Texts{"GridLocation", "Note", "Set"});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/PointList") == Values{2, 1, 3});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/DirichletData/T") == Values{10, 20, 30});
  auto none = wall({1}, {1}, {10});
  std::erase_if(none.children[0].children.back().children,
                [](const Node& child) { return child.name == "PointList"; });
  CHECK(
      refusal(files({first({wall({1, 2}, {1, 2}, {20, 30})}), second({std::move(none)})}, 1)) ==
      "1.cgns:/Base/zone.P1.N0/ZoneBC/Wall/Set: has no PointList with :CGNS#GlobalNumbering/Index, and does "
      "not cover a whole section in all pieces");
}

TEST_CASE("a BCDataSet_t is at one location in all parts: that of the BC, unless it says another one") {
  const auto set = [](Nodes more) {
    return zone_bc({bc("Wall", {1}, {1}, {data_set("Set", {reals("T", {1})}, std::move(more))})});
  };
  const auto other = [](Nodes more) {
    return zone_bc({bc("Wall", {1}, {2}, {data_set("Set", {reals("T", {2})}, std::move(more))})});
  };
  CHECK(refusal(files({first({set({})}), second({other({location("EdgeCenter")})})}, 1)) == "no error");
  CHECK(refusal(files({first({set({})}), second({other({location("Vertex")})})}, 1)) ==
        "1.cgns:/Base/zone.P1.N0/ZoneBC/Wall/Set: is at Vertex, but at EdgeCenter in another piece "
        "(/Base/zone.P0.N0/ZoneBC/Wall/Set)");
}

TEST_CASE("normals of a BC are vectors") {
  const auto normals = [](Numbers list, Numbers index, Reals values) {
    const auto count = static_cast<std::int64_t>(values.size()) / 3;
    return zone_bc({bc("Wall", std::move(list), std::move(index),
                       {cgns::real_node("InwardNormalList", "IndexArray_t", {3, count}, values)})});
  };
  const auto assembly = Assembly(files({first({normals({1, 2}, {2, 3}, {2, 2, 2, 3, 3, 3})}),
                                        second({normals({1}, {1}, {1, 1, 1})})},
                                       1))
                            .run();
  CHECK(assembly.values("zone/ZoneBC/Wall/InwardNormalList") == Values{1, 1, 1, 2, 2, 2, 3, 3, 3});
}
