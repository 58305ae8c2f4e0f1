#include "pcgns/cgns/node.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/zone_names.hpp"

using namespace pcgns;
using namespace pcgns::cgns;

TEST_CASE("a text is read without the blanks and NULs behind it") {
  CHECK(text_of(text_node("ZoneType", "ZoneType_t", "Structured")) == "Structured");
  CHECK(text_of(text_node("N", "L", "BCWall  ")) == "BCWall");
  CHECK(text_of(text_node("N", "L", std::string_view("BCWall\0", 7))) == "BCWall");
  CHECK(text_of(text_node("N", "L", std::string_view("BCWall \0left over", 17))) == "BCWall");
  CHECK(text_of(text_node("N", "L", " a b")) == " a b");
  CHECK(text_of(text_node("N", "L", "")).empty());
  CHECK(text_node("N", "L", "").type == DataType::MT);
}

TEST_CASE("a table of names has a row for each") {
  const auto table = table_node("ZonePointers", "DataArray_t", {32, 2, 2}, {"A", "B", "C"});
  CHECK(rows_of(table) == std::vector<std::string>{"A", "B", "C", ""});
  CHECK(table.data.size() == 128);
  CHECK(rows_of(Node{}).empty());
}

TEST_CASE("what fills a table, or stands there twice, is not another name") {
  const auto rows = rows_of(table_node("ZonePointers", "DataArray_t", {32, 5, 1}, {"A", "Null", "B", "A"}));
  CHECK(names_among(rows) == std::set<std::string_view>{"A", "B"});
  CHECK_FALSE(is_name_in_table(rows.back()));
}

TEST_CASE("a name is cut between its letters, whatever their bytes") {
  CHECK(beginning_of("Wing", 4) == "Wing");
  CHECK(beginning_of("Wing", 3) == "Win");
  CHECK(beginning_of("a\u00e9\u00e9", 4) == "a\u00e9");
  CHECK(beginning_of("a\u00e9\u00e9", 3) == "a\u00e9");
  CHECK(beginning_of("\U0001F6E9\U0001F6E9", 7) == "\U0001F6E9");
  CHECK(beginning_of("\U0001F6E9", 3).empty());
  const std::string not_utf8(6, '\x80');
  CHECK(beginning_of(not_utf8, 5) == not_utf8.substr(0, 5));
}

TEST_CASE("numbers come back in either width") {
  CHECK(integers_of(integer_node("N", "L", {3}, {1, -2, 3})) == std::vector<std::int64_t>{1, -2, 3});
  CHECK(integers_of(integer_node("N", "L", {1}, {1LL << 40}, DataType::I8)) ==
        std::vector<std::int64_t>{1LL << 40});
  CHECK(reals_of(real_node("N", "L", {2}, {0.5, -1})) == std::vector<double>{0.5, -1});
  CHECK(reals_of(real_node("N", "L", {1}, {0.5}, DataType::R4)) == std::vector<double>{0.5});
}

TEST_CASE("values of another type, or that are not at hand, are refused") {
  CHECK_THROWS_AS(integers_of(real_node("N", "L", {1}, {1})), Error);
  CHECK_THROWS_AS(reals_of(integer_node("N", "L", {1}, {1})), Error);
  auto far_away = real_node("N", "L", {1}, {1});
  far_away.data.clear();
  CHECK_THROWS_AS(reals_of(far_away), Error);
}

TEST_CASE("a size that does not fit in 63 bits is refused") {
  constexpr auto large = std::int64_t{1} << 40;
  CHECK(count_of({large, 1 << 20}) == std::int64_t{1} << 60);
  CHECK(count_of({}) == 0);
  CHECK_THROWS_AS(count_of({large, large}), Error);
  CHECK_THROWS_AS(bytes_of(DataType::R8, {large, 1 << 20}), Error);
  CHECK(bytes_of(DataType::MT, {large, 1 << 20}) == 0);
}

TEST_CASE("nodes are found by name, label and path") {
  Node root{.name = "Root"};
  root.children.push_back({.name = "Base", .label = "CGNSBase_t"});
  root.children[0].children.push_back({.name = "Zone 1", .label = "Zone_t"});
  root.children[0].children.push_back({.name = "Zone 2", .label = "Zone_t"});
  const auto& base = root.children[0];

  CHECK(root.child("Base") == &base);
  CHECK(root.child("Zone 1") == nullptr);
  CHECK(base.child_labelled("Zone_t") == &base.children[0]);
  CHECK(find(root, "/Base/Zone 2") == &base.children[1]);
  CHECK(find(root, "Base/Zone 2") == &base.children[1]);
  CHECK(find(root, "/") == &root);
  CHECK(find(root, "/Base/Zone 3/X") == nullptr);
  CHECK(count_nodes(root) == 4);
  CHECK(join("/", "Base") == "/Base");
  CHECK(join("/Base", "Zone") == "/Base/Zone");
}
