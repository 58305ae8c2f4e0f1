#include "pcgns/partition/plan/ghost_sides.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/partition/partition.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

/// An interface of the last vertices of the first direction with the first ones of `donor`.
Node joined(std::string name, std::string_view donor, Nodes properties = {}) {
  auto node = with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor),
                   {cgns::integer_node("PointRange", "IndexRange_t", {2, 2}, {5, 1, 5, 4}),
                    cgns::integer_node("PointRangeDonor", "IndexRange_t", {2, 2}, {1, 1, 1, 4}),
                    cgns::integer_node("Transform", "\"int[IndexDimension]\"", {2}, {1, 2})});
  std::move(properties.begin(), properties.end(), std::back_inserter(node.children));
  return node;
}

Node container(std::string name, Nodes interfaces) {
  return node(std::move(name), "ZoneGridConnectivity_t", std::move(interfaces));
}

/// The donors that give ghosts to the first of three zones, and the warnings.
std::pair<std::vector<int>, std::size_t> lenders(Nodes children) {
  Nodes zones;
  for (const auto* name : {"A", "B", "C"})
    zones.push_back(with(cgns::integer_node(name, "Zone_t", {2, 3}, {5, 4, 4, 3, 0, 0}),
                         name[0] == 'A' ? std::move(children) : Nodes{}));
  plan::Plan plan;
  plan.output = node("", "Root Node of HDF5 File", {base("Base", std::move(zones), {2, 2})});
  plan::Notes notes;
  const auto mesh = partition::mesh_of(plan, {.partitions = 1, .ghosts = 1}, notes);
  std::vector<int> donors;
  for (const auto& interface : mesh.ghost_interfaces[0]) donors.push_back(interface.donor);
  return {donors, notes.folded().size()};
}

using Lenders = std::pair<std::vector<int>, std::size_t>;

}  // namespace

TEST_CASE("interfaces of some time steps give no ghosts") {
  const auto with_steps = [](const Texts& names) {
    return lenders({container("First", {joined("Join", "B")}), container("Second", {joined("Join", "C")}),
                    zone_iterative({pointers("ZoneGridConnectivityPointers", names)})});
  };
  CHECK(with_steps({"First", "First"}) == Lenders{{1, 2}, 0});
  CHECK(with_steps({"First", "Second"}) == Lenders{{}, 2});
  CHECK(with_steps({"First", "Null"}) == Lenders{{2}, 1});
  CHECK(lenders({container("First", {joined("Join", "B")}), container("Second", {joined("Join", "C")})}) ==
        Lenders{{1, 2}, 0});
  const Node overset = node("Overset", "GridConnectivity_t");
  CHECK(lenders({container("First", {overset}), container("Second", {overset}),
                 zone_iterative({pointers("ZoneGridConnectivityPointers", {"First", "Second"})})}) ==
        Lenders{{}, 0});
  auto not_read = pointers("ZoneGridConnectivityPointers", {"First", "First"});
  not_read.data.clear();
  CHECK(lenders({container("First", {joined("Join", "B")}), zone_iterative({not_read})}) == Lenders{{}, 1});
}

TEST_CASE("averaging interfaces give no ghosts") {
  const auto average = node("GridConnectivityProperty", "GridConnectivityProperty_t",
                            {node("AverageInterface", "AverageInterface_t")});
  CHECK(lenders({container("Joins", {joined("Mixing", "B", {average}), joined("Other", "C")})}) ==
        Lenders{{2}, 1});
}
