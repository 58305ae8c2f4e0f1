#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

/// Zone Z of 4 x 2 x 2 cells, cut in two along i.
Node lower(Nodes children = {}) {
  return maia_piece("Z.P0.N0", {1, 1, 1}, {3, 2, 2}, {4, 2, 2}, std::move(children));
}
Node upper(Nodes children = {}) {
  return maia_piece("Z.P1.N0", {4, 1, 1}, {4, 2, 2}, {4, 2, 2}, std::move(children));
}

}  // namespace

TEST_CASE("parts of Maia have the cells that CellRange says") {
  PieceInputs inputs;
  inputs.rank("b.cgns", {upper()}).rank("a.cgns", {lower()});
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"Z: Z.P0.N0 0-3 0-2 0-2 Z.P1.N0 3-4 0-2 0-2"});
  const auto& original = pieces.originals.front();
  CHECK(original.base == "Base");
  CHECK(original.convention == Convention::maia);
  CHECK(original.evidence == "Maia: :CGNS#GlobalNumbering/CellRange of 2 pieces");
  CHECK(original.cells == std::array<std::int64_t, 3>{4, 2, 2});
  CHECK(original.dimension == 3);
  CHECK(original.structured);
  CHECK(original.order == -1);
  CHECK(original.pieces[0].file == 1);
  CHECK(original.pieces[1].rank == 1);
  CHECK(original.pieces[0].zone == inputs.set.trees[1].child("Base")->child("Z.P0.N0"));
  CHECK(inputs.noted().empty());
}

TEST_CASE("only the small marks of Maia are read, not its numbers") {
  PieceInputs inputs;
  auto piece = lower();
  piece.child(":CGNS#GlobalNumbering")->children.push_back(integers("Cell", {1, 2, 3}));
  inputs.rank("a.cgns", {std::move(piece)});
  const auto asked = fileset::arrays_to_read(inputs.set, {});
  REQUIRE(asked.size() == 1);
  CHECK(inputs.set.arrays[static_cast<std::size_t>(asked.front())].path ==
        "/Base/Z.P0.N0/:CGNS#GlobalNumbering/CellSize");
}

TEST_CASE("points of structured zones are read in sets of parts, whole zones included") {
  const auto list = [] {
    return node("ZoneBC", "ZoneBC_t",
                {node("Wall", "BC_t", {cgns::integer_node("PointList", "IndexArray_t", {3, 1}, {1, 1, 1})})});
  };
  PieceInputs inputs;
  inputs.rank("a.cgns", {structured("Whole", {2, 2, 2}, {list()})});
  CHECK(fileset::arrays_to_read(inputs.set, {}).empty());
  inputs.rank("b.cgns", {lower({list()})});
  CHECK(fileset::arrays_to_read(inputs.set, {}).size() == 3);
}

TEST_CASE("a zone of Maia that is cut in two dimensions") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1}, {3, 2}, {4, 2})});
  inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {4, 1}, {4, 2}, {4, 2})});
  const auto pieces = inputs.complete();
  CHECK(shown(pieces) == Texts{"Z: Z.P0.N0 0-3 0-2 0-1 Z.P1.N0 3-4 0-2 0-1"});
  CHECK(pieces.originals.front().dimension == 2);
}

TEST_CASE("unstructured zones of Maia are parts without cells; a rank may have several") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("A.b.P0.N10", {numbering({})}),
                         unstructured("A.b.P0.N2", {numbering({})}), unstructured("Whole")});
  const auto pieces = inputs.complete();
  REQUIRE(pieces.originals.size() == 1);
  const auto& original = pieces.originals.front();
  CHECK(original.name == "A.b");
  CHECK_FALSE(original.structured);
  CHECK(original.dimension == 1);
  CHECK(original.pieces[0].zone->name == "A.b.P0.N2");
  CHECK(original.evidence == "Maia: :CGNS#GlobalNumbering of 2 pieces");
}

