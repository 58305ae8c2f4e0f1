#include "pcgns/file/read_trees.hpp"

#include <algorithm>
#include <cstring>

#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/worker.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::Edit;
using test::Style;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

struct Variant {
  const char* name;
  Style style;
};

/// Section 10 of the mapping: files that read exactly as the reference file, and some that the library
/// refuses.
std::vector<Variant> tolerated() {
  using Text = Style::Text;
  using Layout = Style::Layout;
  constexpr auto tracked = H5P_CRT_ORDER_TRACKED;
  return {{"reference", {}},
          {"no flags", {.without = {"flags"}}},
          {"no format", {.without = {" format"}}},
          {"no hdf5version", {.without = {" hdf5version"}}},
          {"attributes without NUL", {.text = Text::no_nul}},
          {"attributes padded with NUL", {.text = Text::null_padded}},
          {"attributes padded with blanks", {.text = Text::space_padded}},
          {"attributes in UTF-8", {.text = Text::utf8}},
          {"attributes exactly as long as the text", {.text = Text::exact}},
          {"attributes of variable length", {.text = Text::variable}},
          {"attributes in an array of one", {.attributes_in_array = true}},
          {"contiguous", {.layout = Layout::contiguous}},
          {"contiguous, allocated late", {.layout = Layout::late}},
          {"compact", {.layout = Layout::compact}},
          {"chunked", {.layout = Layout::chunked}},
          {"chunked, chunks over the edge", {.layout = Layout::partial_chunks}},
          {"compressed", {.layout = Layout::deflated}},
          {"big-endian", {.big_endian = true}},
          {"big-endian, compressed", {.big_endian = true, .layout = Layout::deflated}},
          {"characters without sign", {.unsigned_characters = true}},
          {"order tracked, not indexed", {.root_order = tracked, .group_order = tracked}},
          {"superblock 0", {.oldest = H5F_LIBVER_EARLIEST, .newest = H5F_LIBVER_LATEST}},
          {"superblock 3", {.oldest = H5F_LIBVER_LATEST, .newest = H5F_LIBVER_LATEST}},
          {"user block of 512 bytes", {.user_block = 512}},
          {"user block of 4096 bytes", {.user_block = 4096}},
          {"before CGNS 3.0", {.old_version = true}}};
}

cgns::InputSet read_style(const Style& style, const file::ReadOptions& options = all_values) {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree(), style);
  return file::read_tree(path, options);
}

/// By name at every level.
void sort_children(cgns::Node& node) {
  std::sort(node.children.begin(), node.children.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  for (auto& child : node.children) sort_children(child);
}

}  // namespace

TEST_CASE("a file reads the same in every variant of the encoding", "[serial]") {
  for (const auto& variant : tolerated()) {
    INFO(variant.name);
    const auto inputs = read_style(variant.style);
    CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)).empty());
    CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)) == "");
    CHECK(inputs.losses.empty());
  }
}

TEST_CASE("the version of the superblock is what the variants say", "[serial]") {
  const test::Folder folder;
  const auto version = [&](const Style& style) {
    test::write_file(folder.path("a"), test::sample_tree(), style);
    return static_cast<int>(test::contents_of(folder.path("a")).at(8));
  };
  CHECK(version({.oldest = H5F_LIBVER_EARLIEST, .newest = H5F_LIBVER_LATEST, .root_order = 0}) == 0);
  CHECK(version({}) == 2);
  CHECK(version({.oldest = H5F_LIBVER_LATEST, .newest = H5F_LIBVER_LATEST}) == 3);
}

TEST_CASE("without an order of creation children come by name", "[serial]") {
  auto expected = test::sample_tree();
  sort_children(expected);
  for (const auto version : {H5F_LIBVER_EARLIEST, H5F_LIBVER_V18}) {
    const auto inputs =
        read_style({.oldest = version, .newest = H5F_LIBVER_LATEST, .root_order = 0, .group_order = 0});
    CHECK(test::difference(expected, inputs.trees.at(0)) == "");
  }
}

TEST_CASE("groups may track the order of creation where the root does not", "[serial]") {
  const auto inputs = read_style({.root_order = 0});
  CHECK(test::difference(test::sample_tree().children.at(1), inputs.trees.at(0).children.at(0)) == "");
}

