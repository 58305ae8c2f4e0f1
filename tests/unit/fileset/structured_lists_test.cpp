#include <map>
#include <tuple>

#include "catch.hpp"
#include "fileset/structured_bc_build.hpp"

using namespace pcgns;
using namespace pcgns::test;

namespace {

Node places(const Numbers& numbers) {
  return node(":CGNS#GlobalNumbering", "UserDefinedData_t",
              {cgns::integer_node("Index", "DataArray_t", {std::ssize(numbers)}, numbers)});
}

/// An interface of a slice to the zone Other, whose points are those of Z moved by one, on a box at kmin.
Node to_other(const Slice& slice, std::string name, const Block& points) {
  Numbers donors;
  for (const auto* ends : {&points.begin, &points.end})
    for (std::size_t d = 0; d < 3; ++d) donors.push_back((*ends)[d] + (ends == &points.begin ? 2 : 1));
  return with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", "Other"),
              {range("PointRange", local_range(slice, points, 3)), range("PointRangeDonor", donors)});
}

Node on(std::string name, const std::string& interface, Reals values) {
  return node(std::move(name), "ZoneSubRegion_t",
              {descriptor("GridConnectivityRegionName", interface), reals("Q", std::move(values))});
}

/// The zone Z beside Other; `low`: the interfaces of each slice at kmin, `regions`: what else it has.
using Parts = std::map<std::string, std::pair<Nodes, Nodes>>;
Assembly with_regions(Parts parts) {
  Assembly assembly(fileset::Convention::maia);
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    auto& [interfaces, nodes] = parts.at(slice.name);
    nodes.push_back(node("ZoneGridConnectivity", "ZoneGridConnectivity_t", std::move(interfaces)));
    return std::move(nodes);
  });
  assembly.whole(zone("Other", {}));
  return assembly;
}

Texts regions_of(const Assembly& assembly, const Node& zone) {
  Texts texts;
  for (const auto& child : zone.children) {
    if (child.label == "ZoneSubRegion_t")
      texts.push_back(child.name + " on " +
                      cgns::text_of(assembly.at(child.name + "/GridConnectivityRegionName")));
  }
  return texts;
}

}  // namespace

TEST_CASE("a BC that is no box becomes a list, each point once, i fastest") {
  Assembly assembly;
  // An L of vertices at kmin.
  const Block of_a = {{0, 0, 0}, {3, 4, 1}};
  const Block of_b = {{2, 0, 0}, {6, 2, 1}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto& points = slice.name == "A" ? of_a : of_b;
    return zone_bc(bc({range("PointRange", local_range(slice, points, 3)), data_set({data_of(points)})}));
  });
  assembly.run();
  std::vector<Index3> expected;
  for (const auto& point : points_of({{0, 0, 0}, {6, 4, 1}})) {
    if (of_a.contains(point) || of_b.contains(point)) expected.push_back(point);
  }
  CHECK(assembly.integers("ZoneBC/Wall/PointList") == local_list({}, expected, 3));
  CHECK(assembly.at("ZoneBC/Wall/PointList").is_bulk());
  CHECK(assembly.at("ZoneBC/Wall/PointList").data.empty());
  Reals values;
  for (const auto& point : expected) values.push_back(value_at(point));
  CHECK(assembly.reals("ZoneBC/Wall/Data/DirichletData/Temperature") == values);
}

TEST_CASE("lists of points become one list") {
  Assembly assembly;
  const std::vector<Index3> of_a = {{1, 2, 0}, {0, 0, 0}, {2, 1, 3}};
  const std::vector<Index3> of_b = {{5, 0, 0}, {2, 1, 3}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const auto& points = slice.name == "A" ? of_a : of_b;
    Reals values;
    for (const auto& point : points) values.push_back(value_at(point));
    return zone_bc(bc({list("PointList", 3, local_list(slice, points, 3)),
                       data_set({node("NeumannData", "BCData_t", {reals("Q", values)})})}));
  });
  assembly.run();
  const std::vector<Index3> all = {{0, 0, 0}, {5, 0, 0}, {1, 2, 0}, {2, 1, 3}};
  CHECK(assembly.integers("ZoneBC/Wall/PointList") == local_list({}, all, 3));
  CHECK(assembly.reals("ZoneBC/Wall/Data/NeumannData/Q") == Reals{0, 5, 2001, 3001002});
}

