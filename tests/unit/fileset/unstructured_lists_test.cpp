// Lists of points: joins, user data, sub-regions.
#include "catch.hpp"
#include "fileset/unstructured_line.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::mesh;

/// A piece of the join "match" to a part of "other".
Node piece(std::string name, std::string_view donor, std::string_view opposite, Numbers list, Numbers donors,
           Numbers index) {
  return with(text(std::move(name), "GridConnectivity_t", donor),
              {location("EdgeCenter"), points("PointList", std::move(list)),
               points("PointListDonor", std::move(donors)), metadata({{"Index", std::move(index)}}),
               text("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1"),
               text("GridConnectivityDonorName", "Descriptor_t", opposite)});
}

Node interfaces(Nodes nodes) {
  return node("ZoneGridConnectivity", "ZoneGridConnectivity_t", std::move(nodes));
}

/// Two zones, of two parts each.
Inputs two_zones(Nodes first_interfaces, Nodes second_interfaces) {
  Inputs inputs;
  inputs.file("0.cgns",
              {version(4.2),
               base("Base", {first({interfaces(std::move(first_interfaces))}), first({}, "other")}, {1, 1})});
  inputs.file(
      "1.cgns",
      {version(4.2),
       base("Base", {second({interfaces(std::move(second_interfaces))}), second({}, "other")}, {1, 1})});
  return inputs;
}

}  // namespace

TEST_CASE("the pieces of a join become one, and its donors are those of the whole zone") {
  const auto assembly = Assembly(two_zones({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1}),
                                            piece("match.1", "other.P1.N0", "back.0", {2}, {1}, {3})},
                                           {piece("match.0", "other.P0.N0", "back.1", {1}, {1}, {2})}))
                            .run();
  CHECK(assembly.children("zone/ZoneGridConnectivity") == Texts{"match"});
  CHECK(assembly.text("zone/ZoneGridConnectivity/match") == "other");
  CHECK(assembly.text("zone/ZoneGridConnectivity/match/GridConnectivityDonorName") == "back");
  CHECK(assembly.values("zone/ZoneGridConnectivity/match/PointList") == Values{1, 2, 3});
  CHECK(assembly.values("zone/ZoneGridConnectivity/match/PointListDonor") == Values{3, 1, 2});
}

TEST_CASE(
    "an interface named as XCore names those between ranks stays where a zone has the name of the donor") {
  auto inputs = files({first({interfaces({piece("Match_12", "2", "back", {1}, {1}, {1})})}),
                       second({interfaces({piece("Match_12", "2", "back", {1}, {1}, {2})})})},
                      1);
  CHECK(Assembly(inputs).run().find("zone/ZoneGridConnectivity") == nullptr);
  auto donor = piece(0, {1, 2}, {1}, {section("Bars", bar, {1, 1}, {1, 2}, {1})});
  donor.name = "2";
  inputs.file("2.cgns", {version(4.2), base("Base", {std::move(donor)}, {1, 1})});
  const auto assembly = Assembly(std::move(inputs)).run();
  CHECK(assembly.text("zone/ZoneGridConnectivity/Match_12") == "2");
  CHECK(assembly.values("zone/ZoneGridConnectivity/Match_12/PointListDonor") == Values{1, 1});
}

TEST_CASE("values of the points of a join go where its points go") {
  const auto with_values = [](Node interface, Node values) {
    interface.children.push_back(std::move(values));
    return interface;
  };
  const auto assembly =
      Assembly(two_zones({with_values(piece("match.0", "other.P0.N0", "back.0", {1, 2}, {2, 1}, {1, 3}),
                                      reals("InterpolantsDonor", {10, 30}))},
                         {with_values(piece("match.0", "other.P0.N0", "back.1", {1}, {1}, {2}),
                                      reals("InterpolantsDonor", {20}))}))
          .run();
  CHECK(assembly.values("zone/ZoneGridConnectivity/match/InterpolantsDonor") == Values{10, 20, 30});
}

