#include <fmt/format.h>

#include <functional>

#include "../session.hpp"
#include "adf/image.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::AdfImage;
using test::Folder;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

void write_adf(const std::string& path, const cgns::Node& root, const test::AdfStyle& style = {}) {
  test::write_contents(path, AdfImage(root, style).bytes());
}

std::string error_of_reading(const std::string& path, const file::ReadOptions& options = {}) {
  return test::error_of([&] { (void)file::read_tree(path, options); });
}

/// The sample, with `node` in its base.
cgns::Node sample_with(cgns::Node node) {
  auto root = test::sample_tree();
  root.children.at(1).children.push_back(std::move(node));
  return root;
}

void check_arrays(const cgns::InputSet& inputs, const cgns::InputSet& wanted) {
  file::ArrayReader reader(inputs, 1 << 20);
  file::ArrayReader wanted_reader(wanted, 1 << 20);
  REQUIRE(inputs.arrays.size() == wanted.arrays.size());
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    const auto& array = inputs.arrays[i];
    std::vector<std::byte> values(static_cast<std::size_t>(array.bytes()));
    auto wanted_values = values;
    const Range all{0, cgns::count_of(array.dims)};
    reader.read(static_cast<int>(i), all, values);
    wanted_reader.read(static_cast<int>(i), all, wanted_values);
    CHECK(array.path == wanted.arrays[i].path);
    CHECK((values == wanted_values));
  }
}

std::string why_damaged(const std::function<void(AdfImage&)>& damage) {
  const Folder folder;
  AdfImage image(test::sample_tree());
  damage(image);
  test::write_contents(folder.path("a.cgns"), image.bytes());
  return error_of_reading(folder.path("a.cgns"), all_values);
}

}  // namespace

TEST_CASE("an ADF file gives the tree and the arrays of its HDF5 twin", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("twin.cgns"), test::sample_tree());
  const auto twin = file::read_tree(folder.path("twin.cgns"), {});
  for (const bool big : {false, true}) {
    for (const std::size_t pieces : {1U, 2U}) {
      INFO(big << pieces);
      write_adf(folder.path("a.cgns"), test::sample_tree(),
                {.binary = big, .big_endian = big, .pieces = pieces});
      const auto whole = file::read_tree(folder.path("a.cgns"), all_values);
      CHECK(test::difference(test::sample_tree(), whole.trees.at(0)) == "");
      const auto inputs = file::read_tree(folder.path("a.cgns"), {});
      CHECK(inputs.files.at(0).adf_format == (big ? "IEEE_BIG_64" : "IEEE_LITTLE_64"));
      CHECK(inputs.losses.empty());
      check_arrays(inputs, twin);
      for (const auto& array : inputs.arrays) {
        CHECK((array.offset >= 0) == (pieces == 1));
        CHECK(array.swapped == big);
      }
    }
  }
}

TEST_CASE("links between ADF files are followed or kept", "[serial]") {
  const Folder folder;
  write_adf(folder.path("grid.cgns"), test::sample_tree());
  write_adf(folder.path("way.cgns"), sample_with(test::link("On", "grid.cgns", "/Base/Zone")));
  write_adf(folder.path("a.cgns"), sample_with(test::link("Linked", "way.cgns", "/Base/On")));
  const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
  auto wanted = *cgns::find(test::sample_tree(), "/Base/Zone");
  wanted.name = "Linked";
  CHECK(test::difference(wanted, *cgns::find(inputs.trees.at(0), "/Base/Linked")) == "");
  REQUIRE(inputs.files.size() == 2);
  CHECK(inputs.files[1].path == folder.path("grid.cgns"));
  CHECK(inputs.files[1].linked);
  CHECK(inputs.files[1].adf_format == "IEEE_LITTLE_64");
  CHECK(inputs.passed == std::vector{folder.path("way.cgns")});
  const auto kept = file::read_tree(folder.path("a.cgns"), {.follow_links = false});
  const auto* link = cgns::find(kept.trees.at(0), "/Base/Linked");
  REQUIRE(link->link != nullptr);
  CHECK(*link->link == cgns::Link{"way.cgns", "/Base/On"});
  CHECK(link->label == "Zone_t");
}

TEST_CASE("links of ADF files that lead nowhere are errors that name the link", "[serial]") {
  const Folder folder;
  write_adf(folder.path("grid.cgns"), test::sample_tree());
  const auto why = [&](const std::string& file, const std::string& path) {
    write_adf(folder.path("a.cgns"), sample_with(test::link("Linked", file, path)));
    return error_of_reading(folder.path("a.cgns"));
  };
  CHECK_THAT(why("none.cgns", "/Base"),
             Contains("a.cgns:/Base/Linked: link to none.cgns:/Base: the file is missing"));
  CHECK_THAT(why("grid.cgns", "/Base/Other/Flow"),
             Contains("link to grid.cgns:/Base/Other/Flow: it has no /Base/Other"));
  CHECK_THAT(why("", "/Base"), Contains("part of a cycle"));
  CHECK_THAT(why("", "/Base/Linked"), Contains("part of a cycle"));
  CHECK_THAT(why("a.cgns", "/Base/Linked/Linked"), Contains("part of a cycle"));
}

