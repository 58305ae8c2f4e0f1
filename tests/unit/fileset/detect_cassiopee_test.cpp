#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

using Layers = std::array<std::int64_t, 6>;

/// Two parts of "d.5", which has 5 x 3 x 3 vertices.
Node lower(const Numbers& cells = {2, 2, 2}, Nodes more = {}) {
  auto children = window("d.5", {1, 3, 1, 3, 1, 3, 5, 3, 3}, 0);
  std::move(more.begin(), more.end(), std::back_inserter(children));
  return structured("d.0", cells, std::move(children));
}
Node upper() { return structured("d.7", {2, 2, 2}, window("d.5", {3, 5, 1, 3, 1, 3, 5, 3, 3}, 1)); }

}  // namespace

TEST_CASE("parts of Cassiopée have the window of loc2glob, and the name that source says") {
  PieceInputs inputs;
  inputs.rank("t_0.cgns", {structured("d.1", {2, 2, 2}, {}), lower()}).rank("t_1.cgns", {upper()});
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"d.5: d.0 0-2 0-2 0-2 d.7 2-4 0-2 0-2"});
  const auto& original = pieces.originals.front();
  CHECK(original.convention == Convention::cassiopee);
  CHECK(original.cells == std::array<std::int64_t, 3>{4, 2, 2});
  CHECK(original.pieces[1].rank == 1);
  CHECK(original.evidence == "Cassiopée: .Solver#ownData/loc2glob of 2 pieces");
}

TEST_CASE("ghosts of Cassiopée are beyond the window, and are taken off whole zones too") {
  PieceInputs inputs;
  inputs.rank("t_0.cgns", {structured("d.1", {4, 3, 2}, {zone_rind({1, 1, 0, 1, 0, 0})}),
                           lower({3, 2, 2}, {zone_rind({0, 1, 0, 0, 0, 0})})});
  inputs.rank("t_1.cgns", {upper()});
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"d.1: d.1 0-2 0-2 0-2", "d.5: d.0 0-2 0-2 0-2 d.7 2-4 0-2 0-2"});
  CHECK(pieces.originals[0].cells == std::array<std::int64_t, 3>{2, 2, 2});
  CHECK(pieces.originals[0].pieces[0].ghosts == Layers{1, 1, 0, 1, 0, 0});
  CHECK(pieces.originals[0].evidence == "Cassiopée: not split, ZoneRind is removed");
  CHECK(pieces.originals[1].pieces[0].ghosts == Layers{0, 1, 0, 0, 0, 0});
  CHECK(pieces.originals[1].evidence == "Cassiopée: .Solver#ownData/loc2glob of 2 pieces; ZoneRind of 1");
  CHECK(inputs.noted() ==
        Texts{"t_0.cgns:/Base/d.1/ZoneRind: the zone is not split, and its ghost cells are left out"});
}

