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

TEST_CASE("interfaces come back exactly if nothing follows the names that they have") {
  CHECK(comes_back_with("Zone"));
  CHECK_FALSE(comes_back_with("Zone   "));
  CHECK_FALSE(comes_back_with(std::string_view("Zone\0", 5)));
  CHECK_FALSE(comes_back_with("Zone", "Back "));
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

TEST_CASE("the record of arrays that were copied whole does not depend on the order of the nodes") {
  const auto record = partition::record_of_uncut({"ZoneBC/Wall/Own/Values", "Listed/Values"});
  CHECK(cgns::text_of(record) == "Listed/Values\nZoneBC/Wall/Own/Values");
}
