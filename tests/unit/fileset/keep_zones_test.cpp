#include "pcgns/fileset/plan/conventions/keep_zones.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "fileset/pieces_build.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

/// Zones of all files, by name, each with the donors of its joins.
Texts shown_zones(const cgns::InputSet& set) {
  Texts texts;
  for (const auto& zone : fileset::zones_of(set)) {
    auto text = zone.zone->name;
    for (const auto& interface : fileset::interfaces_of(*zone.zone))
      text += " " + interface.node->name + ">" + interface.donor;
    texts.push_back(text);
  }
  return texts;
}

void rename(PieceInputs& inputs, bool may_rename = true) {
  fileset::Survey survey;
  for (const auto array : fileset::arrays_to_tell_apart(inputs.set)) {
    survey.contents[array] = fingerprint(inputs.values[static_cast<std::size_t>(array)]);
  }
  fileset::rename_namesakes(inputs.set, survey, may_rename, inputs.notes);
}

Node joined_to(std::string name, std::string_view donor) {
  return node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
              {cgns::text_node(std::move(name), "GridConnectivity_t", donor)});
}

}  // namespace

TEST_CASE("zones of one name in several files get names of their own, and joins follow") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z", {coordinates({1, 2}), joined_to("seam", "Y")}),
                         unstructured("Y", {coordinates({1}), joined_to("back", "Z")})});
  inputs.rank("b.cgns", {unstructured("Z", {coordinates({2, 3}), joined_to("seam", "Y")}),
                         unstructured("X", {coordinates({1}), joined_to("far", "Z")})});
  rename(inputs);
  CHECK(shown_zones(inputs.set) ==
        Texts{"Z.P0.N0 seam>Y", "Y back>Z.P0.N0", "Z.P1.N0 seam>Y", "X far>Z.P1.N0"});
  CHECK(inputs.noted() == Texts{"a.cgns:/Base/Z: renamed to Z.P0.N0", "b.cgns:/Base/Z: renamed to Z.P1.N0"});
}

TEST_CASE("time steps of any base name the new zones in the way in which they named the old ones") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z", {coordinates({1, 2})}),
                         iterative(2, zone_tables({{"Base/Z", "Other/Y"}, {"/Base/Z", "Z"}}, 2))});
  inputs.rank("b.cgns", {unstructured("Z", {coordinates({2, 3})})});
  auto other = base("Other", {unstructured("Y", {coordinates({1, 2})})});
  other.children.push_back(iterative(1, zone_tables({{"Base/Z", "Y"}}, 2)));
  inputs.set.trees[0].children.push_back(std::move(other));
  rename(inputs);
  const auto named = [&](std::string_view base) {
    return cgns::rows_of(
        *cgns::find(inputs.set.trees[0], fmt::format("/{}/BaseIterativeData/ZonePointers", base)));
  };
  CHECK(named("Base") == Texts{"Base/Z.P0.N0", "Other/Y", "/Base/Z.P0.N0", "Z.P0.N0"});
  CHECK(named("Other") == Texts{"Base/Z.P0.N0", "Y"});
}

TEST_CASE("a name with its base that becomes too long for a table loses the base") {
  const std::string zone(26, 'z');
  const auto piece = zone + ".P0.N0";
  CHECK(cgns::name_with_zone("Base", "Base/" + zone, piece) == piece);
  CHECK(cgns::name_with_zone("Base", "/Base/" + zone, piece) == piece);
  CHECK(cgns::name_with_zone("Base", "Other/" + zone, piece) == "Other/" + piece);
}

TEST_CASE("a zone that is the same in all files keeps its name") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z", {coordinates({1, 2})})});
  inputs.rank("b.cgns", {unstructured("Z", {coordinates({1, 2})})});
  SECTION("the same") {
    rename(inputs);
    CHECK(shown_zones(inputs.set) == Texts{"Z", "Z"});
    CHECK(inputs.noted().empty());
  }
  SECTION("but for one file") {
    inputs.rank("c.cgns", {unstructured("Z", {coordinates({1, 3})})});
    rename(inputs);
    CHECK(shown_zones(inputs.set) == Texts{"Z.P0.N0", "Z.P1.N0", "Z.P2.N0"});
  }
}