TEST_CASE("a link to a piece is refused, wherever the piece is") {
  const auto linked = [](std::string name, std::string label, Nodes known) {
    auto link = link_node(name, label, "sub.cgns", "/Base");
    auto outline = node(std::move(name), std::move(label), std::move(known));
    link.link =
        std::make_shared<cgns::Link>(cgns::Link{.file = "sub.cgns",
                                                .path = link.link->path,
                                                .outline = std::make_shared<const Node>(std::move(outline))});
    return link;
  };
  constexpr auto refusal =
      "is a link to a piece, or to a zone with ghost cells; these require --links copy, without --virtual";
  const Nodes numbers = {{.name = ":CGNS#GlobalNumbering"}};
  PieceInputs inputs;
  SECTION("a zone") {
    inputs.rank("a.cgns", {unstructured("A"), linked("Z.P0.N0", "Zone_t", numbers)});
    CHECK(inputs.error() == std::string("a.cgns:/Base/Z.P0.N0: ") + refusal);
    inputs.request.convention = Convention::whole;
    CHECK(inputs.complete().originals.empty());
  }
  SECTION("in a base") {
    inputs.file("a.cgns", {version(4.2), linked("Base", "CGNSBase_t", {node("Z.P0.N0", "Zone_t", numbers)})});
    CHECK(inputs.error() == std::string("a.cgns:/Base/Z.P0.N0: ") + refusal);
  }
  SECTION("of Cassiopée") {
    inputs.rank("a.cgns", {linked("Z", "Zone_t", {user(".Solver#ownData", {{.name = "source"}})})});
    CHECK(inputs.error() == std::string("a.cgns:/Base/Z: ") + refusal);
  }
  SECTION("of XCore") {
    inputs.rank("a.cgns", {linked("Z_0", "Zone_t", interfaces({{.name = "CellLoc2Glob"}}))});
    CHECK(inputs.error() == std::string("a.cgns:/Base/Z_0: ") + refusal);
  }
  SECTION("of Cassiopée, whole with ghosts") {
    inputs.rank("a.cgns", {linked("Z", "Zone_t", {node("ZoneRind", "Rind_t")})});
    CHECK(inputs.error() == std::string("a.cgns:/Base/Z: ") + refusal);
  }
  SECTION("whole zones") {
    inputs.rank("a.cgns", {linked("Z", "Zone_t", {}), link_node("Y", "Zone_t", "sub.cgns", "/Base/Y")});
    CHECK(inputs.complete().originals.empty());
  }
}

