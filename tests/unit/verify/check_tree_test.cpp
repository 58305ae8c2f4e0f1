#include "pcgns/verify/check/plan/check_tree.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "catch.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/verify/check/judgement.hpp"
#include "pcgns/verify/check/plan/node_types.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using cgns::Node;

std::set<std::string> codes(const Node& root, const verify::check::SetNames& elsewhere = {}) {
  cgns::Findings findings;
  verify::check::check_tree(root, "a.cgns", findings, elsewhere);
  std::set<std::string> found;
  for (const auto& finding : findings.sorted()) {
    INFO(finding.code);
    REQUIRE(cgns::rule_of(finding.code) != nullptr);
    if (!cgns::rule_of(finding.code)->off) found.insert(finding.code);
  }
  return found;
}

/// A bulk array: no values at hand.
Node bulk(std::string name, std::string label, DataType type, std::vector<std::int64_t> dims) {
  return {
      .name = std::move(name), .label = std::move(label), .type = type, .dims = std::move(dims), .array = 0};
}

Node block(std::string name) {
  auto zone = cgns::integer_node(std::move(name), "Zone_t", {3, 3}, {4, 3, 2, 3, 2, 1, 0, 0, 0});
  zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
  Node grid{.name = "GridCoordinates", .label = "GridCoordinates_t"};
  for (const auto* axis : {"CoordinateX", "CoordinateY", "CoordinateZ"}) {
    grid.children.push_back(bulk(axis, "DataArray_t", DataType::R8, {4, 3, 2}));
  }
  zone.children.push_back(std::move(grid));
  return zone;
}

Node file(std::vector<Node> zones) {
  auto base = cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3});
  base.children = std::move(zones);
  base.children.push_back(cgns::text_node("DataClass", "DataClass_t", "NondimensionalParameter"));
  return {
      .name = "/",
      .label = "Root Node of HDF5 File",
      .children = {cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.2}, DataType::R4),
                   std::move(base)}};
}

Node join(std::string name, std::string_view donor, std::vector<std::int64_t> range,
          std::vector<std::int64_t> donors, std::vector<std::int64_t> transform) {
  auto made = cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor);
  made.children = {cgns::integer_node("PointRange", "IndexRange_t", {3, 2}, range),
                   cgns::integer_node("PointRangeDonor", "IndexRange_t", {3, 2}, donors),
                   cgns::integer_node("Transform", "\"int[IndexDimension]\"", {3}, transform)};
  return made;
}

Node joined(Node made) {
  auto zone = block("A");
  zone.children.push_back(
      {.name = "ZoneGridConnectivity", .label = "ZoneGridConnectivity_t", .children = {std::move(made)}});
  return file({std::move(zone), block("B")});
}

}  // namespace

