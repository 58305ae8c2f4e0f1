#include "pcgns/digest/plan/tree_digest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;

std::vector<digest::NodeDigest> digest_of(const cgns::Node& root) {
  return digest::digest_of(root, {.arrays = {}, .new_sections = {}, .lists = {}});
}

cgns::Node root_of(test::Nodes children) {
  return test::node("HDF5 MotherNode", "Root Node of HDF5 File", std::move(children));
}

/// A base with a text and six reals.
cgns::Node small_tree() {
  auto reals = cgns::real_node("Reals", "DataArray_t", {3, 2}, {1.5, -0.0, 2, 3, 4, 5});
  return root_of({test::version(3.4),
                  test::base("Base", {cgns::text_node("Text", "Descriptor_t", "abc "), std::move(reals)})});
}

std::string whole(const cgns::Node& root) { return to_string(digest_of(root).front().tree); }

}  // namespace

TEST_CASE("the digest of a small tree is what the definition says") {
  // From tests/verify/digest_definition.py.
  const auto nodes = digest_of(small_tree());
  REQUIRE(nodes.size() == 4);
  CHECK(nodes[0].path == "/");
  CHECK(to_string(nodes[0].alone) == "16e91a28a08a05d0d5ead1c5441daf64");
  CHECK(to_string(nodes[0].tree) == "7dbcbf911d93f0964c7fd13f7bf92c07");
  CHECK(nodes[2].path == "/Base/Reals");
  CHECK(to_string(nodes[2].alone) == "0d1032441d43b51805e302002eb6332c");
  CHECK(to_string(nodes[3].tree) == "752d3ca83bab85f82555e35518e3663f");
}

TEST_CASE("the digest does not depend on widths, on the order of children, and on the root's name") {
  auto root = small_tree();
  const auto digest = whole(root);
  auto& base = root.children[1];
  SECTION("order") { std::reverse(base.children.begin(), base.children.end()); }
  SECTION("width") {
    base = test::with(cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3}, DataType::I8), base.children);
  }
  SECTION("reals") {
    base.children[1] = cgns::real_node("Reals", "DataArray_t", {3, 2}, {1.5, -0.0, 2, 3, 4, 5}, DataType::R4);
  }
  SECTION("the sign of zero") {
    base.children[1] = cgns::real_node("Reals", "DataArray_t", {3, 2}, {1.5, 0.0, 2, 3, 4, 5});
  }
  SECTION("root") { root.name = "other"; }
  SECTION("version") { root.children.erase(root.children.begin()); }
  CHECK(whole(root) == digest);
}

TEST_CASE("the digest depends on all else") {
  auto root = small_tree();
  const auto digest = whole(root);
  auto& base = root.children[1];
  auto& text = base.children[0];
  auto& reals = base.children[1];
  SECTION("a name") { text.name = "text"; }
  SECTION("a label") { text.label = "Family_t"; }
  SECTION("extents") { reals.dims = {2, 3}; }
  SECTION("the kind of value") {
    reals = cgns::integer_node("Reals", "DataArray_t", {3, 2}, {1, 0, 2, 3, 4, 5});
  }
  SECTION("a blank at the end") { text = cgns::text_node("Text", "Descriptor_t", "abc"); }
  SECTION("a NaN") {
    reals = cgns::real_node("Reals", "DataArray_t", {3, 2}, {1.5, std::nan(""), 2, 3, 4, 5});
  }
  SECTION("a lost node") { base.children.pop_back(); }
  SECTION("a moved node") {
    text.children.push_back(reals);
    base.children.pop_back();
  }
  SECTION("a name that moves into the label") {
    text.name = "TextD";
    text.label = "escriptor_t";
  }
  CHECK(whole(root) != digest);
}

TEST_CASE("all NaN are one, in both widths") {
  const auto digest = [](DataType type, const auto& value) {
    return to_string(cgns::digest_of_values(type, std::as_bytes(std::span(&value, 1))));
  };
  const auto usual = digest(DataType::R8, std::bit_cast<double>(0x7ff8000000000000));
  CHECK(digest(DataType::R8, std::bit_cast<double>(0xfff800000000beef)) == usual);
  CHECK(digest(DataType::R8, std::bit_cast<double>(0x7ff0000000000001)) == usual);
  CHECK(digest(DataType::R4, std::bit_cast<float>(0xffc00123)) == usual);
  CHECK(digest(DataType::R8, std::numeric_limits<double>::infinity()) != usual);
}