TEST_CASE("links to zones that are named like pieces of SEACAS are refused, with two ways out") {
  const auto linked = [](const std::string& name, Nodes below = {}) {
    auto link = link_node(name, "Zone_t", "sub.cgns", "/Base/" + name);
    auto known = *link.link;
    known.outline = std::make_shared<const Node>(node(name, "Zone_t", std::move(below)));
    link.link = std::make_shared<const cgns::Link>(std::move(known));
    return link;
  };
  PieceInputs inputs;
  inputs.rank("a.cgns", {linked("Y_proc-0"), linked("Y_proc-1")});
  CHECK(inputs.error() ==
        "a.cgns:/Base/Y_proc-0: is a link to a zone named like a piece of SEACAS; split zones require "
        "--links copy, and --keep-zones keeps links to whole zones");
  inputs.request.convention = Convention::whole;
  CHECK(inputs.error() == "no error");
  PieceInputs elements;
  elements.rank("a.cgns", {linked("Y_proc-0", {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured")})});
  CHECK(elements.error() == "no error");
}

TEST_CASE("marks of Maia that are there in half are refused") {
  PieceInputs inputs;
  SECTION("numbers without CellRange") {
    inputs.rank("a.cgns", {lower()});
    inputs.rank("b.cgns", {structured("Z.P1.N0", {1, 2, 2}, {numbering({integers("CellSize", {4, 2, 2})})})});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/Z.P1.N0/:CGNS#GlobalNumbering: has no CellRange"));
  }
  SECTION("numbers without CellSize") {
    inputs.rank("a.cgns",
                {structured("Z.P1.N0", {4, 2, 2}, {numbering({range("CellRange", {1, 1, 1, 4, 2, 2})})})});
    CHECK_THAT(inputs.error(), Contains("has no CellSize"));
  }
  SECTION("a name without numbers") {
    inputs.rank("a.cgns", {lower()}).rank("b.cgns", {structured("Z.P1.N0", {1, 2, 2}, {})});
    CHECK_THAT(inputs.error(),
               Contains("b.cgns:/Base/Z.P1.N0: mixed conventions") && Contains("a.cgns:/Base/Z.P0.N0"));
  }
  SECTION("numbers without a name") {
    inputs.rank("a.cgns", {maia_piece("Z", {1, 1, 1}, {4, 2, 2}, {4, 2, 2})});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/Z: mixed conventions"));
  }
  SECTION("a whole zone of the same name") {
    inputs.rank("a.cgns", {lower()}).rank("b.cgns", {upper(), structured("Z", {4, 2, 2}, {})});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/Z: mixed conventions"));
  }
  SECTION("marks of another writer") {
    inputs.rank("a.cgns", {lower()}).rank("b.cgns", {structured("Y_proc-1", {4, 2, 2}, {})});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/Y_proc-1: mixed conventions") && Contains("SEACAS") &&
                                   Contains("a.cgns:/Base/Z.P0.N0") && Contains("Maia"));
    inputs.request.convention = Convention::seacas;
    CHECK(shown(inputs.complete()) == Texts{"Y: Y_proc-1 0-4 0-2 0-2"});
  }
}

TEST_CASE("zones that are only named like pieces of Maia stay whole, and that is noted") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {structured("Z.P0.N0", {1, 2, 2}, {})});
  CHECK(inputs.complete().originals.empty());
  REQUIRE(inputs.noted().size() == 1);
  CHECK_THAT(inputs.noted().front(), Contains("a.cgns:/Base/Z.P0.N0") && Contains("it is kept as a zone"));
}

TEST_CASE("ranges of Maia that make no sense are refused") {
  PieceInputs inputs;
  SECTION("the first after the last") {
    inputs.rank(
        "a.cgns",
        {structured("Z.P0.N0", {1, 1, 1},
                    {numbering({range("CellRange", {4, 1, 1, 3, 1, 1}), integers("CellSize", {4, 1, 1})})})});
    CHECK_THAT(inputs.error(), Contains("CellRange: is not a range: 4 to 3"));
  }
  SECTION("too few values") {
    inputs.rank(
        "a.cgns",
        {structured("Z.P0.N0", {1, 1, 1},
                    {numbering({range("CellRange", {1, 1, 3, 1}), integers("CellSize", {4, 1, 1})})})});
    CHECK_THAT(inputs.error(), Contains("CellRange: is not 6 integers"));
  }
  SECTION("reals") {
    inputs.rank(
        "a.cgns",
        {structured("Z.P0.N0", {1, 1, 1},
                    {numbering({range("CellRange", {1, 1, 1, 3, 1, 1}), reals("CellSize", {4, 1, 1})})})});
    CHECK_THAT(inputs.error(), Contains("CellSize: is not 3 integers"));
  }
  SECTION("parts that do not agree on the whole") {
    inputs.rank("a.cgns", {lower(), maia_piece("Z.P1.N0", {4, 1, 1}, {4, 2, 2}, {5, 2, 2})});
    CHECK_THAT(inputs.error(), Contains("CellSize: is 5 x 2 x 2, but 4 x 2 x 2 in a.cgns:/Base/Z.P0.N0"));
  }
  SECTION("parts of several dimensions") {
    inputs.rank("a.cgns", {lower(), maia_piece("Z.P1.N0", {4, 1}, {4, 2}, {4, 2})});
    CHECK_THAT(inputs.error(), Contains("another ZoneType or IndexDimension"));
  }
  SECTION("a zone without extents") {
    auto broken = lower();
    broken.dims = {9};
    inputs.rank("a.cgns", {std::move(broken)});
    CHECK_THAT(inputs.error(), Contains("Zone_t: expected 3 extents for each of 1 to 3 dimensions"));
  }
}

TEST_CASE("a part of Maia that is missing or doubled is an error that names it") {
  const auto to_upper = [] {
    return interfaces(
        {interface_1to1("JN.P0.N0.LT.P1.N0", "Z.P1.N0", {4, 1, 1, 4, 3, 3}, {1, 1, 1, 1, 3, 3})});
  };
  PieceInputs inputs;
  SECTION("a join leads to it") {
    inputs.rank("a.cgns", {lower(to_upper())});
    CHECK_THAT(inputs.error(), Contains("/Base/Z.P1.N0: the piece is missing") &&
                                   Contains("a.cgns:/Base/Z.P0.N0/ZoneGridConnectivity/JN.P0.N0.LT.P1.N0"));
    inputs.request.allow_missing = true;
    CHECK_THAT(inputs.error(), Contains("--allow-missing is for whole zones only"));
    inputs.request.fill_holes = true;
    CHECK(inputs.complete().originals.front().pieces.size() == 1);
    CHECK(inputs.noted().size() == 2);  // The part, and its cells.
  }
  SECTION("a join leads to one in another base") {
    inputs.file(
        "a.cgns",
        {base("A", {unstructured("U.P0.N0",
                                 Nodes{numbering({}),
                                       interfaces({interface_1to1("J", "B/V.P0.N0", {1, 1}, {1, 1})})[0]})}),
         base("B", {unstructured("V.P0.N0", {numbering({})})})});
    CHECK(inputs.error() == "no error");
  }
  SECTION("a rank between others has no file") {
    inputs.rank("a.cgns", {unstructured("U.P0.N0", {numbering({})})});
    inputs.rank("c.cgns", {unstructured("U.P2.N0", {numbering({})})});
    inputs.set.files[1].number = 2;
    CHECK_THAT(inputs.error(),
               Contains("rank 1 is missing: neither a file nor a piece is there, though ranks go up to 2"));
  }
  SECTION("a rank between others has a file, but no part") {
    inputs.rank("a.cgns", {unstructured("U.P0.N0", {numbering({})})}).rank("b.cgns", {});
    inputs.rank("c.cgns", {unstructured("U.P2.N0", {numbering({})})});
    CHECK(inputs.error() == "no error");
  }
  SECTION("it exists twice") {
    inputs.rank("a.cgns", {lower()}).rank("b.cgns", {lower()});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/Z.P0.N0: duplicate piece") && Contains("a.cgns"));
  }
}

TEST_CASE("only the convention that was asked for counts") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {lower()});
  SECTION("whole") {
    inputs.request.convention = Convention::whole;
    CHECK(inputs.complete().originals.empty());
  }
  SECTION("a convention that no zone follows") {
    inputs.request.convention = Convention::cassiopee;
    CHECK_THAT(inputs.error(), Contains("no zone of the inputs has partition metadata of Cassiopée"));
  }
}