TEST_CASE("an array without values is no error where the standard expects no values") {
  const auto particles = [](std::int64_t count) {
    auto zone = cgns::integer_node("Drops", "ParticleZone_t", {1}, {count});
    Node places{.name = "ParticleCoordinates", .label = "ParticleCoordinates_t"};
    for (const auto* axis : {"CoordinateX", "CoordinateY", "CoordinateZ"})
      places.children.push_back({.name = axis, .label = "DataArray_t"});
    zone.children = {std::move(places)};
    return file({block("A"), std::move(zone)});
  };
  CHECK(codes(particles(0)).contains("F0407"));
  CHECK_FALSE(codes(particles(0)).contains("T0209"));
  CHECK(codes(particles(2)).contains("T0209"));

  auto solution = Node{.name = "S", .label = "FlowSolution_t"};
  solution.children = {cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"),
                       {.name = "Pressure", .label = "DataArray_t"}};
  auto points = cgns::integer_node("Points", "Zone_t", {1, 3}, {4, 0, 0});
  points.children = {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"), solution};
  CHECK_FALSE(codes(file({points})).contains("T0209"));
  auto zone = block("A");
  zone.children.push_back(solution);
  CHECK(codes(file({zone})).contains("T0209"));
}

TEST_CASE("a sound file has no findings") { CHECK(codes(file({block("A")})).empty()); }

TEST_CASE("a join may turn its axes") {
  CHECK(codes(joined(join("J", "B", {4, 1, 1, 4, 3, 2}, {1, 3, 1, 1, 1, 2}, {1, -2, 3}))).empty());
  CHECK(codes(joined(join("J", "Base/B", {1, 1, 2, 4, 3, 2}, {4, 3, 1, 1, 1, 1}, {-1, -2, -3}))).empty());
  CHECK(codes(joined(join("J", "B", {1, 1, 1, 1, 3, 2}, {1, 1, 2, 3, 1, 2}, {3, 1, -2})))
            .contains("T0803"));  // Two points against one.
  CHECK(codes(joined(join("J", "B", {4, 1, 1, 4, 3, 2}, {1, 1, 1, 1, 3, 2}, {1, -2, 3}))) ==
        std::set<std::string>{"T0804"});
}

TEST_CASE("a donor may be in another file of the set") {
  const auto root = joined(join("J", "C", {4, 1, 1, 4, 3, 2}, {1, 1, 1, 1, 3, 2}, {1, 2, 3}));
  CHECK(codes(root) == std::set<std::string>{"T0801"});
  CHECK(codes(root, {.there = {"Base/C"}}).empty());
  verify::check::SetNames names;
  names.add(root);
  CHECK(names.there == std::set<std::string>{"Base/A", "Base/B"});
}

TEST_CASE("a time step of a piece may name what only another piece has") {
  const auto piece = [](std::string name, std::string solution) {
    auto zone = block(std::move(name));
    Node steps{.name = "ZoneIterativeData", .label = "ZoneIterativeData_t"};
    steps.children = {cgns::table_node("FlowSolutionPointers", "DataArray_t", {32, 1}, {"S1"})};
    zone.children.push_back(std::move(steps));
    zone.children.push_back({.name = std::move(solution), .label = "FlowSolution_t"});
    zone.children.push_back({.name = ":CGNS#GlobalNumbering", .label = "UserDefinedData_t"});
    auto root = file({std::move(zone)});
    auto time = cgns::integer_node("Time", "BaseIterativeData_t", {1}, {1});
    time.children = {bulk("TimeValues", "DataArray_t", DataType::R8, {1})};
    root.children[1].children.push_back(std::move(time));
    return root;
  };
  verify::check::SetNames names;
  names.add(piece("A", "S2"));
  CHECK(codes(piece("A", "S2"), names).contains("T1009"));
  names.add(piece("B.P0.N0", "S1"));
  CHECK(codes(piece("A", "S2"), names).contains("T1009"));
  names.add(piece("A.P1.N0", "S1"));
  CHECK_FALSE(codes(piece("A.P0.N0", "S2"), names).contains("T1009"));
  CHECK_FALSE(codes(piece("A", "S2"), names).contains("T1009"));
  CHECK(codes(piece("C", "S2"), names).contains("T1009"));
}

TEST_CASE("time steps count and name zones of other files, and of missing ones if there may be such") {
  auto root = file({block("A")});
  auto time = cgns::integer_node("Time", "BaseIterativeData_t", {1}, {1});
  time.children = {bulk("TimeValues", "DataArray_t", DataType::R8, {1}),
                   cgns::integer_node("NumberOfZones", "DataArray_t", {1}, {2})};
  root.children[1].children.push_back(std::move(time));
  CHECK(codes(root) == std::set<std::string>{"T1013"});
  CHECK(codes(root, {.listed = {"Base/Zone_t/A", "Base/Zone_tail/B"}}) == std::set<std::string>{"T1013"});
  CHECK(codes(root, {.listed = {"Base/Zone_t/A", "Base/Zone_t/B"}}).empty());
  CHECK(codes(root, {.listed = {"Base/Zone_t/B"}}).empty());
  CHECK(codes(root, {.may_lack_zones = true}).empty());
  root.children[1].children.back().children.push_back(
      cgns::table_node("ZonePointers", "DataArray_t", {32, 2, 1}, {"A", "B"}));
  CHECK(codes(root) == std::set<std::string>{"T1006"});
  CHECK(codes(root, {.may_lack_zones = true}).empty());
}

TEST_CASE("a family may be used by another file of the set") {
  auto root = file({block("A")});
  root.children[1].children.push_back({.name = "Wall", .label = "Family_t"});
  CHECK(codes(root) == std::set<std::string>{"T0905"});
  CHECK(codes(root, {.used_families = {"Base/Wall"}}).empty());
}

TEST_CASE("ghosts make arrays larger, by index") {
  auto zone = block("A");
  Node solution{.name = "Cells", .label = "FlowSolution_t"};
  solution.children = {cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"),
                       cgns::integer_node("Rind", "Rind_t", {6}, {1, 1, 0, 2, 0, 0}),
                       bulk("Density", "DataArray_t", DataType::R8, {5, 4, 1})};
  zone.children.push_back(solution);
  CHECK(codes(file({zone})).empty());
  zone.children.back().children.back().dims = {3, 2, 1};
  CHECK(codes(file({zone})) == std::set<std::string>{"T0704"});
}

namespace {

/// What is found in a zone with one array of this type below a node with this label.
std::set<std::string> codes_of_array(std::string_view label, DataType type) {
  auto zone = block("A");
  zone.children.push_back({.name = "Data",
                           .label = std::string(label),
                           .children = {bulk("Mine", "DataArray_t", type, {4, 3, 2})}});
  return codes(file({std::move(zone)}));
}

/// What is found in a base of this dimension with a node at two points; `owner` has the label.
std::set<std::string> codes_at_points(std::int64_t dimension, Node owner, std::string_view location) {
  owner.children = {cgns::text_node("GridLocation", "GridLocation_t", location),
                    cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 2})};
  auto zone = cgns::integer_node("A", "Zone_t", {1, 3}, {10, 0, 0});
  zone.children = {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"), std::move(owner)};
  auto root = file({std::move(zone)});
  root.children[1].data = cgns::integer_node("", "", {2}, {dimension, 3}).data;
  return codes(root);
}

}  // namespace

