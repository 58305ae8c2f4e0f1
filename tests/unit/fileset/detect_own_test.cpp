#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

Node lower() { return maia_piece("Z.P0.N0", {1, 1, 1}, {3, 2, 2}, {4, 2, 2}); }
Node upper() { return maia_piece("Z.P1.N0", {4, 1, 1}, {4, 2, 2}, {4, 2, 2}); }

Node zone_metadata_name(std::string name, std::int64_t order, std::int64_t pieces) {
  return user(std::move(name), {integers("Order", {order}), integers("NumberOfParts", {pieces})});
}

Node metadata(Nodes zones, std::string_view version = "1") {
  Nodes children = {descriptor("Version", version), integers("NumberOfPartitions", {2})};
  std::move(zones.begin(), zones.end(), std::back_inserter(children));
  return user(":PCGNS#Partition", std::move(children));
}

}  // namespace

TEST_CASE("own marks say the order, and are evidence before those of Maia") {
  PieceInputs inputs;
  const auto all =
      metadata({zone_metadata_name("Z", 1, 2), zone_metadata_name("A", 2, 1), zone_metadata_name("Y", 0, 1)});
  inputs.rank("a.cgns", {all, lower(), structured("A", {1, 1, 1}, {})});
  inputs.rank("b.cgns", {all, upper(), structured("Y", {1, 1, 1}, {})});
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"Z: Z.P0.N0 0-3 0-2 0-2 Z.P1.N0 3-4 0-2 0-2"});
  CHECK(pieces.originals[0].convention == Convention::own);
  CHECK(pieces.originals[0].order == 1);
  CHECK(pieces.originals[0].evidence == "pcgns: :CGNS#GlobalNumbering/CellRange of 2 pieces");
  CHECK(fileset::zone_order(inputs.set, pieces, "Base") == Texts{"Y", "Z", "A"});

  inputs.request.convention = Convention::maia;
  CHECK(inputs.complete().originals[0].convention == Convention::maia);
}

TEST_CASE("own marks of a zone that is called as another node of theirs have its name") {
  auto zone = zone_metadata_name("Version.1", 0, 2);
  zone.children.push_back(descriptor("OriginalName", "Version"));
  const auto part = [](const char* name, Node piece) {
    piece.name = name;
    return piece;
  };
  PieceInputs inputs;
  inputs.rank("a.cgns", {metadata({zone}), part("Version.P0.N0", lower())});
  inputs.rank("b.cgns", {metadata({zone}), part("Version.P1.N0", upper())});
  CHECK(inputs.complete().originals[0].convention == Convention::own);
  auto other = zone_metadata_name("Version.2", 1, 2);
  other.children.push_back(descriptor("OriginalName", "Version"));
  PieceInputs twice;
  twice.rank("a.cgns", {metadata({zone, other}), part("Version.P0.N0", lower())});
  CHECK_THAT(twice.error(), Contains("Version.2: records the zone Version, which another node records, too"));
}

TEST_CASE("zones that are not in own parts keep their names, whatever these look like") {
  const std::string name = GENERATE("Plane_proc-3", "Plane.P3.N0", "Z_proc-0");
  CAPTURE(name);
  const bool is_known = name == "Z_proc-0";
  Nodes zones = {zone_metadata_name("Z", 0, 2)};
  if (is_known) zones.push_back(zone_metadata_name(name, 1, 1));
  PieceInputs inputs;
  inputs.rank("a.cgns", {metadata(zones), lower(), structured(name, {2, 2, 2}, {})});
  inputs.rank("b.cgns", {metadata(zones), upper()});
  CHECK(shown(inputs.complete()) == Texts{"Z: Z.P0.N0 0-3 0-2 0-2 Z.P1.N0 3-4 0-2 0-2"});
  CHECK(inputs.noted().empty());
  auto& zone = inputs.set.trees[0].child("Base")->children.back();
  zone.name = name.starts_with("Plane.") ? "Z.P7.N0" : "Z_proc-7";
  CHECK_THAT(inputs.error(), Contains("mixed conventions"));
}