TEST_CASE("lists that say where their points were keep that order, and points that come twice") {
  Assembly assembly;
  const std::vector<Index3> all = {{2, 1, 3}, {5, 0, 0}, {0, 0, 0}, {5, 0, 0}};
  const std::vector<Index3> of_a = {all[0], all[2]};
  const std::vector<Index3> of_b = {all[3], all[0], all[1]};  // the first is at the seam, in both
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) {
    const bool is_a = slice.name == "A";
    return zone_bc(bc({list("PointList", 3, local_list(slice, is_a ? of_a : of_b, 3)),
                       places(is_a ? Numbers{1, 3} : Numbers{4, 1, 2}),
                       data_set({node("NeumannData", "BCData_t",
                                      {reals("Q", is_a ? Reals{10, 30} : Reals{40, 10, 20})})})}));
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointList") == local_list({}, all, 3));
  CHECK(assembly.reals("ZoneBC/Wall/Data/NeumannData/Q") == Reals{10, 20, 30, 40});
  CHECK(names_of(assembly.at("ZoneBC/Wall").children) == Texts{"PointList", "Data"});
}

TEST_CASE("places of points that contradict each other, or leave one out, are refused") {
  const std::vector<Index3> of_a = {{0, 0, 0}, {1, 0, 0}};
  const std::vector<Index3> of_b = {{5, 0, 0}};
  const std::vector<std::tuple<Numbers, Numbers, std::string>> cases = {
      {{1, 2}, {3}, "no error"},
      {{1, 2}, {2}, "p1.cgns:/Base/B/ZoneBC/Wall: point 2 of the list differs in p0.cgns"},
      {{1, 2}, {4}, "p1.cgns:/Base/B/ZoneBC/Wall: no piece has point 3 of the list"},
      {{1, 2}, {0}, "p1.cgns:/Base/B/ZoneBC/Wall/:CGNS#GlobalNumbering/Index: has a number below 1"},
      {{1}, {3}, "p0.cgns:/Base/A/ZoneBC/Wall/:CGNS#GlobalNumbering/Index: has 1 numbers for 2 points"},
  };
  for (const auto& [in_a, in_b, expected] : cases) {
    Assembly assembly;
    assembly.zone("Z", 3, {5, 3, 4}, left_right, [&, a = in_a, b = in_b](const Slice& slice) {
      const bool is_a = slice.name == "A";
      return zone_bc(
          bc({list("PointList", 3, local_list(slice, is_a ? of_a : of_b, 3)), places(is_a ? a : b)}));
    });
    CHECK(assembly.error() == expected);
  }
}

TEST_CASE("one list alone keeps its order") {
  Assembly assembly;
  const std::vector<Index3> points = {{5, 2, 0}, {3, 0, 0}, {4, 1, 3}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    if (slice.name == "A") return {};
    return zone_bc(bc({list("PointList", 3, local_list(slice, points, 3)),
                       data_set({node("NeumannData", "BCData_t", {reals("Q", {1, 2, 3})})})}));
  });
  assembly.run();
  CHECK(assembly.integers("ZoneBC/Wall/PointList") == local_list({}, points, 3));
  CHECK(assembly.reals("ZoneBC/Wall/Data/NeumannData/Q") == Reals{1, 2, 3});
}