TEST_CASE("fields have the types that the reference library reads") {
  const std::set<std::string> refused{"T0201"};
  for (const auto type : {DataType::I4, DataType::I8, DataType::R4, DataType::R8}) {
    CHECK(codes_of_array("FlowSolution_t", type).empty());
    CHECK(codes_of_array("DiscreteData_t", type).empty());
  }
  for (const auto type : {DataType::C1, DataType::B1, DataType::U4, DataType::U8}) {
    CHECK(codes_of_array("FlowSolution_t", type) == refused);
    CHECK(codes_of_array("DiscreteData_t", type) == refused);
  }
  CHECK(codes_of_array("FlowSolution_t", DataType::X8).empty());
  CHECK(codes_of_array("DiscreteData_t", DataType::X8) == refused);
  CHECK(codes_of_array("UserDefinedData_t", DataType::U4).empty());
}

TEST_CASE("a location is refused where the reference library has none") {
  const auto refused = [](std::int64_t dimension, const Node& owner, std::string_view location) {
    return codes_at_points(dimension, owner, location).contains("T0614");
  };
  for (const auto* label : {"FlowSolution_t", "DiscreteData_t"}) {
    const Node owner{.name = "Data", .label = label};
    CHECK(refused(3, owner, "Null"));
    CHECK(refused(3, owner, "UserDefined"));
    CHECK(refused(3, owner, "FaceCenter"));
    CHECK(refused(3, owner, "EdgeCenter"));
    CHECK(refused(2, owner, "EdgeCenter"));
    CHECK(refused(1, owner, "FaceCenter"));
    CHECK_FALSE(refused(2, owner, "FaceCenter"));
    CHECK_FALSE(refused(1, owner, "EdgeCenter"));
    CHECK_FALSE(refused(3, owner, "CellCenter"));
  }
  const auto region = cgns::integer_node("Part", "ZoneSubRegion_t", {1}, {2});
  CHECK_FALSE(refused(3, region, "Null"));
  CHECK_FALSE(refused(3, region, "FaceCenter"));
  CHECK(refused(3, cgns::text_node("To", "GridConnectivity_t", "A"), "UserDefined"));
}

TEST_CASE("until version 1.2 the name of a FamilyName_t was the family's") {
  const auto with_nameless_family = [](double version) {
    auto zone = block("A");
    zone.children.push_back({.name = "FamilyName", .label = "FamilyName_t"});
    auto root = file({std::move(zone)});
    root.children[0] =
        cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {version}, DataType::R4);
    return codes(root);
  };
  CHECK(with_nameless_family(4.2) == std::set<std::string>{"T0211"});
  CHECK_FALSE(with_nameless_family(1.2).contains("T0211"));
}

TEST_CASE("values that are not at hand are taken for nothing") {
  auto zone = block("A");
  zone.data.clear();
  CHECK(codes(file({zone})).empty());
  zone.data.resize(7);
  CHECK(codes(file({zone})).empty());
}

TEST_CASE("a link that is kept is no empty node") {
  Node link{.name = "B", .label = "Zone_t", .type = DataType::LK};
  link.link = std::make_shared<cgns::Link>(cgns::Link{"b.cgns", "/Base/B"});
  CHECK(codes(file({block("A"), link})).empty());
}

TEST_CASE("users may keep what they want below labels of their own") {
  auto zone = block("A");
  Node mine{.name = "Mine", .label = "Solver_t"};
  mine.children.push_back(cgns::text_node("BC", "BC_t", "Nonsense"));
  zone.children.push_back(mine);
  CHECK(codes(file({zone})) == std::set<std::string>{"T0111"});
}