TEST_CASE("new names are free, fit into 32 letters, and are nothing for links") {
  PieceInputs inputs;
  const std::string longest(32, 'z');
  inputs.rank("a.cgns", {unstructured(longest, {}, {3, 1, 0}), unstructured("Z", {}, {3, 1, 0})});
  inputs.rank("b.cgns", {unstructured(longest, {}, {4, 1, 0}), unstructured("Z.P1.N0"),
                         unstructured("Z", {}, {4, 1, 0})});
  SECTION("renamed") {
    rename(inputs);
    const auto stem = longest.substr(0, 26);
    CHECK(shown_zones(inputs.set) ==
          Texts{stem + ".P0.N0", "Z.P0.N0", stem + ".P1.N0", "Z.P1.N0", "Z.P1.N1"});
  }
  SECTION("links") { CHECK_THROWS_WITH(rename(inputs, false), Contains("--virtual: /Base/Z")); }
}

TEST_CASE("structured parts whose cells touch are joined, others are not") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1, 1}, {2, 2, 2}, {4, 4, 2})});
  inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {3, 1, 1}, {4, 2, 2}, {4, 4, 2})});
  inputs.rank("c.cgns", {maia_piece("Z.P2.N0", {1, 3, 1}, {4, 4, 2}, {4, 4, 2})});
  const auto pieces = inputs.complete();
  const auto interfaces = fileset::box_interfaces(pieces);
  REQUIRE(interfaces.size() == 3);
  CHECK(interfaces[0].range == Cells{Range{2, 3}, Range{0, 3}, Range{0, 3}});
  CHECK(interfaces[0].donor_range == Cells{Range{0, 1}, Range{0, 3}, Range{0, 3}});
  CHECK(interfaces[2].range == Cells{Range{0, 3}, Range{2, 3}, Range{0, 3}});
  CHECK(interfaces[2].donor_range == Cells{Range{2, 5}, Range{0, 1}, Range{0, 3}});
  fileset::add_interfaces(inputs.set, pieces, interfaces);
  CHECK(shown_zones(inputs.set) == Texts{"Z.P0.N0 JN.P0.N0.LT.P1.N0>Z.P1.N0 JN.P0.N0.LT.P2.N0>Z.P2.N0",
                                         "Z.P1.N0 JN.P1.N0.LT.P0.N0>Z.P0.N0 JN.P1.N0.LT.P2.N0>Z.P2.N0",
                                         "Z.P2.N0 JN.P2.N0.LT.P0.N0>Z.P0.N0 JN.P2.N0.LT.P1.N0>Z.P1.N0"});
  CHECK(fileset::box_interfaces(pieces).empty());  // they have joins now
}

TEST_CASE("new interfaces are in each container of interfaces, of which one holds at a time step") {
  PieceInputs inputs;
  const Nodes steps = {node("Early", "ZoneGridConnectivity_t"), node("Late", "ZoneGridConnectivity_t")};
  inputs.rank("a.cgns", {maia_piece("Z.P0.N0", {1, 1, 1}, {2, 2, 2}, {4, 2, 2}, steps)});
  inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {3, 1, 1}, {4, 2, 2}, {4, 2, 2})});
  const auto pieces = inputs.complete();
  fileset::add_interfaces(inputs.set, pieces, fileset::box_interfaces(pieces));
  CHECK(shown_zones(inputs.set) == Texts{"Z.P0.N0 JN.P0.N0.LT.P1.N0>Z.P1.N0 JN.P0.N0.LT.P1.N0>Z.P1.N0",
                                         "Z.P1.N0 JN.P1.N0.LT.P0.N0>Z.P0.N0"});
}

