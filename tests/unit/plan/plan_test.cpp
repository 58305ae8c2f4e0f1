#include "pcgns/plan/plan.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/plan/notes.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

Inputs small_inputs() {
  Inputs inputs;
  inputs.rank("a.cgns",
              {zone("Z", {coordinates({1, 2, 3, 4})}), link_node("L", "Family_t", "f.cgns", "/Base/L")});
  inputs.set.trees[0].extras.push_back({.name = "stripes"});
  return inputs;
}

/// The fingerprint after `change`, which takes a plan and its inputs.
template <typename Change>
Fingerprint after(Change change) {
  auto inputs = small_inputs();
  auto plan = inputs.merged();
  change(plan, inputs.set);
  return fingerprint(plan, inputs.set);
}

}  // namespace

TEST_CASE("a plan knows how many bytes it moves") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {coordinates({1, 2, 3, 4}), solution("S")})});
  CHECK(inputs.merged().bytes() == 7 * 8);
  CHECK(plan::Plan{}.bytes() == 0);
}

TEST_CASE("a loss stays one beside warnings on the same topic") {
  using Kind = plan::Note::Kind;
  plan::Notes notes;
  for (int i = 0; i < 9; ++i) notes.add(Kind::warning, "topic", "warning");
  notes.add(Kind::loss, "topic", "loss");
  notes.suspect("other", "suspicion");
  const auto folded = notes.folded();
  REQUIRE(folded.size() == 8);
  CHECK(folded[5].text == "warning (and 3 more like this)");
  CHECK(folded[6].kind == Kind::loss);
  CHECK(folded[7].is_suspicion);
}

TEST_CASE("the fingerprint of a plan changes with all that decides the output") {
  using cgns::InputSet;
  using plan::Plan;
  const auto same = after([](Plan&, InputSet&) {});
  CHECK(after([](Plan& plan, InputSet&) { plan.notes.push_back({.text = "said"}); }) == same);
  CHECK(after([](Plan&, InputSet& inputs) { inputs.files[0].modified_ns = 7; }) == same);

  const auto node_of = [](Plan& plan) -> Node& { return plan.output.children[1]; };
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).name = "B"; }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).label = "B"; }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).type = cgns::DataType::U4; }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).dims = {1, 2}; }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).data[0] = std::byte{9}; }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).children.pop_back(); }) == same);
  CHECK_FALSE(after([&](Plan& plan, InputSet&) { node_of(plan).children[1].link.reset(); }) == same);
  CHECK_FALSE(after([](Plan& plan, InputSet&) { plan.output.extras[0].name = "other"; }) == same);
  CHECK_FALSE(after([](Plan& plan, InputSet&) { plan.targets[0].path = "/other"; }) == same);
  CHECK_FALSE(after([](Plan& plan, InputSet&) { plan.targets[0].dims = {2, 2}; }) == same);
  CHECK_FALSE(after([](Plan& plan, InputSet&) { plan.transfers[0].target_begin = 1; }) == same);
  CHECK_FALSE(after([](Plan& plan, InputSet&) { plan.transfers.clear(); }) == same);
  CHECK_FALSE(after([](Plan&, InputSet& inputs) { inputs.files[0].path = "b.cgns"; }) == same);
  CHECK_FALSE(after([](Plan&, InputSet& inputs) { inputs.arrays[0].offset = 4096; }) == same);
  CHECK_FALSE(after([](Plan&, InputSet& inputs) { inputs.arrays[0].swapped = true; }) == same);
}

TEST_CASE("the fingerprint does not depend on whether values came along") {
  auto inputs = small_inputs();
  const auto without = fingerprint(inputs.merged(), inputs.set);
  auto& array = inputs.set.trees[0].children[1].children[0].children[0].children[0];
  REQUIRE(array.is_bulk());
  array.data = inputs.values[0];
  CHECK(fingerprint(inputs.merged(), inputs.set) == without);
}

TEST_CASE("a plan knows which arrays have values without a source") {
  plan::Plan plan;
  for (const auto* path : {"/moved", "/boxes", "/open", "/numbered", "/none"})
    plan.targets.push_back({.path = path, .type = cgns::DataType::R8, .dims = {4, 2}});
  plan.transfers.push_back({.target = 0, .count = 8});
  plan.boxes = {{.target = 1, .count = {4, 1, 1}},
                {.target = 1, .count = {4, 1, 1}},
                {.target = 2, .count = {4, 1, 1}},
                {.target = 2, .count = {4, 1, 1}, .shared = true}};
  plan.indexed.push_back({.target = 3});
  CHECK(plan.targets_with_holes().empty());
  plan.has_holes = true;
  CHECK(plan.targets_with_holes() == std::vector<int>{2, 4});
}
