#include "pcgns/fileset/plan/parts.hpp"

#include "catch.hpp"
#include "fileset/parts_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using fileset::Original;
using fileset::PartSet;

/// Numbers of original and part.
using Place = std::array<int, 2>;
Place at(PartSet::Place place) { return {place.original, place.part}; }

}  // namespace

TEST_CASE("parts are found by zone and by name, in the same file first") {
  const auto b = base("B", {});
  const auto x = zone("X");
  const auto y = zone("Y");
  const auto other_x = zone("X");
  const auto stranger = zone("Z");
  PartSet parts;
  parts.originals = {
      Original{.base = "B", .name = "P", .evidence = {}, .parts = {{.file = 3, .base = &b, .zone = &x}}},
      Original{.base = "B",
               .name = "Q",
               .evidence = {},
               .parts = {{.file = 0, .base = &b, .zone = &y}, {.file = 5, .base = &b, .zone = &other_x}}}};
  CHECK(at(parts.place_of(&y)) == Place{1, 0});
  CHECK(at(parts.place_of(&stranger)) == Place{-1, -1});
  CHECK(at(parts.place_of(nullptr)) == Place{-1, -1});
  CHECK(at(parts.place_of(5, "B", "X")) == Place{1, 1});
  CHECK(at(parts.place_of(3, "B", "X")) == Place{0, 0});
  CHECK(at(parts.place_of(4, "B", "X")) == Place{0, 0});
  CHECK(at(parts.place_of(4, "other", "X")) == Place{-1, -1});
  CHECK(at(parts.place_of(4, "other", "B/X")) == Place{0, 0});
  CHECK(at(parts.place_of(4, "other", "/B/X")) == Place{0, 0});

  SECTION("a copy has an index of its own, and a longer list a new one") {
    auto copy = parts;
    copy.originals.push_back(
        {.base = "B", .name = "R", .evidence = {}, .parts = {{.file = 1, .base = &b, .zone = &stranger}}});
    CHECK(at(copy.place_of(&stranger)) == Place{2, 0});
    CHECK(at(parts.place_of(&stranger)) == Place{-1, -1});
  }
}

TEST_CASE("zones come in the order that all files agree on, else by name") {
  PartInputs inputs;
  SECTION("files say different things of different zones") {
    inputs.rank("a.cgns", {zone("C"), zone("B"), zone("blk-10")})
        .rank("b.cgns", {zone("A"), zone("C"), zone("blk-2")});
    CHECK(fileset::zone_order(inputs.set, {}, "Base") == Texts{"A", "C", "B", "blk-2", "blk-10"});
  }
  SECTION("files contradict each other") {
    inputs.rank("a.cgns", {zone("B"), zone("A")}).rank("b.cgns", {zone("A"), zone("B"), zone("C")});
    CHECK(fileset::zone_order(inputs.set, {}, "Base") == Texts{"B", "A", "C"});
  }
  SECTION("the place of some is known") {
    inputs.rank("a.cgns", {structured("x_proc-0", {1, 1, 1}, {}), structured("c_proc-0", {1, 1, 1}, {})});
    inputs.rank("b.cgns", {structured("b_proc-1", {1, 1, 1}, {}), structured("a_proc-1", {1, 1, 1}, {})});
    auto parts = inputs.complete();
    parts.originals[3].order = 0;
    parts.originals[1].order = 1;
    CHECK(fileset::zone_order(inputs.set, parts, "Base") == Texts{"b", "a", "x", "c"});
    CHECK(fileset::zone_order(inputs.set, parts, "Other").empty());
  }
}
