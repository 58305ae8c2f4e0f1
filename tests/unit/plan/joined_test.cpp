#include "pcgns/plan/joined.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns::cgns;
using namespace pcgns::plan;
using pcgns::cgns::DataType;

Plan plan_of(int source) {
  Plan plan;
  plan.targets = {{.path = "/a", .type = DataType::R8, .dims = {4}},
                  {.path = "/b", .type = DataType::I4, .dims = {2}}};
  plan.transfers = {{.source = source, .target = 1, .count = 2}};
  plan.boxes = {{.source = source, .target = 0, .count = {4, 1, 1}}};
  plan.direct = {{.array = source, .run = 1, .target = 1, .target_begin = 1, .count = 1}};
  return plan;
}

}  // namespace

TEST_CASE("joined plans have the targets of each, and what fills them") {
  const std::vector<Plan> plans = {plan_of(3), plan_of(7)};
  const auto all = joined(plans);
  REQUIRE(all.targets.size() == 4);
  CHECK(all.targets[2].path == "/a");
  REQUIRE(all.transfers.size() == 2);
  CHECK(all.transfers[1].source == 7);
  CHECK(all.transfers[1].target == 3);
  REQUIRE(all.direct.size() == 2);
  CHECK(all.direct[1].array == 7);
  CHECK(all.direct[1].target == 3);
  CHECK(all.direct[1].target_begin == 1);
  REQUIRE(all.boxes.size() == 2);
  CHECK(all.boxes[0].target == 0);
  CHECK(all.boxes[1].target == 2);
  CHECK(all.bytes() == 2 * plans.front().bytes());
}

TEST_CASE("what numbered entities of a joined plan refer to is its own") {
  Plan plan;
  plan.targets = {{.path = "/a", .type = DataType::I4, .dims = {2}}};
  plan.numberings.resize(2);
  plan.ragged.resize(1);
  plan.turned.resize(1);
  plan.turned[0].borders.resize(1);
  plan.turned[0].borders[0].here.numbering = 1;
  plan.indexed = {{.count = 2, .ragged = 0, .numbering = 1, .turned_values = 0}};
  const std::vector<Plan> plans = {plan, plan};
  const auto all = joined(plans);
  REQUIRE(all.indexed.size() == 2);
  CHECK(all.indexed[1].target == 1);
  CHECK(all.indexed[1].numbering == 3);
  CHECK(all.indexed[1].ragged == 1);
  CHECK(all.indexed[1].turned == -1);
  CHECK(all.indexed[1].turned_values == 1);
  CHECK(all.turned[1].borders[0].here.numbering == 3);
  CHECK(all.turned[1].borders[0].there.numbering == -1);
}