TEST_CASE("an interface has one opposite, which writers that record its name do not contradict") {
  const auto error_of = [](fileset::Convention convention, const std::string& of_b) {
    Assembly assembly(convention);
    assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
      const bool is_a = slice.name == "A";
      const std::vector<Index3> points = {is_a ? Index3{0, 0, 0} : Index3{5, 0, 0}};
      auto interface =
          with(cgns::text_node("X", "GridConnectivity_t", "Other"),
               {list("PointList", 3, local_list(slice, points, 3)), list("PointListDonor", 3, {1, 1, 1}),
                descriptor("GridConnectivityDonorName", is_a ? "back" : of_b)});
      return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)})};
    });
    assembly.whole(zone("Other", {}));
    return assembly.error();
  };
  CHECK(error_of(fileset::Convention::own, "back") == "no error");
  CHECK(error_of(fileset::Convention::own, "front") ==
        "p1.cgns:/Base/B/ZoneGridConnectivity/X/GridConnectivityDonorName: names front, but back in p0.cgns");
  CHECK(error_of(fileset::Convention::seacas, "front") == "no error");
}

TEST_CASE("the pieces of an interface may name its donor with the base or without") {
  const bool has_donors = GENERATE(false, true);
  Assembly assembly(fileset::Convention::seacas);
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const bool is_a = slice.name == "A";
    const Block row = {{0, 0, 0}, {6, 1, 1}};
    const auto seen = seen_by(slice, row, 3, {true, true, true});
    auto interface = with(cgns::text_node("X", "GridConnectivity_t", is_a ? "Other" : "/Base/Other"),
                          {cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Overset"),
                           range("PointRange", local_range(slice, seen, 3))});
    if (has_donors) {
      const Numbers donors(static_cast<std::size_t>(3 * seen.count()), 1);
      interface.children.push_back(list("PointListDonor", 3, donors));
    }
    return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)})};
  });
  assembly.whole(zone("Other", {}));
  assembly.run();
  REQUIRE(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"X"});
  CHECK(cgns::text_of(assembly.at("ZoneGridConnectivity/X")) == "Other");
  CHECK(assembly.integers("ZoneGridConnectivity/X/PointRange") == Numbers{1, 1, 1, 6, 1, 1});
}

TEST_CASE("a region on an interface that the whole zone does not get is kept as the pieces have it") {
  Assembly assembly(fileset::Convention::maia);
  const Block cut = {{2, 0, 0}, {3, 4, 5}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const bool is_a = slice.name == "A";
    const auto& donor = left_right[is_a ? 1 : 0];
    const std::string name = is_a ? "JN.P0.N0.LT.P1.N0" : "JN.P1.N0.LT.P0.N0";
    auto interface = with(cgns::text_node(name, "GridConnectivity1to1_t", donor.name),
                          {range("PointRange", local_range(slice, cut, 3)),
                           range("PointRangeDonor", local_range(donor, cut, 3))});
    return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)}),
            node("Exchange", "ZoneSubRegion_t",
                 {descriptor("GridConnectivityRegionName", name), reals("Q", {1, 2, 3})})};
  });
  assembly.run();
  CHECK_FALSE(assembly.has("Exchange"));
  CHECK(assembly.has(":PCGNS#PerRank/0/Exchange/Q"));
  CHECK(assembly.has(":PCGNS#PerRank/1/Exchange/Q"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 1);
}

TEST_CASE("a region on an interface that only its points show to be between pieces is kept, too") {
  const bool are_alike = GENERATE(false, true);
  const bool is_before = GENERATE(false, true);
  const auto* const label = GENERATE("GridConnectivity1to1_t", "GridConnectivity_t");
  CAPTURE(are_alike, is_before, label);
  Assembly assembly(fileset::Convention::seacas);
  const Block cut = {{2, 0, 0}, {3, 4, 5}};
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [&](const Slice& slice) -> Nodes {
    const bool is_a = slice.name == "A";
    const auto& donor = left_right[is_a ? 1 : 0];
    const std::string name = are_alike ? "cut" : is_a ? "2--3" : "3--2";
    auto interface = with(cgns::text_node(name, label, donor.name),
                          {range("PointRange", local_range(slice, cut, 3)),
                           range("PointRangeDonor", local_range(donor, cut, 3))});
    Nodes nodes = {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)}),
                   node("Exchange", "ZoneSubRegion_t",
                        {descriptor("GridConnectivityRegionName", name),
                         reals("Q", is_a ? Reals{1, 2, 3} : Reals{101, 102, 103})})};
    if (is_before) std::swap(nodes.front(), nodes.back());
    return nodes;
  });
  assembly.run();
  CHECK_FALSE(assembly.has("ZoneGridConnectivity"));
  CHECK_FALSE(assembly.has("Exchange"));
  CHECK(assembly.has(":PCGNS#PerRank/0/Exchange/Q"));
  CHECK(assembly.has(":PCGNS#PerRank/1/Exchange/Q"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 1);
}

