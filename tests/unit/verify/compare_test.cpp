#include "pcgns/verify/compare/plan/pairing.hpp"

#include <algorithm>

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/verify/compare/plan/selected_steps.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using Kind = verify::compare::NodeFinding::Kind;

Node root(Nodes children) { return node("", "Root Node of HDF5 File", std::move(children)); }

/// "path kind" of all findings that count, and "(path kind)" of those that do not.
Texts told(const Node& a, const Node& b, const verify::compare::Criteria& criteria = {}) {
  Texts texts;
  for (const auto& found : verify::compare::pair_nodes(a, b, criteria).findings) {
    const auto text = found.path + " " + std::string(to_string(found.kind));
    texts.push_back(found.counts ? text : "(" + text + ")");
  }
  return texts;
}

Node list(std::string name, Numbers points, cgns::DataType type = cgns::DataType::I4) {
  const auto count = static_cast<std::int64_t>(points.size());
  return cgns::integer_node(std::move(name), "IndexArray_t", {1, count}, points, type);
}

Node condition(Node points) {
  return node("ZoneBC", "ZoneBC_t", {with(cgns::text_node("Wall", "BC_t", "BCWall"), {std::move(points)})});
}

}  // namespace

TEST_CASE("trees that differ only in how they are written are the same") {
  const auto a = root({version(3.4), base("Base", {zone("Z", {coordinates({1, 2}), solution("S")})})});
  auto b = root({base("Base", {zone("Z", {solution("S"), coordinates({1, 2})})}), version(4.5)});
  CHECK(told(a, b).empty());
  auto& grid = b.children[0].children[0].children[1];
  grid.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", "Vertex"));
  grid.children.push_back(cgns::integer_node("Rind", "Rind_t", {2}, {0, 0}));
  CHECK(told(a, b).empty());
  grid.children.back() = cgns::integer_node("Rind", "Rind_t", {2}, {0, 1});
  CHECK(told(a, b) == Texts{"/Base/Z/GridCoordinates/Rind only in B"});
}

TEST_CASE("an array of no values is none") {
  const auto with_array = [](cgns::DataType type, std::vector<std::int64_t> dims) {
    return root(
        {base("Base", {{.name = "A", .label = "DataArray_t", .type = type, .dims = std::move(dims)}})});
  };
  CHECK(told(with_array(cgns::DataType::R8, {3, 0}), with_array(cgns::DataType::MT, {})).empty());
  CHECK(told(with_array(cgns::DataType::R8, {0}), with_array(cgns::DataType::I4, {0, 2})).empty());
}

TEST_CASE("a list with content is not the same as one left empty without metadata") {
  const auto with_list = [](Nodes content) {
    return root({base("Base", {zone("Z", {user("Notes", std::move(content))})})});
  };
  const auto emptied = with_list({user(":CGNS#Distribution")});
  const auto filled = with_list({user(":CGNS#Distribution"), cgns::text_node("T", "Descriptor_t", "text")});
  CHECK(told(emptied, filled) == Texts{"/Base/Z/Notes only in B"});
  CHECK(told(filled, emptied) == Texts{"/Base/Z/Notes only in A"});
  CHECK(told(emptied, root({base("Base", {zone("Z")})})).empty());
}

TEST_CASE("what differs in the trees is told by kind") {
  const auto a = root({base("Base", {zone("Z", {node("N", "Family_t"), reals("R", {1}), integers("I", {1, 2}),
                                                cgns::text_node("T", "Descriptor_t", "old")})})});
  const auto b = root({base("Base", {zone("Z", {node("N", "BC_t"), integers("R", {1}), integers("I", {1}),
                                                cgns::text_node("T", "Descriptor_t", "newer")})})});
  CHECK(told(a, b) == Texts{"/Base/Z/N label", "/Base/Z/R type", "/Base/Z/I extents", "/Base/Z/T values"});
}

