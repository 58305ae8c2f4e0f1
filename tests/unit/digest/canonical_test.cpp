#include "pcgns/digest/canonical.hpp"

#include <algorithm>

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using test::Numbers;

cgns::Node interface_with(const Numbers& own, const Numbers& donor, const Numbers& transform) {
  const auto width = std::ssize(own) / 2;
  return test::with(
      cgns::text_node("I", "GridConnectivity1to1_t", "Other"),
      {cgns::integer_node("PointRange", "IndexRange_t", {width, 2}, own),
       cgns::integer_node("PointRangeDonor", "IndexRange_t", {width, 2}, donor),
       cgns::integer_node("Transform", "\"int[IndexDimension]\"", {std::ssize(transform)}, transform)});
}

cgns::Node list(const Numbers& points, std::int64_t width = 1) {
  return cgns::integer_node("PointList", "IndexArray_t", {width, std::ssize(points) / width}, points);
}

}  // namespace

TEST_CASE("ranges of interfaces ascend on the own side") {
  auto root = test::node("Zone", "Zone_t", {interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {-2, 1})});
  digest::rewrite_values(root);
  CHECK(cgns::integers_of(*root.children[0].child("PointRange")) == Numbers{1, 1, 4, 9});
  CHECK(cgns::integers_of(*root.children[0].child("PointRangeDonor")) == Numbers{7, 5, 15, 2});
}

TEST_CASE("ranges that contradict each other stay as they are") {
  CHECK(!digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {-2, 1})).empty());
  CHECK(digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 6}, {-2, 1})).empty());
  CHECK(digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {2, 1})).empty());
  CHECK(digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {-2, 2})).empty());
  CHECK(digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {-2, 0})).empty());
  CHECK(digest::canonical_values(interface_with({4, 1, 1, 9}, {7, 2, 15, 5}, {-2})).empty());
}

TEST_CASE("trees of old versions are stated as those of today") {
  const auto tree_of = [](double version, std::int64_t type) {
    return test::node("/", "Root Node of HDF5 File",
                      {cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {version}),
                       test::node("Zone", "Zone_t",
                                  {test::node("ORPHAN", "FamilyName_t"),
                                   cgns::integer_node("Section", "Elements_t", {2}, {type, 0})})});
  };
  const auto stated = [&](double version, std::int64_t type) {
    auto root = tree_of(version, type);
    digest::state_as_today(root);
    CHECK(digest::is_stated_as_today(root));
    const auto& zone = root.children[1];
    return std::pair(zone.children[0].name + ":" + cgns::text_of(zone.children[0]),
                     cgns::integers_of(zone.children[1])[0]);
  };
  CHECK(stated(1.1, 17) == std::pair<std::string, std::int64_t>("FamilyName:ORPHAN", 17));
  CHECK(stated(3.0, 18) == std::pair<std::string, std::int64_t>("ORPHAN:", 17));
  CHECK(stated(3.0, 13) == std::pair<std::string, std::int64_t>("ORPHAN:", 21));
  // The elements of MIXED have old types, too, so all of them stay.
  CHECK(stated(3.0, 21) == std::pair<std::string, std::int64_t>("ORPHAN:", 21));
  CHECK(digest::is_stated_as_today(tree_of(4.2, 17)));
}

TEST_CASE("the names of a time step are in any order, those of several steps are not mixed") {
  const auto names = [](const test::Texts& zones) {
    auto root =
        test::node("Base", "CGNSBase_t",
                   {test::node("Steps", "BaseIterativeData_t",
                               {cgns::table_node("ZonePointers", "DataArray_t", {32, 2, 2}, zones)})});
    digest::rewrite_values(root);
    return cgns::rows_of(root.children[0].children[0]);
  };
  CHECK(names({"B", "A", "D", "C"}) == test::Texts{"A", "B", "C", "D"});
  CHECK(names({"D", "A", "B", "C"}) == test::Texts{"A", "D", "B", "C"});
}

TEST_CASE("the names of a time step are padded as a merge pads them") {
  const auto rewritten = [](std::int64_t width, std::byte padding) {
    auto table = cgns::table_node("ZonePointers", "DataArray_t", {width, 2, 1}, {"B", "A"});
    std::ranges::replace(table.data, std::byte{' '}, padding);
    auto root =
        test::node("Base", "CGNSBase_t", {test::node("Steps", "BaseIterativeData_t", {std::move(table)})});
    digest::rewrite_values(root);
    return root.children[0].children[0];
  };
  const auto merged = cgns::table_node("ZonePointers", "DataArray_t", {32, 2, 1}, {"A", "B"});
  for (const auto width : {8, 32, 40}) {
    for (const auto padding : {std::byte{' '}, std::byte{0}}) {
      CHECK(rewritten(width, padding).dims == merged.dims);
      CHECK(rewritten(width, padding).data == merged.data);
    }
  }
}