TEST_CASE("pieces of a join that do not belong together are refused") {
  CHECK(refusal(two_zones({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1})},
                          {piece("match.0", "zone.P0.N0", "back.1", {1}, {1}, {2})})) ==
        "1.cgns:/Base/zone.P1.N0/ZoneGridConnectivity/match.0: connects to zone, but other pieces of "
        "/Base/zone/ZoneGridConnectivity/match connect to other");
  CHECK(refusal(two_zones({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1})},
                          {piece("match.0", "other.P0.N0", "front.0", {1}, {1}, {2})})) ==
        "1.cgns:/Base/zone.P1.N0/ZoneGridConnectivity/match.0/GridConnectivityDonorName: names front, but "
        "other pieces name back");
}

TEST_CASE("pieces of a join may name their donor with its base or without") {
  const auto assembly = Assembly(two_zones({piece("match", "Base/Whole", "back", {1, 2}, {5, 7}, {1, 3})},
                                           {piece("match", "Whole", "back", {1}, {6}, {2})}))
                            .run();
  CHECK(assembly.text("zone/ZoneGridConnectivity/match") == "Base/Whole");
  CHECK(assembly.values("zone/ZoneGridConnectivity/match/PointListDonor") == Values{5, 6, 7});
}

TEST_CASE("a range of donors is refused: its numbers are those of a piece") {
  auto other = piece("match.0", "other.P0.N0", "back.1", {1}, {1}, {2});
  other.children.push_back(cgns::integer_node("PointRangeDonor", "IndexRange_t", {1, 2}, {1, 1}));
  CHECK(refusal(two_zones({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1})}, {std::move(other)})) ==
        "1.cgns:/Base/zone.P1.N0/ZoneGridConnectivity/match.0/PointRangeDonor: cannot be merged: its numbers "
        "are those of a piece");
}

TEST_CASE("user data have points of their own, wherever they are, and a piece may have none of them") {
  const auto probes = [](Numbers list, Numbers index, Reals values) {
    return with(user("Probes"), {location("EdgeCenter"), points("PointList", std::move(list)),
                                 metadata({{"Index", std::move(index)}}), reals("P", std::move(values))});
  };
  const auto outer = [](Node inner) { return with(user("Outer"), {std::move(inner)}); };
  const auto nested = Assembly(files({first({}), second({outer(probes({1}, {1}, {5}))})}, 1)).run();
  CHECK(nested.values("zone/Outer/Probes/PointList") == Values{2});
  CHECK(nested.values("zone/Outer/Probes/P") == Values{5});
  CHECK(nested.children("zone/Outer/Probes") == Texts{"GridLocation", "PointList", "P"});
  const auto in_both =
      Assembly(
          files({first({outer(probes({2, 1}, {1, 3}, {5, 7}))}), second({outer(probes({1}, {2}, {6}))})}, 1))
          .run();
  CHECK(in_both.values("zone/Outer/Probes/PointList") == Values{3, 2, 1});
  const auto empty = Assembly(files({first({user("Probes")}), second({probes({1}, {1}, {5})})}, 1)).run();
  CHECK(empty.values("zone/Probes/PointList") == Values{2});
  CHECK(empty.find("zone/:PCGNS#PerRank") == nullptr);
}

TEST_CASE("a sub-region has points of its own, or those of a BC") {
  const auto region = [](std::string name, Nodes children) {
    return with(cgns::integer_node(std::move(name), "ZoneSubRegion_t", {1}, {1}), std::move(children));
  };
  const auto own = [&](Numbers list, Numbers index, Reals values) {
    return region("Own", {location("Vertex"), points("PointList", std::move(list)),
                          metadata({{"Index", std::move(index)}}), reals("V", std::move(values))});
  };
  const auto of_bc = [&](Reals values) {
    return region("OfBC", {text("BCRegionName", "Descriptor_t", "Wall"), reals("W", std::move(values))});
  };
  const auto assembly =
      Assembly(
          files({first({zone_bc({bc("Wall", {1, 2}, {2, 3})}), own({4, 1}, {1, 2}, {4, 1}), of_bc({2, 3})}),
                 second({zone_bc({bc("Wall", {1}, {1})}), of_bc({1})})},
                1))
          .run();
  CHECK(assembly.values("zone/Own/PointList") == Values{4, 1});
  CHECK(assembly.values("zone/Own/V") == Values{4, 1});
  CHECK(assembly.values("zone/OfBC/W") == Values{1, 2, 3});
  CHECK(assembly.text("zone/OfBC/BCRegionName") == "Wall");
}