TEST_CASE("a whole branch on one side is one finding") {
  const auto a = root({base("Base", {zone("Z"), zone("Y", {coordinates({1, 2})})})});
  const auto b = root({base("Base", {zone("Z")})});
  const auto found = verify::compare::pair_nodes(a, b, {}).findings;
  REQUIRE(found.size() == 1);
  CHECK(found.front().nodes == 3);
  CHECK(told(a, b) == Texts{"/Base/Y only in A"});
  CHECK(told(b, a) == Texts{"/Base/Y only in B"});
  CHECK(told(b, a, {.subset = true}) == Texts{"(/Base/Y only in B)"});
  CHECK(told(a, b, {.subset = true}) == Texts{"/Base/Y only in A"});
}

namespace {

/// A base with a zone of each of `names`, which have a solution at each time.
Node unsteady(const Reals& times, const Texts& names, const Texts& solutions) {
  Nodes arrays = zone_tables(std::vector<Texts>(times.size(), names), std::ssize(names));
  arrays.push_back(reals("TimeValues", times));
  Nodes children = {iterative(std::ssize(times), std::move(arrays))};
  for (const auto& name : names) {
    Nodes parts = {zone_iterative({pointers("FlowSolutionPointers", solutions)})};
    for (const auto& solution_name : solutions)
      if (solution_name != "Null") parts.push_back(solution(solution_name));
    children.push_back(zone(name, std::move(parts)));
  }
  return root({base("Base", std::move(children))});
}

/// The differences that count if `a` is a selection of `b`.
Texts different(const Node& a, Node b) {
  verify::compare::select_steps(a, b);
  auto texts = told(a, b, {.subset = true});
  std::erase_if(texts, [](const std::string& text) { return text.starts_with("("); });
  for (const auto* path : {"/Base/BaseIterativeData", "/Base/BaseIterativeData/NumberOfZones"})
    if (cgns::find(a, path)->data != cgns::find(b, path)->data)
      texts.push_back(std::string(path) + " values");
  return texts;
}

}  // namespace

TEST_CASE("of time steps, zones and solutions that a selection leaves out, tables are no differences") {
  const auto all = unsteady({1, 2, 3}, {"A", "B"}, {"S1", "S2", "S3"});
  CHECK(different(all, all).empty());
  CHECK(different(unsteady({3}, {"A", "B"}, {"S3"}), all).empty());
  CHECK(different(unsteady({1, 3}, {"B"}, {"S1", "S3"}), all).empty());
  CHECK(different(unsteady({1, 2, 3}, {"A"}, {"Null", "S2", "S3"}), all).empty());
  CHECK_FALSE(different(unsteady({4}, {"A", "B"}, {"S3"}), all).empty());
  CHECK(different(unsteady({2}, {"A", "B"}, {"S3"}), all) ==
        Texts{"/Base/A/ZoneIterativeData/FlowSolutionPointers values",
              "/Base/B/ZoneIterativeData/FlowSolutionPointers values"});
  auto another = unsteady({3}, {"A", "B"}, {"S3"});
  *another.child("Base")->child("BaseIterativeData")->child("NumberOfZones") = integers("NumberOfZones", {1});
  CHECK(different(another, all) == Texts{"/Base/BaseIterativeData/NumberOfZones values"});
}

TEST_CASE("values are paired with the tolerance of their node") {
  const auto a = root({base("Base", {zone("Z", {solution("S", {reals("P", {1}), reals("T", {1})})})})});
  const verify::compare::Criteria criteria{.tolerance = {.absolute = 1},
                                           .rules = {{"P", {.absolute = 2}}, {"*/S/P", {.relative = 3}}}};
  const auto pairs = verify::compare::pair_nodes(a, a, criteria).arrays;
  const auto of = [&](const std::string& path) {
    return std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.path == path; });
  };
  CHECK(of("/Base/Z/S/P")->tolerance == kernel::Tolerance{.relative = 3});
  CHECK(of("/Base/Z/S/T")->tolerance == kernel::Tolerance{.absolute = 1});
  CHECK(of("/Base/Z")->tolerance == kernel::Tolerance{});
  CHECK(of("/Base/Z/S/P")->entity == verify::compare::Entity::vertex);
  CHECK(of("/Base/Z/S/P")->zone == "/Base/Z");
}