TEST_CASE("bulk arrays know where they lie", "[serial]") {
  const auto inputs = read_style({.layout = Style::Layout::contiguous}, {});
  const auto* x = cgns::find(inputs.trees.at(0), "/Base/Zone/GridCoordinates/CoordinateX");
  REQUIRE(x != nullptr);
  REQUIRE(x->is_bulk());
  CHECK(x->data.empty());
  const auto& array = inputs.arrays.at(static_cast<std::size_t>(x->array));
  CHECK(array.file == 0);
  CHECK(array.path == "/Base/Zone/GridCoordinates/CoordinateX");
  CHECK(array.type == cgns::DataType::R8);
  CHECK(array.dims == std::vector<std::int64_t>{5, 4, 3});
  CHECK(array.offset > 0);
  CHECK_FALSE(array.swapped);
  CHECK(array.chunk.empty());
}

TEST_CASE("offsets lead to the values, behind a user block and in the other byte order too", "[serial]") {
  for (const auto& style : {Style{.layout = Style::Layout::contiguous},
                            Style{.user_block = 1024, .layout = Style::Layout::contiguous},
                            Style{.big_endian = true, .layout = Style::Layout::contiguous}}) {
    const test::Folder folder;
    test::write_file(folder.path("a.cgns"), test::sample_tree(), style);
    const auto contents = test::contents_of(folder.path("a.cgns"));
    const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
    for (const auto& array : inputs.arrays) {
      INFO(array.path);
      REQUIRE(array.offset >= 0);
      CHECK(array.swapped == (style.big_endian && cgns::word_size(array.type) > 1));
      auto bytes =
          contents.substr(static_cast<std::size_t>(array.offset), static_cast<std::size_t>(array.bytes()));
      const auto word = static_cast<std::ptrdiff_t>(array.swapped ? cgns::word_size(array.type) : 1);
      for (auto at = bytes.begin(); at != bytes.end(); at += word) std::reverse(at, at + word);
      const auto* node = cgns::find(inputs.trees.at(0), array.path);
      REQUIRE(node != nullptr);
      CHECK(std::equal(bytes.begin(), bytes.end(), node->data.begin(), node->data.end(),
                       [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }));
    }
  }
}

TEST_CASE("an array that HDF5 alone can read has no offset", "[serial]") {
  using Layout = Style::Layout;
  for (const auto layout : {Layout::compact, Layout::chunked, Layout::deflated}) {
    for (const auto& array : read_style({.layout = layout}, {}).arrays) CHECK(array.offset == -1);
  }
  const auto inputs = read_style({.layout = Layout::partial_chunks}, {});
  CHECK(inputs.arrays.at(0).chunk == std::vector<std::int64_t>{4, 3, 2});
}

TEST_CASE("only bulk arrays up to the limit have their values in the tree", "[serial]") {
  const auto inputs = read_style({}, {.inline_limit = 240});
  const auto& root = inputs.trees.at(0);
  CHECK(cgns::find(root, "/Base/Zone/GridCoordinates/CoordinateX")->data.empty());
  CHECK(cgns::find(root, "/Base/Zone/GridCoordinates/CoordinateY")->data.size() == 240);
  CHECK(cgns::find(root, "/Base/Zone/ZoneBC/Wall/PointRange")->data.size() == 24);
}

TEST_CASE("the file is listed with its size and time", "[serial]") {
  const test::Folder folder;
  test::write_file(folder.path("a.cgns"), test::sample_tree());
  const auto inputs = file::read_tree(folder.path("a.cgns"), {});
  REQUIRE(inputs.files.size() == 1);
  CHECK(inputs.files[0].path == folder.path("a.cgns"));
  CHECK(inputs.files[0].size == static_cast<std::int64_t>(test::contents_of(folder.path("a.cgns")).size()));
  CHECK(inputs.files[0].modified_ns > 0);
  CHECK_FALSE(inputs.files[0].linked);
}

TEST_CASE("a node without name, label or type is an error that names it", "[serial]") {
  for (const auto* attribute : {"name", "label", "type"}) {
    const test::Folder folder;
    const auto path = folder.path("a.cgns");
    test::write_file(path, test::sample_tree());
    {
      const Edit edit(path);
      REQUIRE(H5Adelete_by_name(edit.file(), "/Base/Zone/Flow", attribute, H5P_DEFAULT) >= 0);
    }
    const auto message = test::error_of([&] { (void)file::read_tree(path, {}); });
    CHECK_THAT(message, Contains(path + ":/Base/Zone/Flow: ") && Contains(attribute));
  }
}

TEST_CASE("an unknown data type is an error that names the node", "[serial]") {
  const test::Folder folder;
  auto root = test::sample_tree();
  test::write_file(folder.path("a.cgns"), root);
  {
    const Edit edit(folder.path("a.cgns"));
    REQUIRE(H5Adelete_by_name(edit.file(), "/Base/Zone", "type", H5P_DEFAULT) >= 0);
    edit.add_attribute("/Base/Zone", "type", 8);
  }
  const auto message = test::error_of([&] { (void)file::read_tree(folder.path("a.cgns"), {}); });
  CHECK_THAT(message, Contains("/Base/Zone: the attribute type: not a string"));
}