TEST_CASE("a region on an interface that is kept as the pieces have it is kept, too") {
  Assembly assembly(fileset::Convention::seacas);
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [](const Slice& slice) -> Nodes {
    const Block row = {{0, 0, 0}, {6, 1, 1}};
    const auto seen = seen_by(slice, row, 3, {true, true, true});
    REQUIRE(seen.count() > 2);
    auto interface = with(
        cgns::text_node("Over", "GridConnectivity_t", "Other"),
        {range("PointRange", local_range(slice, seen, 3)), list("PointListDonor", 3, {1, 1, 1, 2, 1, 1})});
    return {node("On", "ZoneSubRegion_t", {descriptor("GridConnectivityRegionName", "Over")}),
            node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)})};
  });
  assembly.whole(zone("Other", {}));
  assembly.run();
  CHECK_FALSE(assembly.has("On"));
  CHECK(assembly.has(":PCGNS#PerRank/0/On"));
  CHECK(assembly.has(":PCGNS#PerRank/1/ZoneGridConnectivity/Over"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 2);
}

TEST_CASE("a region on an interface without points stays") {
  Assembly assembly(fileset::Convention::maia);
  assembly.zone("Z", 3, {5, 3, 4}, left_right, [](const Slice& slice) -> Nodes {
    const std::string name = slice.name == "A" ? "Empty.0" : "Empty.1";
    auto interface =
        with(cgns::text_node(name, "GridConnectivity_t", "Other"), {node("PointList", "IndexArray_t")});
    return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(interface)}),
            node("On", "ZoneSubRegion_t",
                 {descriptor("GridConnectivityRegionName", name), descriptor("Note", "of both")})};
  });
  assembly.whole(zone("Other", {}));
  assembly.run();
  CHECK(assembly.has("ZoneGridConnectivity/Empty"));
  REQUIRE(assembly.has("On"));
  CHECK(cgns::text_of(assembly.at("On/GridConnectivityRegionName")) == "Empty");
  CHECK(cgns::text_of(assembly.at("On/Note")) == "of both");
}

TEST_CASE("a region names the interface on whose points it is, if several have got its name") {
  const auto& a = left_right[0];
  const auto& b = left_right[1];
  const Block left = {{0, 0, 0}, {2, 4, 1}};
  const Block right = {{4, 0, 0}, {6, 4, 1}};
  auto some = with_regions({{"A", {{to_other(a, "low.0", left)}, {}}},
                            {"B", {{to_other(b, "low.0", right)}, {on("On", "low.0", values_of(right))}}}});
  const auto& zone = some.run();
  CHECK(names_of(some.at("ZoneGridConnectivity").children) == Texts{"low", "low.1"});
  CHECK(regions_of(some, zone) == Texts{"On on low.1"});

  auto both = with_regions({{"A", {{to_other(a, "low.0", left)}, {on("On", "low.0", values_of(left))}}},
                            {"B", {{to_other(b, "low.0", right)}, {on("On", "low.0", values_of(right))}}}});
  CHECK(regions_of(both, both.run()) == Texts{"On on low", "On.1 on low.1"});
  CHECK(both.reals("On/Q") == values_of(left));
  CHECK(both.reals("On.1/Q") == values_of(right));
}