TEST_CASE("own marks count the parts and the zones") {
  PieceInputs inputs;
  SECTION("a part is missing") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 2)}), lower()});
    CHECK_THAT(inputs.error(), Contains("/Base/Z: 1 of 2 pieces found, according to :PCGNS#Partition"));
    inputs.request.allow_missing = true;
    CHECK_THAT(inputs.error(), Contains("--allow-missing is for whole zones only"));
    inputs.request.fill_holes = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("a whole zone is missing") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 1), zone_metadata_name("A", 1, 1)}),
                           structured("A", {1, 1, 1}, {})});
    CHECK_THAT(inputs.error(), Contains("/Base/Z: 0 of 1 pieces found"));
    inputs.request.allow_missing = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("too many") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 1)}), lower(), upper()});
    inputs.request.allow_missing = true;
    CHECK_THAT(inputs.error(), Contains("/Base/Z: 2 of 1 pieces found"));
  }
  SECTION("a zone that is not known") {
    inputs.rank("a.cgns", {metadata({}), lower(), upper()});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/Z.P0.N0: :PCGNS#Partition does not know a zone Z"));
  }
  SECTION("a rank beyond their number") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 1)}),
                           maia_piece("Z.P2.N0", {1, 1, 1}, {4, 2, 2}, {4, 2, 2})});
    CHECK_THAT(inputs.error(), Contains("is of rank 2, but :PCGNS#Partition has only 2 parts"));
  }
  SECTION("a file that may have no pieces") {
    auto all = metadata({zone_metadata_name("Z", 0, 2)});
    *all.child("NumberOfPartitions") = integers("NumberOfPartitions", {3});
    inputs.rank("a.cgns", {all, lower()});
    inputs.rank("b.cgns", {all, upper()});
    CHECK_THAT(inputs.error(), Contains("/Base: 2 of 3 files found, according to :PCGNS#Partition"));
    inputs.request.allow_missing = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("more files than parts") {
    auto all = metadata({zone_metadata_name("Z", 0, 2)});
    inputs.rank("a.cgns", {all, lower()});
    inputs.rank("b.cgns", {all, upper()});
    inputs.rank("c.cgns", {all});
    CHECK_THAT(inputs.error(), Contains("/Base: 3 of 2 files found"));
  }
  SECTION("other vertices or cells of a whole zone") {
    auto zone = zone_metadata_name("A", 0, 1);
    zone.children.push_back(integers("Size", {2, 2, 2, 1, 1, 1, 0, 0, 0}));
    inputs.rank("a.cgns", {metadata({zone}), structured("A", {1, 1, 1}, {})});
    CHECK(inputs.error() == "no error");
    inputs.rank("b.cgns", {metadata({zone}), structured("A", {1, 2, 1}, {})});
    CHECK_THAT(
        inputs.error(),
        Contains("a.cgns:/Base/:PCGNS#Partition/A/Size: records 2 x 2 x 2 vertices and 1 x 1 x 1 cells, "
                 "but the pieces have 2 x 3 x 2 vertices and 1 x 2 x 1 cells"));
  }
  SECTION("only whole zones") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("A", 0, 1)}), structured("A", {1, 1, 1}, {})});
    inputs.request.convention = Convention::own;
    CHECK(inputs.error() == "no error");
  }
}

