#include "pcgns/cgns/compare_trees.hpp"

#include <cstring>
#include <limits>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::cgns;

using Hashes = std::unordered_map<int, Fingerprint>;

Node real(double value) { return real_node("Mach", "DataArray_t", {1}, {value}); }

Node family(std::vector<Node> children) {
  return {.name = "Wall", .label = "Family_t", .children = std::move(children)};
}

Node bulk(int array) {
  return {
      .name = "CoordinateX", .label = "DataArray_t", .type = DataType::R8, .dims = {5, 3}, .array = array};
}

Node link_to(std::string file, std::string path) {
  Node node{.name = "Zone", .label = "Zone_t", .type = DataType::LK};
  node.link = std::make_shared<Link>(Link{std::move(file), std::move(path)});
  return node;
}

std::string difference(const Node& a, const Node& b, const Hashes& hashes = {},
                       std::string_view folder_a = {}, std::string_view folder_b = {}) {
  const auto found = first_difference(a, b, {hashes, folder_a, folder_b});
  return found ? found->path + ": " + found->a + " | " + found->b : "same";
}

}  // namespace

TEST_CASE("values are shown with their type, shortened where they are many") {
  CHECK(brief(real(0.8)) == "R8 0.8");
  CHECK(brief(real_node("N", "L", {1}, {0.1}, DataType::R4)) == "R4 0.1");
  CHECK(brief(text_node("N", "L", "BCWall")) == "C1 'BCWall'");
  CHECK(brief(text_node("N", "L", "line\nline")) == "C1 'line line'");
  CHECK(brief(text_node("N", "L", std::string(100, 'x'))) == "C1 '" + std::string(60, 'x') + "…'");
  CHECK(brief(table_node("N", "L", {8, 2}, {"Kilogram", "Meter"})) == "C1[8x2] 'KilogramMeter '");
  CHECK(brief(integer_node("N", "L", {3}, {1, 2, 3})) == "I4[3] 1 2 3");
  CHECK(brief(integer_node("N", "L", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, DataType::I8)) ==
        "I8[3x3] 1 2 3 4 5 6 …");
  CHECK(brief(Node{}) == "MT");
  CHECK(brief(bulk(0)) == "R8[5x3]");
  CHECK(brief(link_to("a.cgns", "/Base/Zone")) == "a link to a.cgns:/Base/Zone");
}

TEST_CASE("values of every type are shown") {
  Node node{.type = DataType::X4, .dims = {1}};
  const float values[] = {1.5F, -2.0F};
  node.data.resize(8);
  std::memcpy(node.data.data(), values, 8);
  CHECK(brief(node) == "X4 (1.5, -2)");
  node.type = DataType::U8;
  node.data.assign(8, std::byte{0xff});
  CHECK(brief(node) == "U8 18446744073709551615");
  node.type = DataType::U4;
  node.data.resize(4);
  CHECK(brief(node) == "U4 4294967295");
  node.type = DataType::B1;
  node.data.resize(1);
  CHECK(brief(node) == "B1 255");
}

TEST_CASE("equal trees are the same, whatever the order of children and the extras") {
  auto a = family({real(0.8), text_node("Note", "Descriptor_t", "x"), bulk(0)});
  auto b = family({bulk(1), real(0.8), text_node("Note", "Descriptor_t", "x")});
  b.extras.push_back({.name = "hint"});
  CHECK(difference(a, b, {{0, {1, 2}}, {1, {1, 2}}}) == "same");
}