TEST_CASE("a node that is called as the container of interfaces keeps its name beside new ones") {
  PieceInputs inputs;
  for (const std::int64_t rank : {0, 1}) {
    auto zone =
        maia_piece(fmt::format("Z.P{}.N0", rank), {1 + 2 * rank, 1, 1}, {2 + 2 * rank, 2, 2}, {4, 2, 2});
    zone.children.push_back({.name = "ZoneGridConnectivity", .label = "UserDefinedData_t"});
    inputs.rank(fmt::format("{}.cgns", rank), {zone});
  }
  const auto pieces = inputs.complete();
  fileset::add_interfaces(inputs.set, pieces, fileset::box_interfaces(pieces));
  for (const auto& tree : inputs.set.trees) {
    const auto& zone = *tree.child("Base")->child_labelled("Zone_t");
    CHECK(zone.child("ZoneGridConnectivity")->label == "UserDefinedData_t");
    CHECK(zone.child("ZoneGridConnectivity.1")->label == "ZoneGridConnectivity_t");
  }
}

TEST_CASE("zones without marks are parts if coordinates may say so") {
  PieceInputs inputs;
  inputs.request.match_coordinates = true;
  inputs.rank("a.cgns",
              {unstructured("Z"), unstructured("Only"), unstructured("Near", {joined_to("seam", "Z")})});
  inputs.rank("b.cgns", {unstructured("Z", {}, {9, 2, 0}), unstructured("Y_proc-3")});
  inputs.rank("c.cgns", {unstructured("Y_proc-1")});
  const auto pieces = inputs.detected();
  REQUIRE(pieces.originals.size() == 3);
  CHECK(shown(pieces)[0].starts_with("Z: Z 0-1"));
  CHECK(pieces.originals[1].name == "Y");
  CHECK(pieces.originals[1].pieces[0].rank == 1);
  CHECK(pieces.originals[2].name == "Near");  // its joins must lead to the whole zone
  for (const auto& original : pieces.originals) CHECK(original.convention == Convention::coordinates);
}

TEST_CASE("coordinates that match nothing are a warning, but not of one file alone") {
  PieceInputs inputs;
  inputs.request.match_coordinates = true;
  inputs.rank("a.cgns", {unstructured("Z")});
  CHECK(inputs.detected().originals.empty());
  CHECK(inputs.noted() == Texts{"a.cgns: has no pieces to match by coordinates"});
  inputs.rank("b.cgns", {unstructured("Y")});
  CHECK(inputs.detected().originals.empty());
  REQUIRE(inputs.noted().size() == 1);
  CHECK_THAT(inputs.noted().front(), Contains("--match-coordinates has no effect"));
}

TEST_CASE("whole zones with interfaces to pieces are mapped with them, and zones beside those, too") {
  PieceInputs inputs;
  inputs.request.assembly = R"({"rules": [{"zone": "Z_.", "original": "Z"}]})";
  inputs.rank("a.cgns", {unstructured("Z_0"), unstructured("Far", {joined_to("seam", "Near")})});
  inputs.rank("b.cgns", {unstructured("Z_1"), unstructured("Near", {joined_to("seam", "/Base/Z_1")}),
                         unstructured("Apart", {joined_to("seam", "Alone")}), unstructured("Alone")});
  const auto names = [](const fileset::PieceSet& pieces) {
    Texts found;
    for (const auto& original : pieces.originals) found.push_back(original.name);
    return found;
  };
  CHECK(names(inputs.detected()) == Texts{"Z", "Near", "Far"});
  SECTION("pieces stay zones") {
    inputs.request.keep_zones = true;
    CHECK(names(inputs.detected()) == Texts{"Z"});
  }
  SECTION("a structured one in another base") {
    auto& bases = inputs.set.trees[1].children;
    bases.push_back(
        node("Other", "CGNSBase_t", {structured("S", {2, 2, 2}, {joined_to("seam", "Base/Z_1")})}));
    CHECK(names(inputs.detected()) == Texts{"Z", "Near", "Far", "S"});
  }
  SECTION("several files have one") {
    const bool is_structured = GENERATE(false, true);
    for (const auto* file : {"c.cgns", "d.cgns"})
      inputs.rank(file, {is_structured ? structured("Copy", {2, 2, 2}, {joined_to("seam", "Z_1")})
                                       : unstructured("Copy", {joined_to("seam", "Z_1")})});
    CHECK(inputs.error() ==
          "c.cgns:/Base/Copy: has interfaces to pieces of other zones, and is whole in 2 files: expected it "
          "in one of "
          "them");
  }
}