TEST_CASE("a sub-region has the points of one BC in all parts") {
  const auto part = [](Node bcs, std::string_view name) -> Nodes {
    return {std::move(bcs), with(cgns::integer_node("Of", "ZoneSubRegion_t", {1}, {1}),
                                 {text("BCRegionName", "Descriptor_t", name), reals("W", {1})})};
  };
  const auto walls = [](Numbers index, Numbers other) {
    return zone_bc({bc("Wall", {1}, std::move(index)), bc("Other", {1}, std::move(other))});
  };
  CHECK(refusal(files({first(part(walls({1}, {2}), "Wall")), second(part(walls({2}, {1}), "Other"))}, 1)) ==
        "1.cgns:/Base/zone.P1.N0/Of: names Other, but other pieces name Wall");
}

TEST_CASE("the pieces of a sub-region on a join become one") {
  const std::string container = GENERATE("", "ZoneGridConnectivity/");
  const auto region = [&](std::string name, const std::string& interface, Reals values) {
    return with(cgns::integer_node(std::move(name), "ZoneSubRegion_t", {1}, {1}),
                {text("GridConnectivityRegionName", "Descriptor_t", container + interface),
                 reals("V", std::move(values))});
  };
  auto inputs = Inputs();
  inputs.file(
      "0.cgns",
      {version(4.2), base("Base",
                          {first({interfaces({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1}),
                                              piece("match.1", "other.P1.N0", "back.0", {2}, {1}, {3})}),
                                  region("Region.0", "match.0", {10}), region("Region.1", "match.1", {30}),
                                  zone_iterative({pointers("ZoneSubRegionPointers", {"Region.1"})})}),
                           first({}, "other")},
                          {1, 1})});
  inputs.file("1.cgns", {version(4.2),
                         base("Base",
                              {second({interfaces({piece("match.0", "other.P0.N0", "back.1", {1}, {1}, {2})}),
                                       region("Region.0", "match.0", {20}),
                                       zone_iterative({pointers("ZoneSubRegionPointers", {"Region.0"})})}),
                               second({}, "other")},
                              {1, 1})});
  const auto assembly = Assembly(std::move(inputs)).run();
  CHECK(assembly.values("zone/Region/V") == Values{10, 20, 30});
  CHECK(assembly.text("zone/Region/GridConnectivityRegionName") == container + "match");
  CHECK(assembly.find("zone/Region.0") == nullptr);
  CHECK(cgns::rows_of(*assembly.find("zone/ZoneIterativeData/ZoneSubRegionPointers")) == Texts{"Region"});
}

TEST_CASE(
    "without Maia's metadata only numbers from 0 on, each with another piece as donor, are those of pieces") {
  const auto names = [](const std::string& one, const std::string& other, const std::string& of_other) {
    const auto region =
        with(node("Region.1", "ZoneSubRegion_t"),
             {text("GridConnectivityRegionName", "Descriptor_t", other), reals("V", {10, 20})});
    Assembly assembly(files({first({interfaces({piece(one, "B", one, {1}, {1}, {1}),
                                                piece(other, of_other, other, {1, 2}, {1, 2}, {1, 2})}),
                                    region}),
                             second({})},
                            1));
    for (auto& original : assembly.pieces.originals) original.convention = fileset::Convention::coordinates;
    assembly.run();
    auto found = assembly.children("zone/ZoneGridConnectivity");
    found.push_back(assembly.find("zone/Region") == nullptr ? "Region.1" : "Region");
    for (const auto& name : assembly.children("zone/ZoneGridConnectivity"))
      found.push_back(assembly.text("zone/ZoneGridConnectivity/" + name + "/GridConnectivityDonorName"));
    return found;
  };
  CHECK(names("conn.1", "conn.2", "B") == Texts{"conn.1", "conn.2", "Region.1", "conn.1", "conn.2"});
  CHECK(names("conn.0", "conn.1", "B") == Texts{"conn.0", "conn.1", "Region.1", "conn.0", "conn.1"});
  CHECK(names("conn.0", "conn.1", "C") == Texts{"conn.0", "conn.1", "Region.1", "conn.0", "conn.1"});

  Assembly assembly(two_zones({piece("match.0", "other.P0.N0", "back.0", {1}, {2}, {1}),
                               piece("match.1", "other.P1.N0", "back.0", {2}, {1}, {3})},
                              {piece("match.0", "other.P0.N0", "back.0", {1}, {1}, {2})}));
  for (auto& original : assembly.pieces.originals) original.convention = fileset::Convention::coordinates;
  assembly.run();
  CHECK(assembly.children("zone/ZoneGridConnectivity") == Texts{"match"});
}