TEST_CASE("links between ADF and HDF5 are refused, and both files are named", "[serial]") {
  const Folder folder;
  const auto adf = folder.path("adf.cgns");
  const auto hdf5 = folder.path("hdf5.cgns");
  write_adf(adf, sample_with(test::link("Linked", "hdf5.cgns", "/Base/Zone")));
  test::write_file(hdf5, sample_with(test::link("Linked", "adf.cgns", "/Base/Zone")));
  CHECK_THAT(error_of_reading(adf), Contains(adf + " is an ADF file, " + hdf5 +
                                             " an HDF5 file, and a link cannot lead from one to the other"));
  CHECK_THAT(error_of_reading(hdf5), Contains(hdf5 + " is an HDF5 file, " + adf + " an ADF file"));
}

TEST_CASE("damage of an ADF file is an error that names the node and the place", "[serial]") {
  const auto zone = "a.cgns:/Base/Zone: ";
  CHECK_THAT(why_damaged([](AdfImage& image) { image.put_text(image.node("/Base/Zone"), "xxxx"); }),
             Contains(zone) && Contains("expected 'NoDe' of a node at byte"));
  CHECK_THAT(
      why_damaged([](AdfImage& image) { image.put_hex(image.node("/Base/Zone") + 68, 8, 0xffffffff); }),
      Contains(zone) && Contains("share bytes of the file"));
  CHECK_THAT(why_damaged([](AdfImage& image) { image.bytes().resize(5000); }),
             Contains("a.cgns: is truncated or damaged: it has 5000 bytes"));
  CHECK_THAT(why_damaged([](AdfImage& image) { image.bytes().resize(100); }), Contains("which has 100"));
  CHECK_THAT(why_damaged([](AdfImage& image) { image.bytes().resize(27); }),
             Contains("a.cgns: is damaged or truncated"));
}

TEST_CASE("an ADF tree without an end is an error", "[serial]") {
  // The first child of the zone is the zone itself, or one above it.
  for (const std::string above : {"/Base/Zone", "/Base"}) {
    const auto why = why_damaged([&](AdfImage& image) {
      const auto entry = image.table("/Base/Zone") + 16;
      image.put_filled(entry, above.substr(above.rfind('/') + 1));
      image.put_pointer(entry + 32, image.node(above));
    });
    CHECK_THAT(why,
               Contains("a.cgns:/Base/Zone/") && (Contains("the tree has no end") || Contains("too deep")));
  }
}

TEST_CASE("links of ADF files cannot make a small file an immense tree", "[serial]") {
  const Folder folder;
  const auto base_of = [](int levels, const std::function<void(cgns::Node&, const std::string&)>& add) {
    auto root = test::sample_tree();
    for (int level = 0; level < levels; ++level) {
      cgns::Node node{.name = fmt::format("L{}", level), .label = "UserDefinedData_t"};
      if (level + 1 < levels) add(node, fmt::format("/Base/L{}", level + 1));
      root.children.at(1).children.push_back(std::move(node));
    }
    return root;
  };
  // Two links to each of 40 nodes in a row.
  write_adf(folder.path("a.cgns"), base_of(40, [](cgns::Node& node, const std::string& next) {
              for (const auto* name : {"a", "b"}) node.children.push_back(test::link(name, "", next));
            }));
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), Contains("links lead to the same nodes too often"));
  // 30 rows of 90 nodes, each with a link to the next row.
  write_adf(folder.path("a.cgns"), base_of(30, [](cgns::Node& node, const std::string& next) {
              auto below = test::link("n", "", next);
              for (int i = 0; i < 90; ++i) {
                cgns::Node above{.name = "n", .label = "UserDefinedData_t"};
                above.children.push_back(std::move(below));
                below = std::move(above);
              }
              node.children.push_back(std::move(below));
            }));
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), Contains("the tree is too deep"));
}

TEST_CASE("ADF nodes cannot share a table of chunks", "[serial]") {
  const Folder folder;
  AdfImage image(test::sample_tree(), {.pieces = 2});
  // With room for its own entries alone, which no node of the file needs so many of.
  for (const std::string path : {"/Base", "/Base/Zone"}) image.put_hex(image.node(path) + 226, 4, 0xffff);
  test::write_contents(folder.path("a.cgns"), image.bytes());
  CHECK_THAT(error_of_reading(folder.path("a.cgns"), all_values), Contains("share bytes of the file"));
}

TEST_CASE("a path of a link that never ends in a damaged ADF file is an error", "[serial]") {
  const Folder folder;
  std::string path = "/Base/Zone";
  for (int i = 0; i < 500; ++i) path += "/Zone";
  AdfImage image(test::sample_tree());
  const auto entry = image.table("/Base/Zone") + 16;
  image.put_filled(entry, "Zone");
  image.put_pointer(entry + 32, image.node("/Base/Zone"));
  test::write_contents(folder.path("grid.cgns"), image.bytes());
  write_adf(folder.path("a.cgns"), sample_with(test::link("Linked", "grid.cgns", path)));
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), Contains("its path is too deep"));
}

TEST_CASE("an ADF file is inspected and walked without a crash-isolated process", "[serial]") {
  const Folder folder;
  auto root = test::sample_tree();
  root.children.erase(root.children.begin());
  AdfImage image(root);
  image.put_text(image.node("/Base/Zone"), "xxxx");
  test::write_contents(folder.path("a.cgns"), image.bytes());
  const auto walked = file::walk_unguarded({.paths = {folder.path("a.cgns")}, .inspect = true});
  CHECK_FALSE(walked.whole);
  REQUIRE(walked.findings.size() == 2);
  CHECK(walked.findings[0].code == "F0001");
  CHECK(walked.findings[0].path == "/Base/Zone");
  CHECK(walked.findings[1].code == "F0106");
}
