#include "pcgns/fileset/plan/structured/box_numbers.hpp"

#include <random>

#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::BoxNumbers;

/// The numbers of the box from `low` (from 0) of `count` in `whole`, i fastest, from `first` on.
Numbers numbers_of(const Numbers& low, const Numbers& count, const Numbers& whole, std::int64_t first = 1) {
  const auto at = [](const Numbers& values, std::size_t d, std::int64_t otherwise) {
    return d < values.size() ? values[d] : otherwise;
  };
  Numbers numbers;
  for (std::int64_t k = 0; k < at(count, 2, 1); ++k) {
    for (std::int64_t j = 0; j < at(count, 1, 1); ++j) {
      for (std::int64_t i = 0; i < count[0]; ++i) {
        numbers.push_back(first + low[0] + i +
                          whole[0] * (at(low, 1, 0) + j + at(whole, 1, 1) * (at(low, 2, 0) + k)));
      }
    }
  }
  return numbers;
}

Numbers plus(Numbers values, std::int64_t more) {
  for (auto& value : values) value += more;
  return values;
}

/// A part of Maia that has the cells from `low` (from 0) of `size`, told by numbers alone.
Node numbered(std::string name, const Numbers& low, const Numbers& cells, const Numbers& size) {
  return structured(std::move(name), cells,
                    {numbering({integers("Vertex", numbers_of(low, plus(cells, 1), plus(size, 1))),
                                integers("Cell", numbers_of(low, cells, size))})});
}

void put(Node& piece, std::string_view name, const Numbers& values) {
  *piece.child(":CGNS#GlobalNumbering")->child(name) = integers(std::string(name), values);
}

}  // namespace

TEST_CASE("parts of Maia without CellRange lie where the numbers of their vertices say") {
  PieceInputs inputs;
  SECTION("three dimensions") {
    inputs.rank("b.cgns", {numbered("Z.P1.N0", {3, 0, 0}, {1, 2, 3}, {4, 2, 3})});
    inputs.rank("a.cgns", {numbered("Z.P0.N0", {0, 0, 0}, {3, 2, 1}, {4, 2, 3}),
                           numbered("Z.P0.N1", {0, 0, 1}, {3, 2, 2}, {4, 2, 3})});
    const auto pieces = inputs.complete();
    CHECK(shown(pieces) == Texts{"Z: Z.P0.N0 0-3 0-2 0-1 Z.P0.N1 0-3 0-2 1-3 Z.P1.N0 3-4 0-2 0-3"});
    CHECK(pieces.originals.front().cells == std::array<std::int64_t, 3>{4, 2, 3});
    CHECK(pieces.originals.front().evidence == "Maia: :CGNS#GlobalNumbering/Vertex of 3 pieces");
    CHECK(inputs.numbers.size() == 9);
    CHECK(fileset::box_numbers(inputs.set, pieces).size() == 6);
  }
  SECTION("two dimensions") {
    inputs.rank("a.cgns",
                {numbered("Z.P0.N0", {0, 0}, {4, 1}, {4, 3}), numbered("Z.P0.N1", {0, 1}, {4, 2}, {4, 3})});
    CHECK(shown(inputs.complete()) == Texts{"Z: Z.P0.N0 0-4 0-1 0-1 Z.P0.N1 0-4 1-3 0-1"});
  }
  SECTION("one dimension") {
    inputs.rank("a.cgns", {numbered("Z.P0.N0", {0}, {4}, {9}), numbered("Z.P0.N1", {4}, {5}, {9})});
    CHECK(shown(inputs.complete()) == Texts{"Z: Z.P0.N0 0-4 0-1 0-1 Z.P0.N1 4-9 0-1 0-1"});
  }
}