TEST_CASE("a partial solution has values of its points only") {
  const auto partial = [](Numbers list, Numbers index, Reals values) {
    return field_node("Part", "CellCenter",
                      {points("PointList", std::move(list)), metadata({{"Index", std::move(index)}}),
                       reals("P", std::move(values))});
  };
  const auto assembly =
      Assembly(files({first({partial({2}, {2}, {30})}), second({partial({1}, {1}, {20})})}, 1)).run();
  CHECK(assembly.values("zone/Part/PointList") == Values{2, 3});
  CHECK(assembly.values("zone/Part/P") == Values{20, 30});
}

TEST_CASE("a BC that is one section in all parts has the range of the section") {
  const auto wall = [](std::int64_t last, Reals values) {
    return zone_bc(
        {with(text("Wall", "BC_t", "BCWall"),
              {location("EdgeCenter"), cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, last}),
               data_set("Set", {reals("T", std::move(values))})})});
  };
  const auto assembly = Assembly(files({first({wall(2, {1, 3})}), second({wall(1, {2})})}, 1)).run();
  CHECK(assembly.values("zone/ZoneBC/Wall/PointRange") == Values{1, 3});
  CHECK(assembly.values("zone/ZoneBC/Wall/Set/DirichletData/T") == Values{1, 2, 3});
}

TEST_CASE("a BC has its points in one kind of range or list in all parts, and its data sets as well") {
  const auto range = [](std::string name, std::int64_t last) {
    return cgns::integer_node(std::move(name), "IndexRange_t", {1, 2}, {1, last});
  };
  const auto wall = [&](Node points, Nodes of_set = {}) {
    return zone_bc(
        {with(text("Wall", "BC_t", "BCWall"), {location("EdgeCenter"), std::move(points),
                                               data_set("Set", {reals("T", {300})}, std::move(of_set))})});
  };
  const std::string at = "1.cgns:/Base/zone.P1.N0/ZoneBC/Wall";
  const std::string another = " in another piece (/Base/zone.P0.N0/ZoneBC/Wall";
  CHECK(refusal(files({first({wall(range("ElementRange", 2))}), second({wall(range("ElementRange", 1))})},
                      1)) == "no error");
  CHECK(refusal(files({first({wall(range("ElementRange", 2))}), second({wall(range("PointRange", 1))})},
                      1)) == at + ": has PointRange, but ElementRange" + another + ")");
  CHECK(refusal(files({first({wall(range("PointRange", 2))}),
                       second({wall(range("PointRange", 1), {range("PointRange", 1)})})},
                      1)) == at + "/Set: has points of its own, but none" + another + "/Set)");
}

