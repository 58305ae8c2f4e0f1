#include "pcgns/fileset/plan/pieces.hpp"

#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using fileset::Original;
using fileset::PieceSet;

/// Numbers of original and part.
using Place = std::array<int, 2>;
Place at(fileset::PieceId place) { return {place.original, place.piece}; }

}  // namespace

TEST_CASE("parts are found by zone and by name, in the same file first") {
  const auto b = base("B", {});
  const auto x = zone("X");
  const auto y = zone("Y");
  const auto other_x = zone("X");
  const auto stranger = zone("Z");
  PieceSet pieces;
  pieces.originals = {
      Original{.base = "B", .name = "P", .evidence = {}, .pieces = {{.file = 3, .base = &b, .zone = &x}}},
      Original{.base = "B",
               .name = "Q",
               .evidence = {},
               .pieces = {{.file = 0, .base = &b, .zone = &y}, {.file = 5, .base = &b, .zone = &other_x}}}};
  CHECK(at(pieces.find(&y)) == Place{1, 0});
  CHECK(at(pieces.find(&stranger)) == Place{-1, -1});
  CHECK(at(pieces.find(nullptr)) == Place{-1, -1});
  CHECK(at(pieces.find(5, "B", "X")) == Place{1, 1});
  CHECK(at(pieces.find(3, "B", "X")) == Place{0, 0});
  CHECK(at(pieces.find(4, "B", "X")) == Place{0, 0});
  CHECK(at(pieces.find(4, "other", "X")) == Place{-1, -1});
  CHECK(at(pieces.find(4, "other", "B/X")) == Place{0, 0});
  CHECK(at(pieces.find(4, "other", "/B/X")) == Place{0, 0});

  SECTION("a copy has an index of its own, and a longer list a new one") {
    auto copy = pieces;
    copy.originals.push_back(
        {.base = "B", .name = "R", .evidence = {}, .pieces = {{.file = 1, .base = &b, .zone = &stranger}}});
    CHECK(at(copy.find(&stranger)) == Place{2, 0});
    CHECK(at(pieces.find(&stranger)) == Place{-1, -1});
  }
}

TEST_CASE("zones come in the order that all files agree on, else by name") {
  PieceInputs inputs;
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
    auto pieces = inputs.complete();
    pieces.originals[3].order = 0;
    pieces.originals[1].order = 1;
    CHECK(fileset::zone_order(inputs.set, pieces, "Base") == Texts{"b", "a", "x", "c"});
    CHECK(fileset::zone_order(inputs.set, pieces, "Other").empty());
  }
}