TEST_CASE("numbers of vertices that are not those of a box are refused") {
  auto piece = numbered("Z.P0.N0", {0, 0, 0}, {2, 2, 2}, {2, 2, 2});
  auto values = cgns::integers_of(*piece.child(":CGNS#GlobalNumbering")->child("Vertex"));
  PieceInputs inputs;
  const auto error_of = [&](const Numbers& numbers) {
    put(piece, "Vertex", numbers);
    inputs.rank("a.cgns", {piece});
    return inputs.error();
  };
  SECTION("too few") {
    values.pop_back();
    CHECK(error_of(values) ==
          "a.cgns:/Base/Z.P0.N0/:CGNS#GlobalNumbering/Vertex: is not 27 integers (I4 or I8)");
  }
  SECTION("rows that overlap") {
    values[3] = 3;
    CHECK_THAT(error_of(values), Contains("Vertex: does not contain the global numbers of a box"));
  }
  SECTION("planes that are no rows") {
    values[9] = 12;
    CHECK_THAT(error_of(values), Contains("Vertex: does not contain the global numbers of a box"));
  }
  SECTION("a row that goes on beyond the zone") {
    CHECK_THAT(error_of(plus(values, 1)), Contains("Vertex: does not contain the global numbers of a box"));
  }
  SECTION("less than one") { CHECK_THAT(error_of(plus(values, -1)), Contains("Vertex: has the number 0")); }
}

TEST_CASE("parts by numbers of which one is missing, or that are of other zones, are refused") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {numbered("Z.P0.N0", {0, 0, 0}, {2, 2, 2}, {4, 2, 2})});
  SECTION("missing") { CHECK_THAT(inputs.error(), Contains("/Base/Z: 8 of 16 cells are in no piece")); }
  SECTION("another zone") {
    inputs.rank("b.cgns", {numbered("Z.P1.N0", {2, 0, 0}, {3, 2, 2}, {5, 2, 2})});
    CHECK_THAT(inputs.error(), Contains("gives Z with 5 cells in direction 1, but 4 in a.cgns"));
  }
  SECTION("one with a CellRange") {
    inputs.rank("b.cgns", {maia_piece("Z.P1.N0", {3, 1, 1}, {4, 2, 2}, {4, 2, 2})});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/Z.P1.N0/:CGNS#GlobalNumbering/CellRange: exists, but"));
  }
}

TEST_CASE("numbers of faces go across i first, then across j, then across k") {
  auto piece = numbered("Z.P0.N0", {0, 0, 0}, {2, 2, 2}, {2, 2, 4});
  Numbers faces = numbers_of({0, 0, 0}, {3, 2, 2}, {3, 2, 4});
  faces = joined(std::move(faces), numbers_of({0, 0, 0}, {2, 3, 2}, {2, 3, 4}, 25));
  faces = joined(std::move(faces), numbers_of({0, 0, 0}, {2, 2, 3}, {2, 2, 5}, 49));
  piece.child(":CGNS#GlobalNumbering")->children.push_back(integers("Face", faces));
  PieceInputs inputs;
  inputs.rank("a.cgns", {piece, numbered("Z.P0.N1", {0, 0, 2}, {2, 2, 2}, {2, 2, 4})});
  const auto boxes = fileset::box_numbers(inputs.set, inputs.complete());
  REQUIRE(boxes.size() == 7);
  for (std::size_t i = 2; i < 5; ++i) {
    const auto numbers = std::span(faces).subspan(static_cast<std::size_t>(boxes[i].begin),
                                                  static_cast<std::size_t>(boxes[i].size()));
    CHECK_FALSE(fileset::first_wrong(boxes[i], 0, numbers));
  }
}

TEST_CASE("the first number that is not that of its box is found from any place on") {
  const BoxNumbers box{
      .array = 0, .begin = 5, .low = {1, 2, 0}, .count = {3, 2, 4}, .whole = {6, 5, 4}, .first = 11};
  const auto numbers = numbers_of({1, 2, 0}, {3, 2, 4}, {6, 5, 4}, 11);
  REQUIRE(box.size() == std::ssize(numbers));
  std::mt19937 random(7);
  for (std::size_t from = 0; from < numbers.size(); ++from) {
    auto some = numbers;
    const auto piece = std::span(some).subspan(from);
    CHECK_FALSE(fileset::first_wrong(box, static_cast<std::int64_t>(from), piece));
    const auto at = random() % piece.size();
    ++piece[at];
    const auto wrong = fileset::first_wrong(box, static_cast<std::int64_t>(from), piece);
    REQUIRE(wrong);
    CHECK(wrong->index == static_cast<std::int64_t>(5 + from + at));
    CHECK(wrong->number == wrong->expected + 1);
  }
}