TEST_CASE("a list that was a range becomes that range, which all parts must record alike") {
  const auto wall = [](Numbers list, Numbers index, const std::optional<Numbers>& range) {
    auto numbers = metadata({{"Index", std::move(index)}});
    if (range) numbers.children.push_back(cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, *range));
    return zone_bc(
        {with(text("Wall", "BC_t", "BCWall"),
              {location("EdgeCenter"), points("PointList", std::move(list)), std::move(numbers)})});
  };
  const auto in_both = [&](const Numbers& range, const std::optional<Numbers>& other) {
    return files({first({wall({1, 2}, {1, 3}, range)}), second({wall({1}, {2}, other)})}, 1);
  };
  auto assembly = Assembly(in_both({1, 3}, Numbers{1, 3}));
  assembly.run();
  CHECK(assembly.values("zone/ZoneBC/Wall/PointRange") == Values{1, 3});
  REQUIRE(assembly.ranged.size() == 2);
  CHECK(assembly.ranged[0].count == 2);
  CHECK(assembly.ranged[1].first == 1);
  const std::string at = ".cgns:/Base/zone.P0.N0/ZoneBC/Wall/:CGNS#GlobalNumbering/PointRange: ";
  CHECK(refusal(in_both({1, 4}, Numbers{1, 4})) ==
        "0" + at + "is [1, 4], which has 4 points, but the lists of the pieces have 3");
  const std::string other = "1.cgns:/Base/zone.P1.N0/ZoneBC/Wall/:CGNS#GlobalNumbering/PointRange: ";
  const std::string but = ", but [1, 3] in another piece (/Base/zone.P0.N0/ZoneBC/Wall)";
  CHECK(refusal(in_both({1, 3}, Numbers{2, 4})) == other + "is [2, 4]" + but);
  CHECK(refusal(in_both({1, 3}, std::nullopt)) == other + "is no range" + but);
}

TEST_CASE("what a part has below a list that becomes a range comes along") {
  const auto wall = [](Numbers list, Numbers index, Nodes below) {
    auto numbers = metadata({{"Index", std::move(index)}});
    numbers.children.push_back(with(cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 3}),
                                    {text("Before", "Descriptor_t", "the cut")}));
    return zone_bc(
        {with(text("Wall", "BC_t", "BCWall"),
              {location("EdgeCenter"), with(points("PointList", std::move(list)), std::move(below)),
               std::move(numbers)})});
  };
  const auto with_note = [&](std::string name) {
    return files({first({wall({1, 2}, {1, 3}, {})}),
                  second({wall({1}, {2}, {text(std::move(name), "Descriptor_t", "a note")})})},
                 1);
  };
  const auto assembly = Assembly(with_note("After")).run();
  CHECK(assembly.children("zone/ZoneBC/Wall/PointRange") == Texts{"Before", "After"});
  CHECK(refusal(with_note("Before")) ==
        "1.cgns:/Base/zone.P1.N0/ZoneBC/Wall/PointList/Before: also stands below the recorded range of the "
        "whole zone");
}

TEST_CASE("a BC with another range instead of a list is refused") {
  const auto wall = [](std::int64_t last) {
    return zone_bc({with(
        text("Wall", "BC_t", "BCWall"),
        {location("EdgeCenter"), cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, last})})});
  };
  const std::string why =
      "0.cgns:/Base/zone.P0.N0/ZoneBC/Wall: has no PointList with :CGNS#GlobalNumbering/Index, and does not "
      "cover a whole section in all pieces";
  CHECK(refusal(files({first({wall(1)}), second({wall(1)})}, 1)) == why);
  CHECK(refusal(files({first({wall(2)}), second({})}, 1)) == why);
}

TEST_CASE("a range of points of a piece, which is none of the zone, is refused") {
  const auto range = [] { return cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 2}); };
  const auto holes = [&] { return interfaces({node("Holes", "OversetHoles_t", {range()})}); };
  const auto user_data = [&] { return with(user("Settings"), {range()}); };
  const std::string why =
      ": has no PointList with :CGNS#GlobalNumbering/Index, and does not cover a whole section in all pieces";
  CHECK(refusal(files({first({holes()}), second({holes()})}, 1)) ==
        "0.cgns:/Base/zone.P0.N0/ZoneGridConnectivity/Holes" + why);
  CHECK(refusal(files({first({user_data()}), second({user_data()})}, 1)) ==
        "0.cgns:/Base/zone.P0.N0/Settings" + why);
}

TEST_CASE("a BC whose values differ is refused, with both files") {
  auto other = bc("Wall", {1}, {1});
  other = with(text("Wall", "BC_t", "BCInflow"), other.children);
  CHECK(refusal(files({first({zone_bc({bc("Wall", {1, 2}, {2, 3})})}), second({zone_bc({other})})}, 1)) ==
        "1.cgns:/Base/zone/ZoneBC/Wall: is C1 'BCInflow', but C1 'BCWall' in 0.cgns");
}
