#include "pcgns/file/plan/batches.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using cgns::Node;

/// Zones of 21 nodes, with an array in each.
plan::Plan plan_of(int zones) {
  plan::Plan plan;
  Node base{.name = "Base", .label = "CGNSBase_t"};
  for (int i = 0; i < zones; ++i) {
    Node zone{.name = "Zone" + std::to_string(i), .label = "Zone_t"};
    for (int k = 0; k < 19; ++k)
      zone.children.push_back(cgns::text_node(std::to_string(k), "Descriptor_t", "x"));
    zone.children.push_back({.name = "Array", .label = "DataArray_t", .dims = {600}, .array = i});
    base.children.push_back(std::move(zone));
    plan.targets.push_back({.path = {}, .type = DataType::R8, .dims = {600}});
  }
  plan.output.children.push_back(std::move(base));
  return plan;
}

}  // namespace

TEST_CASE("few nodes are not shared out") {
  CHECK(file::arrange(plan_of(195), {}).batches.empty());
  CHECK_FALSE(file::arrange(plan_of(196), {}).batches.empty());
  CHECK(file::end_of_batches(plan_of(195)) == 0);
}

TEST_CASE("batches take all zones in the order of the tree, in ranges that do not overlap") {
  const auto plan = plan_of(1000);
  const auto arrangement = file::arrange(plan, {.alignment = 4096});
  auto end = arrangement.front;
  auto child = plan.output.children.front().children.begin();
  for (const auto& batch : arrangement.batches) {
    CHECK(batch.bytes.begin == end);
    CHECK(batch.base == "/Base");
    end = batch.bytes.end;
    for (const auto* node : batch.children) CHECK(node == &*child++);
  }
  CHECK(child == plan.output.children.front().children.end());
  for (const auto offset : arrangement.arrays) {
    CHECK(offset >= end);
    CHECK(offset % 4096 == 0);
    end = offset + 4800;
  }
  CHECK(arrangement.bytes.end == end);
}

TEST_CASE("zones that are links or hold extras are not in batches") {
  auto plan = plan_of(1000);
  auto& zones = plan.output.children.front().children;
  zones[3].link = std::make_shared<const cgns::Link>(cgns::Link{"", "/Base/Zone0"});
  zones[5].children[2].extras.push_back({.name = "mine"});
  std::size_t children = 0;
  for (const auto& batch : file::arrange(plan, {}).batches) {
    children += batch.children.size();
    for (const auto* node : batch.children) CHECK((node != &zones[3] && node != &zones[5]));
  }
  CHECK(children == 998);
}

TEST_CASE("arrays that have their places keep them, and batches follow") {
  const auto plan = plan_of(1000);
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < 1000; ++i) places.push_back(65'536 + 4800 * i);
  const Range bytes{65'536, 65'536 + 4'800'000};
  const auto arrangement = file::arrange(plan, {.bytes = bytes, .arrays = places});
  CHECK(arrangement.arrays == places);
  CHECK(arrangement.front <= bytes.begin);
  CHECK(arrangement.batches.front().bytes.begin >= bytes.end);
}

TEST_CASE("a file in pages is left to HDF5") {
  auto plan = plan_of(1000);
  plan.format.page_size = 4096;
  CHECK(file::arrange(plan, {}).batches.empty());
}