TEST_CASE("no tolerance is for text") {
  const verify::compare::Criteria criteria{.tolerance = {.absolute = 1, .nan_is_equal = false},
                                           .rules = {{"*", {.absolute = 2}}}};
  const auto of = [&](cgns::DataType type) { return verify::compare::tolerance_of(criteria, "/B/T", type); };
  CHECK(of(cgns::DataType::C1) == kernel::Tolerance{.nan_is_equal = false});
  CHECK(of(cgns::DataType::B1) == kernel::Tolerance{.absolute = 2});
}

TEST_CASE("patterns say what is compared") {
  const auto a = root({base("Base", {zone("Z", {solution("S"), coordinates({1, 2})})})});
  const auto b = root({base("Base", {zone("Z")})});
  CHECK(told(a, b, {.only = {"S"}}) == Texts{"/Base/Z/S only in A"});
  CHECK(told(a, b, {.only = {"Press*"}}) == Texts{"/Base/Z/S/Pressure only in A"});
  CHECK(told(a, b, {.ignore = {"*Z/S", "Grid*"}}).empty());
  CHECK_THROWS_AS(told(a, b, {.only = {"Nowhere"}}), Error);
}

TEST_CASE("lists of points are paired as sets") {
  const auto a = root({base("Base", {zone("Z", {condition(list("PointList", {1, 2, 3}))})})});
  const auto pairing_with = [&](Node points) {
    return verify::compare::pair_nodes(a, root({base("Base", {zone("Z", {condition(std::move(points))})})}),
                                       {});
  };
  const auto alike = pairing_with(list("PointList", {3, 2, 1}, cgns::DataType::I8));
  REQUIRE(alike.point_sets.size() == 1);
  CHECK(alike.point_sets[0].alike);
  CHECK(alike.arrays[static_cast<std::size_t>(alike.point_sets[0].array)].path ==
        "/Base/Z/ZoneBC/Wall/PointList");
  const auto range =
      pairing_with(cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 3}, cgns::DataType::I4));
  REQUIRE(range.point_sets.size() == 1);
  CHECK(range.point_sets[0].b.is_range);
  CHECK(range.point_sets[0].b.count == 3);
  CHECK(range.findings.empty());
  const auto backwards =
      pairing_with(cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {3, 1}, cgns::DataType::I4));
  CHECK(backwards.point_sets.empty());
  CHECK(backwards.findings.size() == 2);
}

TEST_CASE("the only base of each side, and joins of the same points, may have other names") {
  const auto interface = [](std::string name) {
    return with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", "Donor"),
                {cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 2})});
  };
  const auto tree_of = [&](std::string base_name, std::string interface_name) {
    return root({base(std::move(base_name), {zone("Z", {node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                                                             {interface(std::move(interface_name))})})})});
  };
  CHECK(told(tree_of("A", "J"), tree_of("B", "K")) ==
        Texts{"/A name", "(/A/Z/ZoneGridConnectivity/J renamed)"});
}

TEST_CASE("renamed interfaces with other content are matched by the lists of points that they connect") {
  const auto interface = [](const std::string& name, std::int64_t first, std::string_view note) {
    return with(cgns::text_node(name, "GridConnectivity_t", "Donor"),
                {list("PointList", {first, first + 1}), list("PointListDonor", {first + 2, first + 3}),
                 cgns::text_node("Note", "Descriptor_t", note)});
  };
  const auto tree_of = [&](const std::vector<Node>& interfaces) {
    return root({base("Base", {zone("Z", {node("G", "ZoneGridConnectivity_t", interfaces)})})});
  };
  const auto a = tree_of({interface("one", 1, "x"), interface("two", 3, "y")});
  const auto b = tree_of({interface("three", 3, "v"), interface("four", 1, "w")});
  const auto findings = verify::compare::pair_nodes(a, b, {.ignore = {"Note"}}).findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].a == "one");
  CHECK(findings[0].b == "four");
  CHECK(findings[1].b == "three");
}