TEST_CASE("what states a default is no content") {
  const auto rind = cgns::integer_node("Rind", "Rind_t", {2}, {0, 0});
  const auto vertex = cgns::text_node("GridLocation", "GridLocation_t", "Vertex");
  CHECK(digest::states_default(test::solution("S"), rind));
  CHECK(!digest::states_default(test::solution("S"), cgns::integer_node("Rind", "Rind_t", {2}, {0, 1})));
  CHECK(digest::states_default(test::solution("S"), vertex));
  // It may be a change from what is inherited.
  CHECK(!digest::states_default(test::node("Set", "BCDataSet_t"), vertex));
  CHECK(digest::is_no_content(test::user("Base"), test::user(":PCGNS#PerRank")));
  CHECK(digest::is_no_content(test::node("Z", "Zone_t"), test::user("maia#x")));
  CHECK(!digest::is_no_content(test::node("Z", "Zone_t"), test::solution("maia#x")));
  // Of what is below, only content counts.
  CHECK(digest::states_default(test::solution("S"), test::with(rind, {test::user("maia#x")})));
  CHECK(digest::states_default(test::solution("S"), test::with(vertex, {test::user("maia#x")})));
  CHECK(!digest::states_default(test::solution("S"),
                                test::with(rind, {cgns::text_node("Note", "Descriptor_t", "x")})));
}

TEST_CASE("a point set is one sound list or range") {
  const auto set_of = [](test::Nodes children) {
    return digest::point_set_of(test::node("Wall", "BC_t", std::move(children)));
  };
  const auto range = [](const Numbers& ends) {
    return cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, ends);
  };
  CHECK(set_of({list({5, 3, 9})})->count == 3);
  CHECK(set_of({list({5, 3, 9, 1}, 2)})->width == 2);
  CHECK(set_of({range({3, 7})})->count == 5);
  for (const auto type : {cgns::DataType::U4, cgns::DataType::U8, cgns::DataType::B1}) {
    CHECK(set_of({cgns::integer_node("PointList", "IndexArray_t", {1, 2}, {5, 3}, type)})->count == 2);
    CHECK(set_of({cgns::integer_node("PointRange", "IndexRange_t", {1, 2}, {3, 7}, type)})->count == 5);
  }
  // What is below them is no matter unless it is content.
  CHECK(set_of({test::with(list({5, 3}), {test::user("maia#x")})})->count == 2);
  CHECK(set_of({test::with(range({3, 7}), {test::user("maia#x")})})->count == 5);
  CHECK(!set_of({test::with(list({5, 3}), {test::user("Notes")})}));
  CHECK(!set_of({range({7, 3})}));
  CHECK(!set_of({range({0, 3})}));
  CHECK(!set_of({list({5}), range({3, 7})}));
  CHECK(!set_of({list({1, 2, 3, 4}, 4)}));
  CHECK(!set_of({}));
}

TEST_CASE("the name of an interface counts where a region refers to it") {
  const auto named = [](const char* reference, cgns::Node region) {
    region.children.push_back(cgns::text_node("GridConnectivityRegionName", "Descriptor_t", reference));
    const auto joins = test::node(
        "Joins", "ZoneGridConnectivity_t",
        {interface_with({1, 4}, {1, 4}, {1}), cgns::text_node("J", "GridConnectivity_t", "Other")});
    const auto root =
        test::node("Base", "CGNSBase_t", {test::node("Zone", "Zone_t", {joins, std::move(region)})});
    test::Texts names;
    for (const auto* node : digest::interfaces_of_regions(root)) names.push_back(node->name);
    return names;
  };
  const auto region = test::node("R", "ZoneSubRegion_t");
  CHECK(named("J", region) == test::Texts{"J"});
  CHECK(named("Joins/I", region) == test::Texts{"I"});
  CHECK(named("Other/I", region).empty());
  CHECK(named("J", test::user("R")).empty());
}

TEST_CASE("arrays belong to the nearest list above them, if they have values for its points") {
  const auto data = test::node("Data", "BCData_t",
                               {test::reals("Each", {1, 2}), test::reals("Vector", {1, 2, 3, 4}),
                                test::reals("Global", {1}), test::reals("Other", {1, 2, 3})});
  const auto inner = test::node("Inner", "BCDataSet_t", {list({1, 2, 3}), data});
  const auto set = test::node("Set", "BCDataSet_t", {data});
  auto root = test::node("Wall", "BC_t", {list({4, 6}), set, inner});
  for (const auto* label :
       {"BCProperty_t", "GridConnectivityProperty_t", "ReferenceState_t", "UserDefinedData_t"})
    root.children.push_back(test::node(label, label, {data}));
  const auto lists = digest::point_lists(root);
  REQUIRE(lists.size() == 2);
  CHECK(lists[0].points.count == 2);
  REQUIRE(lists[0].arrays.size() == 2);
  CHECK(lists[0].arrays[1]->name == "Vector");
  REQUIRE(lists[1].arrays.size() == 1);
  CHECK(lists[1].arrays[0]->name == "Other");
}
