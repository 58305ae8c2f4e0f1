#include "pcgns/restripe/plan/copy.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using Kind = restripe::Layout::Kind;

constexpr std::int64_t many = 4096;  // doubles: 32 KiB

Inputs inputs() {
  Inputs result;
  result.rank("dir/a.cgns", {zone("B", {coordinates(Reals(many, 1.5)), solution("S")}), zone("A"),
                             link_node("L", "Family_t", "f.cgns", "/Base/L")});
  return result;
}

plan::Plan restriped(const Inputs& from, const restripe::Layout& layout) {
  return restripe::plan_copy(from.set, {.layout = layout, .output = "new/b.cgns"});
}

const plan::Target& target(const plan::Plan& plan, std::size_t index) { return plan.targets.at(index); }

}  // namespace

TEST_CASE("restripe keeps every node in its order, and extras") {
  auto from = inputs();
  from.set.trees[0].children[1].extras.push_back({.name = "stripes"});
  const auto plan = restriped(from, {});
  const auto& base = plan.output.children.at(1);
  REQUIRE(base.children.size() == 3);
  CHECK(base.children[0].name == "B");
  CHECK(base.children[1].name == "A");
  CHECK(base.extras.size() == 1);
  CHECK(base.children[2].link->file == "../dir/f.cgns");
  CHECK(cgns::count_nodes(plan.output) == cgns::count_nodes(from.set.trees[0]));
  REQUIRE(plan.targets.size() == 2);
  CHECK(target(plan, 0).path == "/Base/B/GridCoordinates/CoordinateX");
  CHECK(plan.transfers.at(0).count == many);
}

TEST_CASE("what is kept lies as it lay") {
  auto from = inputs();
  from.set.arrays[0].chunk = {100};
  from.set.arrays[0].filters = {{.id = 1, .parameters = {4}}};
  from.set.arrays[1].compact = true;
  from.set.arrays[1].offset = -1;
  const auto plan = restriped(from, {.kind = Kind::keep});
  CHECK(target(plan, 0).chunk == std::vector<std::int64_t>{100});
  CHECK(target(plan, 0).filters.at(0).parameters.at(0) == 4);
  CHECK_FALSE(restriped(from, {.kind = Kind::contiguous}).has_chunks());
}

TEST_CASE("kept chunks of an array that could grow are no larger than the array") {
  auto from = inputs();
  from.set.arrays[0].chunk = {100'000};
  CHECK(target(restriped(from, {.kind = Kind::keep}), 0).chunk == std::vector<std::int64_t>{many});
}

TEST_CASE("small arrays get no chunks, and chunks no more than an array has") {
  const auto plan = restriped(inputs(), {.kind = Kind::chunked, .chunk = {100'000}, .filters = {{.id = 1}}});
  CHECK(target(plan, 0).chunk == std::vector<std::int64_t>{many});
  CHECK(target(plan, 0).filters.size() == 1);
  CHECK_FALSE(target(plan, 1).is_chunked());
  CHECK(target(plan, 1).filters.empty());
}

TEST_CASE("chunks in another number of dimensions than asked for are chosen") {
  const auto plan = restriped(inputs(), {.kind = Kind::chunked, .chunk = {10, 10}});
  CHECK(target(plan, 0).chunk == std::vector<std::int64_t>{many});
}

TEST_CASE("arrays below the limit whose values came along become values of their nodes") {
  auto from = inputs();
  auto* field = from.set.trees[0].child("Base")->child("B")->child("S")->child("Pressure");
  field->data = cgns::real_node("", "", {3}, {1, 2, 3}).data;
  const auto plan = restriped(from, {.kind = Kind::contiguous, .compact_below = 1000});
  CHECK(plan.targets.size() == 1);
  CHECK(cgns::find(plan.output, "/Base/B/S/Pressure")->data.size() == 24);
}

TEST_CASE("chunks have the shape of the array and about the size asked for") {
  CHECK(restripe::chunk_like({200, 200, 200}, 8, 1 << 20) == std::vector<std::int64_t>{50, 50, 50});
  CHECK(restripe::chunk_like({10, 10}, 8, 1 << 20) == std::vector<std::int64_t>{10, 10});
  for (const auto& dims : std::vector<std::vector<std::int64_t>>{
           {1'000'000'000}, {3, 5'000'000}, {2, 1'000'000'000, 1}, {7, 1, 100'003}, {1 << 25, 1 << 25}}) {
    const auto chunk = restripe::chunk_like(dims, 8, 1 << 20);
    const auto bytes = cgns::count_of(chunk) * 8;
    CHECK(bytes <= 1 << 20);
    CHECK(bytes >= 1 << 17);
    for (std::size_t i = 0; i < dims.size(); ++i) CHECK((chunk[i] >= 1 && chunk[i] <= dims[i]));
  }
}

TEST_CASE("the layout is part of a plan's fingerprint") {
  const auto from = inputs();
  const auto of = [&](const restripe::Layout& layout) {
    return fingerprint(restriped(from, layout), from.set);
  };
  const restripe::Layout deflate{.kind = Kind::chunked, .filters = {{.id = 1, .parameters = {1}}}};
  auto harder = deflate;
  harder.filters[0].parameters[0] = 9;
  CHECK_FALSE(of({.kind = Kind::contiguous}) == of({.kind = Kind::chunked}));
  CHECK_FALSE(of(deflate) == of(harder));
  CHECK(of(deflate) == of(deflate));
}