TEST_CASE("points are paired where only what belongs to them is compared") {
  const auto tree_of = [](Node points) {
    auto wall = condition(std::move(points));
    wall.children[0].children.push_back(cgns::real_node("Heat", "DataArray_t", {3}, {1, 2, 3}));
    return root({base("Base", {zone("Z", {std::move(wall)})})});
  };
  const auto a = tree_of(list("PointList", {1, 2, 3}));
  const auto only = [&](const Node& b, const std::string& pattern) {
    return verify::compare::pair_nodes(a, b, {.only = {pattern}});
  };
  const auto moved = tree_of(list("PointList", {3, 2, 1}));
  const auto data = only(moved, "Heat");
  REQUIRE(data.point_sets.size() == 1);
  CHECK_FALSE(data.point_sets[0].wanted);
  CHECK(data.point_sets[0].array == -1);
  REQUIRE(data.arrays.size() == 1);
  CHECK(data.arrays[0].points == 0);
  CHECK(only(moved, "PointList").point_sets.at(0).wanted);
  const auto range = tree_of(cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {1, 3}));
  for (const auto* pattern : {"Point*", "PointList", "PointRange"}) {
    const auto paired = only(range, pattern);
    CHECK(paired.findings.empty());
    CHECK(paired.point_sets.at(0).wanted);
  }
}

TEST_CASE("only regions that are in their zone refer to points") {
  const auto tree_of = [](Numbers points, bool nested) {
    auto region = with(cgns::integer_node("R", "ZoneSubRegion_t", {1}, {2}),
                       {cgns::text_node("BCRegionName", "Descriptor_t", "Wall"),
                        cgns::real_node("Heat", "DataArray_t", {3}, {1, 2, 3})});
    if (nested) region = node("U", "UserDefinedData_t", {std::move(region)});
    return root(
        {base("Base", {zone("Z", {condition(list("PointList", std::move(points))), std::move(region)})})});
  };
  for (const bool nested : {false, true}) {
    const auto a = tree_of({1, 2, 3}, nested);
    const auto b = tree_of({3, 2, 1}, nested);
    const auto paired = verify::compare::pair_nodes(a, b, {});
    const auto heat =
        std::ranges::find_if(paired.arrays, [](const auto& pair) { return pair.path.ends_with("Heat"); });
    REQUIRE(heat != paired.arrays.end());
    CHECK((heat->points >= 0) == !nested);
  }
}

TEST_CASE("a pattern may name a default that one side states") {
  const auto a = root(
      {base("Base", {zone("Z", {node("S", "FlowSolution_t",
                                     {cgns::text_node("GridLocation", "GridLocation_t", "Vertex")})})})});
  const auto b = root({base("Base", {zone("Z", {node("S", "FlowSolution_t", {})})})});
  CHECK(told(a, b, {.only = {"GridLocation"}}).empty());
  CHECK(told(b, a, {.only = {"GridLocation"}}).empty());
}

TEST_CASE("interfaces are matched by content before their names") {
  const auto interfaces = [](const std::string& first, const std::string& second) {
    const auto interface = [](const std::string& name, const std::string& donor) {
      return cgns::text_node(name, "GridConnectivity_t", donor);
    };
    return root({base("Base", {zone("Z", {node("G", "ZoneGridConnectivity_t",
                                               {interface(first, "X"), interface(second, "Y")})})})});
  };
  const auto a = interfaces("one", "two");
  const auto b = interfaces("two", "three");
  const auto* of_a = cgns::find(a, "/Base/Z/G");
  const auto* of_b = cgns::find(b, "/Base/Z/G");
  verify::compare::InterfaceDigests digests;
  for (const auto* side : {of_a, of_b}) {
    digests.emplace(&side->children[0], Fingerprint{1, 1});
    digests.emplace(&side->children[1], Fingerprint{2, 2});
  }
  const auto findings = verify::compare::pair_nodes(a, b, {}, digests).findings;
  REQUIRE(findings.size() == 2);
  for (const auto& found : findings) CHECK(found.kind == Kind::renamed);
  // Without equal content, by name and then by points.
  CHECK(told(a, b) == Texts{"/Base/Z/G/one only in A", "/Base/Z/G/two values", "/Base/Z/G/three only in B"});
}