TEST_CASE("the first difference has its path and both values") {
  CHECK(difference(real(0.8), real(0.9)) == ": R8 0.8 | R8 0.9");
  CHECK(difference(family({real(0.8)}), family({real(0.9)})) == "Mach: R8 0.8 | R8 0.9");
  CHECK(difference(family({family({real(0.8)})}), family({family({real(0.9)})})) ==
        "Wall/Mach: R8 0.8 | R8 0.9");
  CHECK(difference(real(1), integer_node("Mach", "DataArray_t", {1}, {1})) == ": R8 1 | I4 1");
  CHECK(difference(real(1), real_node("Mach", "DataArray_t", {2}, {1, 1})) == ": R8 1 | R8[2] 1 1");
  CHECK(difference(real_node("N", "L", {1, 2}, {1, 1}), real_node("N", "L", {2, 1}, {1, 1})) ==
        ": R8[1x2] 1 1 | R8[2x1] 1 1");
  CHECK(difference(real(1), text_node("Mach", "Descriptor_t", "1")) == ": a DataArray_t | a Descriptor_t");
  CHECK(difference(real(1), Node{}) == ": a DataArray_t | a node without label");
}

TEST_CASE("a child that one side has not is a difference") {
  CHECK(difference(family({real(1)}), family({})) == "Mach: a DataArray_t | absent");
  CHECK(difference(family({}), family({real(1)})) == "Mach: absent | a DataArray_t");
  CHECK(difference(family({real(1)}), family({text_node("Note", "Descriptor_t", "x")})) ==
        "Mach: a DataArray_t | absent");
}

TEST_CASE("values are compared bit by bit") {
  CHECK(difference(real(0.0), real(-0.0)) == ": R8 0 | R8 -0");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(difference(real(nan), real(nan)) == "same");
}

TEST_CASE("a difference beyond what is shown is shown all the same") {
  std::vector<std::int64_t> numbers(100, 7);
  const auto a = integer_node("N", "L", {100}, numbers);
  numbers[97] = 8;
  const auto b = integer_node("N", "L", {100}, numbers);
  CHECK(difference(a, b) == ": I4[100] … 7 7 7 (from value 98 on) | I4[100] … 8 7 7 (from value 98 on)");
  CHECK(difference(text_node("N", "L", std::string(99, 'x') + "a"),
                   text_node("N", "L", std::string(99, 'x') + "b")) ==
        ": C1 … 'a' (from value 100 on) | C1 … 'b' (from value 100 on)");
}

TEST_CASE("bulk arrays are compared by their hashes") {
  CHECK(difference(bulk(0), bulk(1), {{0, {1, 2}}, {1, {1, 2}}}) == "same");
  CHECK(difference(bulk(0), bulk(1), {{0, {1, 2}}, {1, {1, 3}}}) == ": R8[5x3] | R8[5x3] with other values");
  CHECK(difference(bulk(0), bulk(0)) == "same");
  CHECK_THROWS_AS(difference(bulk(0), bulk(1), {{0, {1, 2}}}), Error);
}

TEST_CASE("values in the tree agree with bulk values that have their hash") {
  auto here = real_node("CoordinateX", "DataArray_t", {5, 3}, std::vector<double>(15, 1.0));
  CHECK(difference(here, bulk(0), {{0, fingerprint(here.data)}}) == "same");
  CHECK(difference(here, bulk(0), {{0, {1, 2}}}) != "same");
}

TEST_CASE("links are the same if they lead to the same place") {
  const auto a = link_to("grid.cgns", "/Base/Zone");
  CHECK(difference(a, link_to("grid.cgns", "Base/Zone")) == "same");
  CHECK(difference(a, a, {}, "run1", "run2") ==
        ": a link to run1/grid.cgns:/Base/Zone | a link to run2/grid.cgns:/Base/Zone");
  CHECK(difference(a, link_to("../run1/grid.cgns", "/Base/Zone"), {}, "run1", "run2") == "same");
  CHECK(difference(link_to("/x/grid.cgns", "/Base"), link_to("/x/grid.cgns", "/Base"), {}, "run1", "run2") ==
        "same");
  CHECK(difference(link_to("", "/Base/Zone"), link_to("", "/Base/Zone"), {}, "run1", "run2") == "same");
  CHECK(difference(a, Node{.name = "Zone", .label = "Zone_t"}) == ": a link to grid.cgns:/Base/Zone | MT");
}