TEST_CASE("a region of a piece that a merge has kept below user data names what the piece has") {
  auto region = cgns::integer_node("Exchange", "ZoneSubRegion_t", {1}, {2});
  region.children.push_back(
      cgns::text_node("GridConnectivityRegionName", "Descriptor_t", "JN.P0.N0.LT.P1.N0"));
  auto zone = block("A");
  Node kept{.name = ":PCGNS#PerRank", .label = "UserDefinedData_t"};
  kept.children.push_back(region);
  zone.children.push_back(kept);
  CHECK_FALSE(codes(file({zone})).contains("T0712"));
  zone.children.back() = region;
  CHECK(codes(file({zone})).contains("T0712"));
}

TEST_CASE("an interface of a piece that a merge has kept below user data has the donor of the piece") {
  auto root = joined(join("J", "C_proc-1", {4, 1, 1, 4, 3, 2}, {1, 1, 1, 1, 3, 2}, {1, 2, 3}));
  CHECK(codes(root).contains("T0801"));
  auto& connectivity = root.child("Base")->child("A")->children.back();
  REQUIRE(connectivity.label == "ZoneGridConnectivity_t");
  auto zone = block("A");
  zone.children.push_back(
      {.name = ":PCGNS#PerRank",
       .label = "UserDefinedData_t",
       .children = {{.name = "0", .label = "UserDefinedData_t", .children = {connectivity}}}});
  CHECK_FALSE(codes(file({zone})).contains("T0801"));
}

TEST_CASE("one problem that two layers find at a node, or at one below it, is reported once") {
  const auto told = [](const std::vector<cgns::Finding>& findings) {
    std::set<std::string> found;
    for (const auto& one : verify::check::judged(findings, {}).findings) found.insert(one.finding.code);
    return found;
  };
  const auto at = [](const char* code, const char* path) {
    cgns::Finding finding;
    finding.code = code;
    finding.path = path;
    return finding;
  };
  CHECK(told({at("M0108", "/B/Z/S"), at("T0413", "/B/Z/S")}) == std::set<std::string>{"M0108"});
  // "J.2" comes between an interface and what is below it.
  CHECK(told({at("J0202", "/B/Z/C/J"), at("J0203", "/B/Z/C/J"), at("J0204", "/B/Z/C/J.2"),
              at("T0603", "/B/Z/C/J/PointRange"), at("T0805", "/B/Z/C/J/PointRangeDonor")}) ==
        std::set<std::string>{"J0202", "J0203", "J0204"});
  CHECK(told({at("J0203", "/B/Z/C/J"), at("T0603", "/B/Z/C/J/PointRange")}).contains("T0603"));
  CHECK(told({at("J0202", "/B/Z/C/J"), at("T0603", "/B/Z/C/K/PointRange")}).contains("T0603"));
}

TEST_CASE("nothing breaks on nodes that make no sense") {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::vector<std::int64_t> extents = {0,
                                             1,
                                             2,
                                             3,
                                             6,
                                             9,
                                             32,
                                             -1,
                                             std::numeric_limits<std::int64_t>::max(),
                                             std::numeric_limits<std::int64_t>::min()};
  const auto spoil = [&](Node& node) {
    node.type = static_cast<DataType>(pick(12));
    node.dims.clear();
    for (int i = pick(4); i > 0; --i) node.dims.push_back(extents[static_cast<std::size_t>(pick(10))]);
    node.data.resize(static_cast<std::size_t>(8 * pick(12)));
    for (auto& byte : node.data) byte = static_cast<std::byte>(pick(3) == 0 ? pick(256) : pick(2) * 255);
    node.array = pick(2) - 1;
  };
  const auto spoil_some = [&](auto& self, Node& node) -> void {
    if (pick(4) == 0) spoil(node);
    for (auto& child : node.children) self(self, child);
  };
  for (int round = 0; round < 300; ++round) {
    auto zone = block("A");
    for (const auto group :
         {verify::check::standard::zone_parents(), verify::check::standard::boundary_parents(),
          verify::check::standard::base_parents(), verify::check::standard::model_parents()}) {
      for (const auto& parent : group) {
        Node node{.name = "N" + std::string(parent.label), .label = std::string(parent.label)};
        for (const auto& child : parent.children) {
          Node made{.name = std::string(child.name), .label = std::string(child.label)};
          spoil(made);
          node.children.push_back(std::move(made));
        }
        spoil(node);
        zone.children.push_back(std::move(node));
      }
    }
    auto root = file(
        {joined(join("J", "B", {4, 1, 1, 4, 3, 2}, {1, 3, 1, 1, 1, 2}, {1, -2, 3})).children[1].children[0],
         block("B"), std::move(zone)});
    spoil_some(spoil_some, root.children[1]);
    codes(root);
  }
}