TEST_CASE("regions on the pieces of an interface become one") {
  const auto& a = left_right[0];
  const auto& b = left_right[1];
  const Block left = {{0, 0, 0}, {2, 4, 1}};
  const Block middle = {{1, 0, 0}, {3, 4, 1}};
  const Block right = {{2, 0, 0}, {6, 4, 1}};
  auto assembly =
      with_regions({{"A",
                     {{to_other(a, "low.0", left), to_other(a, "low.1", middle)},
                      {on("On.0", "low.0", values_of(left)), on("On.1", "low.1", values_of(middle))}}},
                    {"B", {{to_other(b, "low.0", right)}, {on("On.0", "low.0", values_of(right))}}}});
  CHECK(regions_of(assembly, assembly.run()) == Texts{"On on low"});
  CHECK(assembly.reals("On/Q") == values_of({{0, 0, 0}, {6, 4, 1}}));
}

TEST_CASE("time steps name regions as the whole zone does") {
  const auto& a = left_right[0];
  const auto& b = left_right[1];
  const Block left = {{0, 0, 0}, {3, 4, 1}};
  const Block right = {{2, 0, 0}, {6, 4, 1}};
  const auto steps = zone_iterative({pointers("ZoneSubRegionPointers", {"On.0", "Null", "Elsewhere.0"}),
                                     pointers("FlowSolutionPointers", {"On.0", "Null", "Null"})});
  auto assembly =
      with_regions({{"A", {{to_other(a, "low.0", left)}, {on("On.0", "low.0", values_of(left)), steps}}},
                    {"B", {{to_other(b, "low.0", right)}, {on("On.0", "low.0", values_of(right)), steps}}}});
  CHECK(regions_of(assembly, assembly.run()) == Texts{"On on low"});
  CHECK(cgns::rows_of(assembly.at("ZoneIterativeData/ZoneSubRegionPointers")) ==
        Texts{"On", "Null", "Elsewhere.0"});
  CHECK(cgns::rows_of(assembly.at("ZoneIterativeData/FlowSolutionPointers")).front() == "On.0");
}

TEST_CASE("a piece with points of an interface or BC has the regions on these as well") {
  const auto& a = left_right[0];
  const auto& b = left_right[1];
  const Block left = {{0, 0, 0}, {3, 4, 1}};
  const Block right = {{2, 0, 0}, {6, 4, 1}};
  CHECK(with_regions({{"A", {{to_other(a, "low.0", left)}, {on("On", "low.0", values_of(left))}}},
                      {"B", {{to_other(b, "low.0", right)}, {}}}})
            .error() == "p1.cgns:/Base/B/On: is missing, but /Base/A/On is in p0.cgns");
  const auto wall = [](const Slice& slice, const Block& points) {
    return zone_bc(bc({range("PointRange", local_range(slice, points, 3))})).front();
  };
  const auto skin =
      node("Skin", "ZoneSubRegion_t", {descriptor("BCRegionName", "Wall"), reals("Q", values_of(right))});
  CHECK(with_regions({{"A", {{}, {wall(a, left)}}}, {"B", {{}, {wall(b, right), skin}}}}).error() ==
        "p0.cgns:/Base/A/Skin: is missing, but /Base/B/Skin is in p1.cgns");
}

TEST_CASE("where only some pieces of an interface have donors, its points may be in a plane") {
  const auto over = [](const Slice& slice, const Block& points, Nodes more) {
    more.push_back(range("PointRange", local_range(slice, points, 3)));
    return with(cgns::text_node("over.0", "GridConnectivity_t", "Other"), std::move(more));
  };
  const auto donors = list("PointListDonor", 3, {1, 1, 1, 2, 1, 1});
  auto assembly = with_regions({{"A", {{over(left_right[0], {{0, 0, 0}, {2, 1, 1}}, {donors})}, {}}},
                                {"B", {{over(left_right[1], {{2, 0, 0}, {4, 1, 1}}, {})}, {}}}});
  assembly.run();
  CHECK_FALSE(assembly.has("ZoneGridConnectivity"));
  CHECK(assembly.has(":PCGNS#PerRank/0/ZoneGridConnectivity/over.0"));
  CHECK(assembly.has(":PCGNS#PerRank/1/ZoneGridConnectivity/over.0"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 1);
}