TEST_CASE("equal integers of all types have one digest, others have not") {
  const auto digest = [](DataType type, auto value) {
    return to_string(cgns::digest_of_values(type, std::as_bytes(std::span(&value, 1))));
  };
  CHECK(digest(DataType::B1, std::uint8_t(200)) == digest(DataType::I4, std::int32_t(200)));
  CHECK(digest(DataType::U8, std::uint64_t(200)) == digest(DataType::I8, std::int64_t(200)));
  CHECK(digest(DataType::U8, ~std::uint64_t(0)) != digest(DataType::I8, std::int64_t(-1)));
}

TEST_CASE("an interface has the same digest under any name, and from any corner") {
  const auto tree = [](std::string name, const test::Numbers& own, const test::Numbers& donor) {
    auto interface = test::interface_to(std::move(name), "Other");
    interface.children[0].children = {
        cgns::integer_node("PointRange", "IndexRange_t", {3, 2}, own),
        cgns::integer_node("PointRangeDonor", "IndexRange_t", {3, 2}, donor),
        cgns::integer_node("Transform", "\"int[IndexDimension]\"", {3}, {2, -1, 3})};
    return whole(root_of({std::move(interface)}));
  };
  const auto usual = tree("A", {1, 1, 1, 4, 1, 9}, {2, 3, 1, 2, 6, 9});
  CHECK(tree("B", {1, 1, 1, 4, 1, 9}, {2, 3, 1, 2, 6, 9}) == usual);
  CHECK(tree("A", {4, 1, 9, 1, 1, 1}, {2, 6, 9, 2, 3, 1}) == usual);
  CHECK(tree("A", {1, 1, 1, 4, 1, 9}, {2, 6, 1, 2, 3, 9}) != usual);
}

TEST_CASE("blocks of stored values become blocks of canonical ones") {
  CHECK(cgns::stored_block(DataType::R4) == 32768);
  CHECK(cgns::stored_block(DataType::I8) == 65536);
  CHECK(cgns::stored_block(DataType::X4) == 32768);
  CHECK(cgns::stored_block(DataType::C1) == 65536);
  CHECK(cgns::stored_block(DataType::B1) == 8192);
}

TEST_CASE("old sections are found by the type that they have") {
  const auto section = [](std::string name, std::int64_t type, test::Nodes children) {
    return test::with(cgns::integer_node(std::move(name), "Elements_t", {2}, {type, 0}), std::move(children));
  };
  const auto bulk = [](std::string name, int array, DataType type = DataType::I4) {
    return cgns::Node{
        .name = std::move(name), .label = "DataArray_t", .type = type, .dims = {9}, .array = array};
  };
  const auto root = test::node(
      "Zone", "Zone_t",
      {section("A", 22, {bulk("ElementConnectivity", 0)}),
       section("B", 22, {bulk("ElementConnectivity", 1), bulk("ElementStartOffset", 2)}),
       section("C", 20, {bulk("ElementConnectivity", 3)}), section("D", 17, {bulk("ElementConnectivity", 4)}),
       section("E", 23, {bulk("ElementConnectivity", 5, DataType::R8)}), section("F", 23, {})});
  const auto old = digest::old_elements(root);
  REQUIRE(old.size() == 2);
  CHECK((old[0].target == 0 && !old[0].is_mixed));
  CHECK((old[1].target == 3 && old[1].is_mixed));
}

TEST_CASE("a section in its node has one digest in both forms, whatever the types of its integers") {
  const auto section = [](std::int64_t type, const test::Numbers& values, test::Nodes offsets,
                          DataType integers) {
    auto children = std::move(offsets);
    children.push_back(
        cgns::integer_node("ElementConnectivity", "DataArray_t", {std::ssize(values)}, values, integers));
    return whole(test::node("", "",
                            {test::with(cgns::integer_node("Faces", "Elements_t", {2}, {type, 0}, integers),
                                        std::move(children))}));
  };
  const auto offsets = [](const test::Numbers& values) {
    return test::Nodes{
        cgns::integer_node("ElementStartOffset", "DataArray_t", {std::ssize(values)}, values, DataType::U4)};
  };
  const auto usual = section(22, {1, 2, 3}, offsets({0, 3}), DataType::I4);
  for (const auto type : {DataType::I4, DataType::I8, DataType::U4, DataType::U8, DataType::B1}) {
    CHECK(section(22, {3, 1, 2, 3}, {}, type) == usual);
    CHECK(section(22, {}, {}, type) == section(22, {}, offsets({0}), DataType::I4));
    CHECK(section(20, {}, {}, type) == section(20, {}, offsets({0}), DataType::I4));
  }
  CHECK(section(22, {}, {}, DataType::I4) != section(22, {}, offsets({1}), DataType::I4));
  // Beyond I8, and the negative number with the same bits.
  CHECK(section(23, {1, -5}, {}, DataType::U8) != section(23, {1, -5}, {}, DataType::I8));
}

