#include "pcgns/partition/file_plan.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

Node range(Numbers corners) {
  return cgns::integer_node("PointRange", "IndexRange_t", {2, 2}, std::move(corners));
}

Node condition(Nodes points) { return node("Wall", "BC_t", std::move(points)); }

/// Whether a structured zone with `child` comes back exactly.
bool comes_back(Node child) {
  auto whole = cgns::integer_node("Zone", "Zone_t", {2, 3}, {5, 4, 4, 3, 0, 0});
  whole.children.push_back(std::move(child));
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File", {base("Base", {std::move(whole)}, {2, 2})});
  plan::Notes notes;
  return partition::comes_back_exactly(plan, partition::mesh_of(plan, {.partitions = 2}, notes));
}

bool comes_back_with(std::string_view donor, std::string_view opposite = "Back") {
  auto interfaces = interface_to("There", donor);
  interfaces.children[0].children = {range({5, 4, 5, 1}), descriptor("GridConnectivityDonorName", opposite)};
  return comes_back(std::move(interfaces));
}

/// An interface between ranges of vertices.
Node joined(std::string name, std::string_view donor, Numbers here, Numbers there,
            std::string_view opposite) {
  auto at_donor = range(std::move(there));
  at_donor.name = "PointRangeDonor";
  return with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor),
              {range(std::move(here)), at_donor, descriptor("GridConnectivityDonorName", opposite)});
}

Node plane_with(std::string name, Nodes interfaces) {
  return with(cgns::integer_node(std::move(name), "Zone_t", {2, 3}, {7, 5, 6, 4, 0, 0}),
              {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", std::move(interfaces))});
}

/// What the pieces of `interface` are called in the pieces of `zone`, and name as their opposites.
Texts pieces_of(const Node& part, std::string_view zone, std::string_view interface) {
  Texts found;
  for (const auto& piece : part.children) {
    if (!piece.name.starts_with(zone)) continue;
    for (const auto& child : piece.child("ZoneGridConnectivity")->children) {
      const auto* original = child.child("OriginalName");
      if (original != nullptr && cgns::text_of(*original) == interface)
        found.push_back(child.name + " " + cgns::text_of(*child.child("GridConnectivityDonorName")));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("ranges of points come back exactly if they ascend, and there is one") {
  CHECK(comes_back(node("ZoneBC", "ZoneBC_t", {condition({range({1, 1, 1, 4})})})));
  CHECK_FALSE(comes_back(node("ZoneBC", "ZoneBC_t", {condition({range({1, 4, 1, 1})})})));
  auto second = range({2, 1, 2, 4});
  second.name = "PointRange2";
  CHECK_FALSE(comes_back(node("ZoneBC", "ZoneBC_t", {condition({range({1, 1, 1, 4}), second})})));
}

TEST_CASE("ranges and numbers of planes come back exactly if they have the extents of the standard") {
  auto flat = range({1, 1, 1, 4});
  flat.dims = {4};
  CHECK_FALSE(comes_back(node("ZoneBC", "ZoneBC_t", {condition({flat})})));
  const auto planes = [](std::vector<std::int64_t> dims) {
    return node("Solution", "FlowSolution_t",
                {cgns::integer_node("Rind", "Rind_t", std::move(dims), {1, 0, 0, 0})});
  };
  CHECK(comes_back(planes({4})));
  CHECK_FALSE(comes_back(planes({2, 2})));
}

TEST_CASE("a condition without points is whole in every partition") {
  const Node none{.name = "PointList", .label = "IndexArray_t"};
  auto zone = cgns::integer_node("Zone", "Zone_t", {2, 3}, {5, 4, 4, 3, 0, 0});
  zone.children.push_back(node("ZoneBC", "ZoneBC_t", {condition({none})}));
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File", {base("Base", {std::move(zone)}, {2, 2})});
  plan::Notes notes;
  CHECK(partition::mesh_of(plan, {.partitions = 2, .whole_conditions = {"*"}}, notes).names.size() == 2);
}

TEST_CASE("a range of points with a list of donors comes back exactly if it ascends") {
  const auto with_range = [](Numbers corners) {
    return node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                {with(cgns::text_node("There", "GridConnectivity_t", "Zone"), {range(std::move(corners))})});
  };
  CHECK(comes_back(with_range({5, 1, 5, 4})));
  CHECK_FALSE(comes_back(with_range({5, 4, 5, 1})));
}

TEST_CASE("a range of donors becomes a list, unless the interface is one-to-one") {
  auto donors = range({1, 1, 1, 4});
  donors.name = "PointRangeDonor";
  const auto interfaces = [&](std::string label) {
    return node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                {with(cgns::text_node("There", std::move(label), "Zone"), {range({5, 1, 5, 4}), donors})});
  };
  CHECK(comes_back(interfaces("GridConnectivity1to1_t")));
  CHECK_FALSE(comes_back(interfaces("GridConnectivity_t")));
}

TEST_CASE("interfaces come back exactly if nothing precedes or follows the names that they have") {
  CHECK(comes_back_with("Zone"));
  CHECK(comes_back_with("Base/Zone"));
  CHECK_FALSE(comes_back_with("/Base/Zone"));
  CHECK_FALSE(comes_back_with("Zone   "));
  CHECK_FALSE(comes_back_with(std::string_view("Zone\0", 5)));
  CHECK_FALSE(comes_back_with("Zone", "Back "));
  auto table = interface_to("There", "Zone");
  table.children[0].children = {range({5, 4, 5, 1})};
  CHECK(comes_back(table));
  table.children[0].dims = {1, 4};
  CHECK_FALSE(comes_back(table));
}

TEST_CASE(
    "what is below the names of the zones of a time step, and below their numbers, stays in each part") {
  auto numbers = cgns::integer_node("NumberOfZones", "DataArray_t", {1}, {1}, cgns::DataType::I8);
  numbers.children.push_back(descriptor("Remark", "how many"));
  auto names = cgns::table_node("ZonePointers", "DataArray_t", {32, 1, 1}, {"Zone"});
  names.children.push_back(descriptor("Remark", "which"));
  names.extras.push_back({.name = "Note"});
  const auto whole = cgns::integer_node("Zone", "Zone_t", {2, 3}, {5, 4, 4, 3, 0, 0});
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File",
                     {base("Base", {node("Steps", "BaseIterativeData_t", {numbers, names}), whole}, {2, 2})});
  plan::Notes notes;
  const auto mesh = partition::mesh_of(plan, {.partitions = 2}, notes);
  const auto part = partition::file_of_ranks(plan, mesh, {1, 2}, notes).output;
  const auto& steps = *part.children[0].child("Steps");
  CHECK(cgns::text_of(*steps.child("ZonePointers")->child("Remark")) == "which");
  CHECK(steps.child("ZonePointers")->extras.size() == 1);
  CHECK(cgns::rows_of(*steps.child("ZonePointers")) == Texts{"Zone.P1.N0"});
  CHECK(cgns::text_of(*steps.child("NumberOfZones")->child("Remark")) == "how many");
  CHECK(steps.child("NumberOfZones")->type == cgns::DataType::I8);
}

TEST_CASE("a piece of an interface is not called as another interface is, and its opposite names it") {
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File",
                     {base("Base",
                           {plane_with("Z", {joined("J", "Y", {7, 1, 7, 4}, {1, 1, 1, 4}, "K"),
                                             joined("JA", "Y", {7, 4, 7, 5}, {1, 4, 1, 5}, "KA")}),
                            plane_with("Y", {joined("K", "Z", {1, 1, 1, 4}, {7, 1, 7, 4}, "J"),
                                             joined("KA", "Z", {1, 4, 1, 5}, {7, 4, 7, 5}, "JA")})},
                           {2, 2})});
  const auto* cut = R"({"partitions": 3, "parts": [
      {"zone": "/Base/Z", "rank": 0, "first": [1, 1], "last": [6, 4]},
      {"zone": "/Base/Y", "rank": 1, "first": [1, 1], "last": [6, 2]},
      {"zone": "/Base/Y", "rank": 2, "first": [1, 3], "last": [6, 4]}]})";
  plan::Notes notes;
  const auto mesh = partition::mesh_of(plan, {.style = partition::Style::seacas, .plan = cut}, notes);
  const auto part = partition::file_of_ranks(plan, mesh, {0, 3}, notes).output.children[0];
  CHECK(pieces_of(part, "Z", "J") == Texts{"J~A K", "J~B K"});
  CHECK(pieces_of(part, "Z", "JA") == Texts{"JA KA"});
  CHECK(pieces_of(part, "Y", "K") == Texts{"K J~A", "K J~B"});
}

