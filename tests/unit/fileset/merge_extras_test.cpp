#include "build.hpp"
#include "catch.hpp"

namespace {

using namespace pcgns;
using test::Inputs;
using Kind = cgns::Extra::Kind;

/// Two files with one family, which has an attribute "hash" of these contents.
Inputs two_files(Fingerprint a, Fingerprint b) {
  Inputs inputs;
  inputs.rank("a.cgns", {test::family("Wall")}).rank("b.cgns", {test::family("Wall")});
  const auto give = [&](int file, Fingerprint content) {
    auto& family = inputs.set.trees[static_cast<std::size_t>(file)].children[1].children[0];
    family.extras = {
        {.kind = Kind::attribute, .name = "hash", .file = file, .path = "/Base/Wall", .content = content}};
  };
  give(0, a);
  give(1, b);
  return inputs;
}

}  // namespace

TEST_CASE("an attribute that all files have alike is carried over without a word") {
  CHECK(two_files({1, 2}, {1, 2}).merged().notes.empty());
}

TEST_CASE("an attribute that differs from file to file is a loss, and so is one that cannot be compared") {
  const auto note_of = [](const Inputs& inputs) {
    const auto plan = inputs.merged();
    REQUIRE(plan.notes.size() == 1);
    CHECK(plan.notes[0].kind == plan::Note::Kind::loss);
    return plan.notes[0].text;
  };
  const std::string rest = "between files; the one of the first file is carried over";
  CHECK(note_of(two_files({1, 2}, {1, 3})) == "/Base/Wall: the attribute 'hash' differs " + rest);
  CHECK(note_of(two_files({}, {})) == "/Base/Wall: the attribute 'hash' may differ " + rest);
}

TEST_CASE("nodes of high-order interpolation are carried over, and named") {
  Inputs inputs;
  auto family = test::family("HighOrder");
  family.children.push_back({.name = "Tetra", .label = "ElementInterpolation_t"});
  family.children.push_back({.name = "P1", .label = "SolutionInterpolation_t"});
  inputs.rank("a.cgns", {family}).rank("b.cgns", {family});
  const auto plan = inputs.merged();
  const auto* merged = cgns::find(plan.output, "Base/HighOrder");
  REQUIRE(merged != nullptr);
  CHECK(merged->child("Tetra") != nullptr);
  CHECK(merged->child("P1") != nullptr);
  REQUIRE(plan.notes.size() == 2);
  CHECK(plan.notes[0].kind == plan::Note::Kind::info);
  CHECK(plan.notes[0].text == "/Base/HighOrder/Tetra: ElementInterpolation_t is carried over unchanged");
  CHECK(plan.notes[1].text == "/Base/HighOrder/P1: SolutionInterpolation_t is carried over unchanged");
}