TEST_CASE("own marks of version 2 are, but for the first file, of the zones that a file has") {
  const auto marks = [](Nodes zones, std::int64_t count = 3) {
    auto all = metadata(std::move(zones), "2");
    all.children.insert(all.children.begin(), integers("NumberOfZones", {count}));
    return all;
  };
  const auto of_y = zone_metadata_name("Y", 0, 1);
  const auto of_z = zone_metadata_name("Z", 1, 2);
  const auto of_a = zone_metadata_name("A", 2, 1);
  const auto y = structured("Y", {1, 1, 1}, {});
  const auto a = structured("A", {1, 1, 1}, {});
  PieceInputs inputs;
  SECTION("in any order of the files") {
    inputs.rank("b.cgns", {marks({of_z, of_a}), upper(), a});
    inputs.rank("a.cgns", {marks({of_y, of_z, of_a}), lower(), y});
    CHECK(fileset::zone_order(inputs.set, inputs.complete(), "Base") == Texts{"Y", "Z", "A"});
  }
  SECTION("the first file is missing") {
    inputs.rank("b.cgns", {marks({of_a}), a});
    CHECK_THAT(inputs.error(),
               Contains("/Base: the first part is missing: 1 of 3 zones are recorded in :PCGNS#Partition"));
    inputs.request.allow_missing = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("no number of zones") {
    inputs.rank("a.cgns", {metadata({of_y}, "2"), y});
    CHECK_THAT(inputs.error(),
               Contains("/Base/:PCGNS#Partition: has no NumberOfZones with a single integer"));
  }
  SECTION("more zones than there are") {
    inputs.rank("a.cgns", {marks({of_y, of_z}, 1), lower(), y});
    CHECK_THAT(inputs.error(),
               Contains("/Base/:PCGNS#Partition/NumberOfZones: is 1, but 2 zones are recorded"));
  }
  SECTION("zones of another set") {
    inputs.rank("a.cgns", {marks({of_y, of_z, of_a}), lower(), y});
    inputs.rank("b.cgns", {marks({zone_metadata_name("B", 2, 1)}), upper()});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/:PCGNS#Partition: differs from that of a.cgns"));
  }
  SECTION("other numbers of one zone") {
    inputs.rank("b.cgns", {marks({of_a}), a});
    inputs.rank("a.cgns", {marks({of_y, of_z, zone_metadata_name("A", 2, 2)}), lower(), y});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/:PCGNS#Partition: differs from that of b.cgns"));
  }
  SECTION("two zones at one place") {
    inputs.rank("b.cgns", {marks({of_a}), a});
    inputs.rank("a.cgns", {marks({of_y, zone_metadata_name("Z", 2, 1)}), y});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/:PCGNS#Partition/Z/Order: is 2, as that of A"));
  }
}

TEST_CASE("own marks that are not sound are refused") {
  PieceInputs inputs;
  SECTION("another version") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 2)}, "3"), lower(), upper()});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/:PCGNS#Partition: is not of version 1 or 2"));
  }
  SECTION("no order") {
    inputs.rank("a.cgns", {metadata({user("Z", {integers("NumberOfParts", {2})})}), lower(), upper()});
    CHECK_THAT(inputs.error(), Contains("/Base/:PCGNS#Partition/Z: has no Order with a single integer"));
  }
  SECTION("a negative number") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", -1, 2)}), lower(), upper()});
    CHECK_THAT(inputs.error(), Contains("/Base/:PCGNS#Partition/Z/Order: is -1"));
  }
  SECTION("more boundary vertices than vertices") {
    auto zone = zone_metadata_name("Z", 0, 2);
    zone.children.push_back(integers("Size", {8, 3, 9}));
    inputs.rank("a.cgns", {metadata({zone}), lower(), upper()});
    CHECK_THAT(inputs.error(),
               Contains("/Base/:PCGNS#Partition/Z/Size: has 9 boundary vertices; expected 0 to 8"));
  }
  SECTION("two zones at one place") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 2), zone_metadata_name("A", 0, 1)}), lower(),
                           upper(), structured("A", {1, 1, 1}, {})});
    CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/:PCGNS#Partition/Z/Order: is 0, as that of A"));
  }
  SECTION("a place beyond all zones") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 1, 2)}), lower(), upper()});
    CHECK_THAT(inputs.error(), Contains("/Base/:PCGNS#Partition/Z/Order: is 1; expected 0 to 0"));
  }
  SECTION("no size of a zone") {
    auto zone = zone_metadata_name("Z", 0, 2);
    zone.children.push_back(integers("Size", {8, 3}));
    inputs.rank("a.cgns", {metadata({zone}), lower(), upper()});
    CHECK_THAT(inputs.error(),
               Contains("/Base/:PCGNS#Partition/Z/Size: does not have the values of a Zone_t"));
  }
  SECTION("not the same in all files") {
    inputs.rank("a.cgns", {metadata({zone_metadata_name("Z", 0, 2)}), lower()});
    inputs.rank("b.cgns", {metadata({zone_metadata_name("Z", 1, 2)}), upper()});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/:PCGNS#Partition: differs from that of a.cgns"));
  }
}