TEST_CASE("marks of Cassiopée that make no sense are refused") {
  PieceInputs inputs;
  SECTION("no source") {
    auto piece = lower();
    piece.child(".Solver#ownData")->children.erase(piece.child(".Solver#ownData")->children.begin());
    inputs.rank("t.cgns", {std::move(piece)});
    CHECK_THAT(inputs.error(), Contains("t.cgns:/Base/d.0/.Solver#ownData: has no source"));
  }
  SECTION("no window") {
    auto piece = lower();
    piece.child(".Solver#ownData")->children.pop_back();
    inputs.rank("t.cgns", {std::move(piece)});
    CHECK_THAT(inputs.error(), Contains(".Solver#ownData: has no loc2glob"));
  }
  SECTION("a window beyond the zone") {
    inputs.rank("t.cgns", {structured("d.0", {2, 2, 2}, window("d.5", {4, 6, 1, 3, 1, 3, 5, 3, 3}, 0))});
    CHECK_THAT(inputs.error(),
               Contains("loc2glob: is not a valid range: vertices 4 to 6 of 5 in direction 1"));
  }
  SECTION("too few numbers") {
    inputs.rank("t.cgns", {structured("d.0", {2, 2, 2}, window("d.5", {4, 6, 1, 3, 1, 3}, 0))});
    CHECK_THAT(inputs.error(), Contains("loc2glob: is not 9 integers"));
  }
  SECTION("zones of different extents") {
    inputs.rank("t.cgns",
                {lower(), structured("d.7", {2, 2, 2}, window("d.5", {3, 5, 1, 3, 1, 3, 6, 3, 3}, 0))});
    CHECK_THAT(inputs.error(),
               Contains("says that d.5 has 5 x 2 x 2 cells, but 4 x 2 x 2 in t.cgns:/Base/d.0"));
  }
  SECTION("ghosts only") {
    inputs.rank("t.cgns", {structured("d.1", {2, 2, 2}, {zone_rind({1, 1, 0, 0, 0, 0})})});
    CHECK_THAT(inputs.error(), Contains("ZoneRind: leaves no cells of 2 in direction 1"));
  }
  SECTION("negative ghosts") {
    inputs.rank("t.cgns", {structured("d.1", {2, 2, 2}, {zone_rind({-1, 1, 0, 0, 0, 0})})});
    CHECK_THAT(inputs.error(), Contains("ZoneRind: is negative"));
  }
  SECTION("an unstructured zone") {
    inputs.rank("t.cgns", {unstructured("d.0", window("d.5", {1, 3, 1, 3, 1, 3, 5, 3, 3}, 0))});
    CHECK_THAT(inputs.error(), Contains("unstructured"));
  }
  SECTION("the extents do not fit the window") {
    inputs.rank("t.cgns", {lower({3, 2, 2}), upper()});
    CHECK_THAT(inputs.error(),
               Contains("t.cgns:/Base/d.0: has 3 cells in direction 1, but should have 2 of d.5 "
                        "and 0 ghosts"));
  }
  SECTION("a process is missing") {
    inputs.rank("t_0.cgns", {lower(), upper()});
    inputs.rank("t_3.cgns", {structured("d.1", {2, 2, 2}, {user(".Solver#Param", {integers("proc", {3})})})});
    inputs.set.files[1].number = 3;
    CHECK_THAT(inputs.error(),
               Contains("rank 2 is missing: neither a file nor a piece is there, though ranks go up to 3"));
  }
}

TEST_CASE("parts of XCore are told by CellLoc2Glob") {
  const auto piece = [](std::string name) {
    return unstructured(std::move(name),
                        interfaces({cgns::integer_node("CellLoc2Glob", "UserDefinedData_t", {1}, {0})}));
  };
  PieceInputs inputs;
  SECTION("with names") {
    inputs.rank("a.cgns", {piece("wing_1"), piece("wing_0")});
    const auto pieces = inputs.complete();
    REQUIRE(pieces.originals.size() == 1);
    CHECK(pieces.originals[0].name == "wing");
    CHECK(pieces.originals[0].convention == Convention::xcore);
    CHECK(pieces.originals[0].pieces[1].rank == 1);
    CHECK(pieces.originals[0].pieces[1].zone->name == "wing_1");
    CHECK(pieces.originals[0].evidence == "XCore: CellLoc2Glob of 2 pieces");
  }
  SECTION("beside one without marks") {
    inputs.rank("a.cgns", {piece("wing_0"), unstructured("wing_1"), unstructured("tail_1")});
    CHECK_THAT(inputs.error(),
               Contains("a.cgns:/Base/wing_1: mixed conventions") && Contains("a.cgns:/Base/wing_0"));
  }
  SECTION("without") {
    inputs.rank("a.cgns", {piece("wing")});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/wing: mixed conventions"));
  }
}

TEST_CASE("unstructured zones of one name that differ in size are refused, equal ones are whole") {
  PieceInputs inputs;
  SECTION("equal") {
    inputs.rank("a.cgns", {unstructured("Z", {coordinates({1, 2})})});
    inputs.rank("b.cgns", {unstructured("Z", {coordinates({1, 2})})});
    CHECK(inputs.complete().originals.empty());
  }
  SECTION("other extents") {
    inputs.rank("a.cgns", {unstructured("Z")}).rank("b.cgns", {unstructured("Z", {}, {9, 2, 0})});
    CHECK(inputs.error() ==
          "a.cgns:/Base/Z: this zone is in 2 files with different content and without global numbers: merge "
          "by coordinates with --match-coordinates, or describe the pieces with --assembly");
  }
  SECTION("other extents of an array") {
    inputs.rank("a.cgns", {unstructured("Z", {coordinates({1, 2})})});
    inputs.rank("b.cgns", {unstructured("Z", {coordinates({1, 2, 3})})});
    CHECK_THAT(inputs.error(), Contains("--assembly"));
  }
}