TEST_CASE("the record of arrays that were copied whole does not depend on the order of the nodes") {
  const auto record = partition::record_of_uncut({"ZoneBC/Wall/Own/Values", "Listed/Values"});
  CHECK(cgns::text_of(record) == "Listed/Values\nZoneBC/Wall/Own/Values");
}

TEST_CASE("ranges of cells and vertices may be beyond 32 bits") {
  constexpr std::int64_t vertices = 6'000'000'000;
  const auto zone =
      cgns::integer_node("Zone", "Zone_t", {1, 3}, {vertices, vertices - 1, 0}, cgns::DataType::I8);
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File", {base("Base", {zone}, {1, 1})});
  const auto style = GENERATE(partition::Style::maia, partition::Style::cassiopee);
  plan::Notes notes;
  const auto mesh = partition::mesh_of(plan, {.partitions = 2, .style = style}, notes);
  const auto part = partition::file_of_ranks(plan, mesh, {0, 2}, notes).output.children[0];
  const auto numbers_at = [&](std::size_t piece, std::string_view container, std::string_view name) {
    const auto& found = *part.children[piece].child(container);
    const auto& owner = found.label == "ZoneGridConnectivity_t" ? found.children.front() : found;
    return cgns::integers_of(*owner.child(name));
  };
  const auto cells = numbers_at(0, ":CGNS#GlobalNumbering", "CellRange").back();
  CHECK(cells == vertices / 2);
  CHECK(numbers_at(1, ":CGNS#GlobalNumbering", "CellRange") == Numbers{cells + 1, vertices - 1});
  CHECK(numbers_at(0, "ZoneGridConnectivity", "PointRange") == Numbers{cells + 1, cells + 1});
  CHECK(numbers_at(1, "ZoneGridConnectivity", "PointRangeDonor") == Numbers{cells + 1, cells + 1});
  if (style == partition::Style::cassiopee)
    CHECK(numbers_at(1, ".Solver#ownData", "loc2glob") ==
          Numbers{cells + 1, vertices, 1, 1, 1, 1, vertices, 1, 1});
}