TEST_CASE("private attributes and objects are listed as extras, on the root too", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree());
  {
    const Edit edit(path);
    edit.add_attribute("/", "stamp", 1);
    edit.add_group("/ private");
    edit.add_attribute("/Base", "checksum", 2);
    edit.add_attribute("/Base/ data", "units", 3);
    edit.add_dataset("/Base/ map", 4);
  }
  const auto inputs = file::read_tree(path, all_values);
  CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)) == "");
  const auto& root = inputs.trees.at(0).extras;
  REQUIRE(root.size() == 2);
  CHECK((root[0].kind == cgns::Extra::Kind::attribute && root[0].name == "stamp" && root[0].path == "/"));
  CHECK((root[1].kind == cgns::Extra::Kind::object && root[1].name == " private"));
  const auto& base = inputs.trees.at(0).child("Base")->extras;
  REQUIRE(base.size() == 3);
  CHECK((base[0].kind == cgns::Extra::Kind::attribute && base[0].name == "checksum" &&
         base[0].path == "/Base"));
  CHECK((base[1].kind == cgns::Extra::Kind::object && base[1].name == " map"));
  CHECK((base[2].kind == cgns::Extra::Kind::data_attribute && base[2].name == "units"));
}

TEST_CASE("an extra attribute of a file without flags is an extra", "[serial]") {
  const test::Folder folder;
  test::write_file(folder.path("a.cgns"), test::sample_tree(), {.without = {"flags"}});
  Edit(folder.path("a.cgns")).add_attribute("/Base/Zone", "checksum", 2);
  const auto inputs = file::read_tree(folder.path("a.cgns"), {});
  CHECK(cgns::find(inputs.trees.at(0), "/Base/Zone")->extras.at(0).name == "checksum");
}

TEST_CASE("an object that is not a node is a loss, not an error", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree());
  Edit(path).add_dataset("/Base/Zone/table", 4);
  const auto inputs = file::read_tree(path, all_values);
  CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)) == "");
  REQUIRE(inputs.losses.size() == 1);
  CHECK(inputs.losses[0].path == "/Base/Zone/table");
}

TEST_CASE("values that the type denies are a loss; a type without values is MT", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree());
  {
    const Edit edit(path);
    edit.add_dataset("/Base/Zone/Flow/ data", 4);
    edit.remove("/Base/Remark/ data");
  }
  const auto inputs = file::read_tree(path, {});
  REQUIRE(inputs.losses.size() == 1);
  CHECK(inputs.losses[0].path == "/Base/Zone/Flow");
  const auto* remark = cgns::find(inputs.trees.at(0), "/Base/Remark");
  CHECK((remark->type == cgns::DataType::MT && remark->dims.empty() && remark->data.empty()));
}

namespace {

/// Replaces the values of a node by a dataset of the test's own.
void replace_data(const std::string& path, const std::string& node, hid_t type, hid_t space) {
  const Edit edit(path);
  edit.remove(node + "/ data");
  const hid_t data =
      H5Dcreate2(edit.file(), (node + "/ data").c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(data >= 0);
  H5Dclose(data);
  H5Sclose(space);
}

}  // namespace

TEST_CASE("scalar, empty and null dataspaces are read", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree());
  const std::array<hsize_t, 2> none = {0, 3};
  replace_data(path, "/CGNSLibraryVersion", H5T_IEEE_F32LE, H5Screate(H5S_SCALAR));
  replace_data(path, "/Base/Zone/ZoneBC/Wall/PointRange", H5T_STD_I32LE,
               H5Screate_simple(2, none.data(), nullptr));
  replace_data(path, "/Base/Remark", H5T_STD_I8LE, H5Screate(H5S_NULL));
  const auto inputs = file::read_tree(path, {});
  const auto& root = inputs.trees.at(0);
  CHECK(root.child("CGNSLibraryVersion")->dims == std::vector<std::int64_t>{1});
  CHECK(root.child("CGNSLibraryVersion")->data.size() == 4);
  const auto* range = cgns::find(root, "/Base/Zone/ZoneBC/Wall/PointRange");
  CHECK((range->dims == std::vector<std::int64_t>{3, 0} && range->data.empty()));
  CHECK(cgns::find(root, "/Base/Remark")->dims.empty());
}