TEST_CASE("an array of no values is none, as in outputs") {
  const auto array = [](DataType type, std::vector<std::int64_t> dims, int index = -1) {
    return cgns::Node{.name = "ElementConnectivity",
                      .label = "DataArray_t",
                      .type = type,
                      .dims = std::move(dims),
                      .array = index};
  };
  const auto section = [](std::int64_t type, const cgns::Node& connectivity, test::Nodes offsets = {}) {
    offsets.push_back(connectivity);
    return whole(
        root_of({test::with(cgns::integer_node("Faces", "Elements_t", {2}, {type, 0}), std::move(offsets))}));
  };
  const auto none = array(DataType::MT, {});
  for (const auto& empty :
       {array(DataType::I4, {0}), array(DataType::R8, {3, 0}), array(DataType::I8, {0}, 0)}) {
    CHECK(section(17, empty) == section(17, none));
    CHECK(section(22, empty) == section(22, none));
    CHECK(section(22, empty) ==
          section(22, none, {cgns::integer_node("ElementStartOffset", "DataArray_t", {1}, {0})}));
  }
  CHECK(digest::old_elements(root_of({test::with(cgns::integer_node("Faces", "Elements_t", {2}, {22, 0}),
                                                 {array(DataType::I8, {0}, 0)})}))
            .empty());
}

TEST_CASE("every block is dealt to one rank, and what is composite to all") {
  cgns::InputSet inputs;
  inputs.files.push_back({.path = "a", .reader = 1});
  plan::Plan plan;
  const auto add = [&](DataType type, std::int64_t count, std::int64_t offset) {
    const auto index = static_cast<int>(inputs.arrays.size());
    inputs.arrays.push_back({.path = "/a", .type = type, .dims = {count}, .offset = offset});
    plan.targets.push_back({.path = "/a", .type = type, .dims = {count}});
    plan.transfers.push_back({.source = index, .target = index, .count = count});
  };
  add(DataType::R8, 100000, 10);
  add(DataType::I4, 7, 20);
  add(DataType::R4, 300000, -1);
  add(DataType::I4, 90000, 30);
  plan.targets.push_back({.path = "/c", .type = DataType::R8, .dims = {10}});
  const int ranks = GENERATE(1, 2, 3, 7, 100);
  inputs.files[0].reader = ranks > 1 ? 1 : 0;
  std::vector<std::int64_t> blocks(4);
  std::size_t sections = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto work = digest::digest_work(plan, inputs, {{.target = 3}, {.target = 2}}, rank, ranks);
    CHECK(work.composites == std::vector<int>{4});
    sections += work.sections.size();
    for (const auto& piece : work.pieces) {
      CHECK(piece.blocks.begin == blocks[static_cast<std::size_t>(piece.target)]);
      blocks[static_cast<std::size_t>(piece.target)] = piece.blocks.end;
      if (piece.target == 2) CHECK(rank == inputs.files[0].reader);
    }
  }
  CHECK(blocks == std::vector<std::int64_t>{13, 1, 37, 11});
  CHECK(sections == 2);
}

TEST_CASE("in the layout for hashing no block lies in two domains") {
  const std::vector<plan::Target> targets = {{.type = DataType::I4, .dims = {5}},
                                             {.type = DataType::R8, .dims = {8192}},
                                             {.type = DataType::R4, .dims = {100000}},
                                             {.type = DataType::C1, .dims = {65000}},
                                             {.type = DataType::I8, .dims = {100}}};
  const auto layout = digest::digest_layout(targets);
  std::int64_t end = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    CHECK(layout.offsets[i] >= end);
    end = layout.offsets[i] + targets[i].bytes();
    const auto size = cgns::stored_block(targets[i].type);
    for (auto block = layout.offsets[i]; block < end; block += size)
      CHECK(block / kernel::digest_block == (std::min(end, block + size) - 1) / kernel::digest_block);
  }
  CHECK(layout.end == end);
}
