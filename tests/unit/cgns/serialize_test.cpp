#include "pcgns/cgns/input_set.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using cgns::Node;

/// Something of everything.
cgns::InputSet sample() {
  cgns::InputSet inputs;
  inputs.files = {{.path = "a.cgns", .size = 10, .modified_ns = 20, .number = 3, .reader = 1},
                  {.path = "grid.cgns", .linked = true}};
  auto node = cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3});
  node.extras = {{cgns::Extra::Kind::object, " map", 1, "/Base"}};
  node.children = {cgns::text_node("Remark", "Descriptor_t", "two\nlines"),
                   {.name = "X", .label = "DataArray_t", .type = DataType::R8, .dims = {4, 5}, .array = 0},
                   {.name = "Linked", .type = DataType::LK}};
  node.children.back().link = std::make_shared<const cgns::Link>(cgns::Link{"grid.cgns", "/Base/Zone"});
  cgns::Link known{.file = "grid.cgns", .path = "/Base/Zone", .found = "/grid.cgns"};
  known.end = {"/real.cgns", "/Base/Zone"};
  known.outline = std::make_shared<const Node>(Node{.name = "Known", .children = {{.name = "Flow"}}});
  node.children.push_back({.name = "Known", .type = DataType::LK});
  node.children.back().link = std::make_shared<const cgns::Link>(known);
  inputs.trees = {node, Node{}};
  inputs.arrays = {
      {.file = 1, .path = "/Base/X", .type = DataType::R8, .dims = {4, 5}, .offset = 99, .swapped = true}};
  inputs.arrays.push_back({.path = "/Base/Y", .chunk = {2, 5}});
  inputs.losses = {{1, "/Base/table", "it is not a node"}};
  inputs.passed = {"way.cgns"};
  inputs.external = {{.path = "raw", .size = 5}};
  return inputs;
}

}  // namespace

TEST_CASE("an input set comes back as it was") {
  const auto bytes = cgns::serialized(sample());
  const auto again = cgns::deserialized(bytes);
  CHECK(cgns::serialized(again) == bytes);
  REQUIRE(again.files.size() == 2);
  CHECK((again.files[0].path == "a.cgns" && again.files[0].number == 3 && again.files[1].linked));
  REQUIRE(again.trees.size() == 2);
  const auto& base = again.trees[0];
  CHECK(cgns::integers_of(base) == std::vector<std::int64_t>{3, 3});
  CHECK((base.extras.at(0).name == " map" && base.extras[0].file == 1));
  REQUIRE(base.children.size() == 4);
  CHECK(cgns::text_of(base.children[0]) == "two\nlines");
  CHECK((base.children[1].array == 0 && base.children[1].dims == std::vector<std::int64_t>{4, 5}));
  CHECK(*base.children[2].link == cgns::Link{"grid.cgns", "/Base/Zone"});
  const auto& known = *base.children[3].link;
  CHECK(known.end == cgns::NodeIdentity{"/real.cgns", "/Base/Zone"});
  CHECK((known.outline != nullptr && known.outline->children.at(0).name == "Flow"));
  CHECK((again.arrays.at(0).offset == 99 && again.arrays[0].swapped && again.arrays[0].file == 1));
  CHECK(again.arrays.at(1).chunk == std::vector<std::int64_t>{2, 5});
  CHECK(again.losses.at(0).why == "it is not a node");
  CHECK(cgns::paths_of(again) == std::vector<std::string>{"way.cgns", "raw", "a.cgns", "grid.cgns"});
}

TEST_CASE("an empty input set comes back") {
  const auto again = cgns::deserialized(cgns::serialized({}));
  CHECK((again.files.empty() && again.trees.empty() && again.arrays.empty() && again.losses.empty()));
}

TEST_CASE("bytes that are cut off are an error") {
  const auto bytes = cgns::serialized(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CHECK_THROWS_AS(cgns::deserialized(std::span(bytes).first(length)), Error);
  }
}

TEST_CASE("bytes that are too many are an error") {
  auto bytes = cgns::serialized(sample());
  bytes.push_back(std::byte{0});
  CHECK_THROWS_AS(cgns::deserialized(bytes), Error);
}

TEST_CASE("a length that cannot be is an error, not an allocation") {
  auto bytes = cgns::serialized(sample());
  for (std::size_t at = 0; at < 8; ++at) bytes[at] = std::byte{0xFF};
  CHECK_THROWS_AS(cgns::deserialized(bytes), Error);
}