TEST_CASE("values that do not fit the type are an error that names the node", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  const hsize_t two = 2;
  for (const hid_t type : {H5T_IEEE_F64LE, H5T_STD_I64LE, H5T_C_S1}) {
    test::write_file(path, test::sample_tree());
    replace_data(path, "/Base", type, H5Screate_simple(1, &two, nullptr));
    const auto message = test::error_of([&] { (void)file::read_tree(path, {}); });
    CHECK_THAT(message, Contains("/Base: the values are stored in a type that does not fit I4"));
  }
}

TEST_CASE("a narrower integer is read as the type of the node", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  const hsize_t two = 2;
  test::write_file(path, test::sample_tree());
  replace_data(path, "/Base", H5T_STD_I16BE, H5Screate_simple(1, &two, nullptr));
  CHECK(cgns::integers_of(*file::read_tree(path, {}).trees.at(0).child("Base")) ==
        std::vector<std::int64_t>{0, 0});
}

TEST_CASE("an array that was never written has no offset", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  const std::array<hsize_t, 3> extents = {3, 4, 5};
  test::write_file(path, test::sample_tree());
  replace_data(path, "/Base/Zone/GridCoordinates/CoordinateX", H5T_IEEE_F64LE,
               H5Screate_simple(3, extents.data(), nullptr));
  const auto inputs = file::read_tree(path, all_values);
  CHECK(inputs.arrays.at(0).offset == -1);
  CHECK(cgns::find(inputs.trees.at(0), inputs.arrays.at(0).path)->data == std::vector<std::byte>(480));
}

TEST_CASE("a hard link in a circle is an error", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree());
  {
    const Edit edit(path);
    REQUIRE(H5Lcreate_hard(edit.file(), "/Base", edit.file(), "/Base/Zone/Again", H5P_DEFAULT, H5P_DEFAULT) >=
            0);
  }
  CHECK_THAT(test::error_of([&] { (void)file::read_tree(path, {}); }), Contains("forms a cycle"));
}

namespace {

std::size_t pass_through(unsigned, std::size_t, const unsigned*, std::size_t size, std::size_t*, void**) {
  return size;
}

/// Gives a node values that went through a filter which is gone afterwards, or skipped one that is not there.
void filter_data(const std::string& path, const std::string& node, H5Z_filter_t id, bool skips = false) {
  H5Z_class2_t filter{H5Z_CLASS_T_VERS, id, 1, 1, "test-filter", nullptr, nullptr, pass_through};
  if (!skips) REQUIRE(H5Zregister(&filter) >= 0);
  {
    const Edit edit(path);
    edit.remove(node + "/ data");
    const hsize_t count = 60;
    const std::vector<double> values(count, 1.0);
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, &count);
    H5Pset_filter(creation, id, skips ? H5Z_FLAG_OPTIONAL : H5Z_FLAG_MANDATORY, 0, nullptr);
    const hid_t data = H5Dcreate2(edit.file(), (node + "/ data").c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                  creation, H5P_DEFAULT);
    REQUIRE(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    H5Dclose(data);
    H5Pclose(creation);
    H5Sclose(space);
  }
  if (!skips) REQUIRE(H5Zunregister(id) >= 0);
}

}  // namespace

TEST_CASE("a filter that HDF5 does not find is an error that names filter, file and node", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  for (const auto* node : {"/Base/Zone/GridCoordinates/CoordinateX", "/Base/Zone/Flow/Density"}) {
    test::write_file(path, test::sample_tree());
    filter_data(path, node, 311);
    const auto message = test::error_of([&] { (void)file::read_tree(path, {}); });
    CHECK_THAT(message, Contains(path + ":" + node) && Contains("filter 311"));
  }
}

TEST_CASE("a filter that HDF5 does not find is not missed where all chunks skip it", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  const std::string node = "/Base/Zone/Flow/Density";
  test::write_file(path, test::sample_tree());
  filter_data(path, node, 311, true);
  const auto inputs = file::read_tree(path, all_values);
  const auto& values = cgns::find(inputs.trees.at(0), node)->data;
  const double first = 1.0;
  REQUIRE(values.size() == 60 * sizeof first);
  CHECK(std::memcmp(values.data(), &first, sizeof first) == 0);
}

TEST_CASE("each link that is listed, and found by its name, is a sign of life", "[serial]") {
  constexpr std::uint64_t zones = 300;
  const test::Folder folder;
  test::write_file(folder.path("a.cgns"), test::zones(zones));
  for (const bool inspects : {false, true}) {
    file::Progress progress;
    (void)file::walk_first({.paths = {folder.path("a.cgns")}, .inspect = inspects}, progress);
    // Of a zone: two nodes, and four links, of which two lead to values.
    CHECK(progress.ticks() >= zones * (2 + 4 + 4));
  }
}
