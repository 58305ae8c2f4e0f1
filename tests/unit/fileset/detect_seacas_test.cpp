#include <algorithm>
#include <random>

#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

/// Faces of a zone of 2 x 1 x 1 cells.
const Numbers imin = {1, 1, 1, 1, 2, 2};
const Numbers imax = {3, 1, 1, 3, 2, 2};

Node piece(std::string name, Nodes connections) {
  return structured(std::move(name), {2, 1, 1}, interfaces(std::move(connections)));
}

using Box3 = std::array<Range, 3>;

std::vector<Box3> cut_at_random(const Box3& whole, std::size_t count, std::mt19937& random) {
  std::vector<Box3> boxes = {whole};
  while (boxes.size() < count) {
    auto& box = boxes[random() % boxes.size()];
    const auto d = random() % 3;
    if (box[d].size() < 2) continue;
    auto high = box;
    high[d].begin += 1 + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(box[d].size() - 1));
    box[d].end = high[d].begin;
    boxes.push_back(high);
  }
  return boxes;
}

std::string name_of(std::size_t piece) { return "b_proc-" + std::to_string(piece); }

/// The join from box `i` to box `j` if they have a face in common.
void add_interface(Nodes& connections, const std::vector<Box3>& boxes, std::size_t i, std::size_t j,
                   bool annotated) {
  Numbers here(6);
  Numbers there(6);
  int flat = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    // Vertices of both.
    const Range common = {std::max(boxes[i][d].begin, boxes[j][d].begin),
                          std::min(boxes[i][d].end, boxes[j][d].end)};
    if (common.size() < 0) return;
    flat += common.size() == 0 ? 1 : 0;
    here[d] = common.begin - boxes[i][d].begin + 1;
    here[3 + d] = common.end - boxes[i][d].begin + 1;
    there[d] = common.begin - boxes[j][d].begin + 1;
    there[3 + d] = common.end - boxes[j][d].begin + 1;
  }
  if (i == j || flat != 1) return;
  const auto name = "Join" + std::to_string(j);
  connections.push_back(annotated ? decomp(name, name_of(j), here, there)
                                  : interface_1to1(name, name_of(j), here, there));
}

}  // namespace

TEST_CASE("parts of SEACAS are placed by the joins between them") {
  PieceInputs inputs;
  inputs.rank("x.cgns.3.0", {piece("a_b_proc-0", {decomp("8--9", "a_b_proc-1", imax, imin)})});
  inputs.rank("x.cgns.3.1", {piece("a_b_proc-1", {decomp("9--8", "a_b_proc-0", imin, imax),
                                                  decomp("9--10", "a_b_proc-2", imax, imin)})});
  inputs.rank("x.cgns.3.2", {piece("a_b_proc-2", {decomp("10--9", "a_b_proc-1", imin, imax)}),
                             structured("_proc-c_proc-2", {1, 2, 3}, {})});
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"a_b: a_b_proc-0 0-2 0-1 0-1 a_b_proc-1 2-4 0-1 0-1 a_b_proc-2 4-6 0-1 0-1",
                                 "_proc-c: _proc-c_proc-2 0-1 0-2 0-3"});
  CHECK(pieces.originals[0].convention == Convention::seacas);
  CHECK(pieces.originals[0].cells == std::array<std::int64_t, 3>{6, 1, 1});
  CHECK(pieces.originals[0].order == 1);  // 8 = 2 << 2, the second zone.
  CHECK(pieces.originals[0].evidence == "SEACAS: 4 interfaces between 3 pieces");
  CHECK(pieces.originals[1].order == -1);
  CHECK(pieces.originals[1].evidence == "SEACAS: one piece");
}

TEST_CASE("parts that were cut at random are placed again, whether their joins are marked or not") {
  const bool annotated = GENERATE(true, false);
  std::mt19937 random(GENERATE(1U, 2U, 3U, 4U, 5U));
  const Box3 whole = {Range{0, 13}, Range{0, 9}, Range{0, 7}};
  auto boxes = cut_at_random(whole, 40, random);
  std::shuffle(boxes.begin(), boxes.end(), random);
  PieceInputs inputs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    Nodes connections;
    for (std::size_t j = 0; j < boxes.size(); ++j) add_interface(connections, boxes, i, j, annotated);
    inputs.rank("x.cgns." + std::to_string(boxes.size()) + "." + std::to_string(i),
                {structured(name_of(i), {boxes[i][0].size(), boxes[i][1].size(), boxes[i][2].size()},
                            interfaces(std::move(connections)))});
  }
  const auto pieces = inputs.complete();
  REQUIRE(pieces.originals.size() == 1);
  CHECK(pieces.originals[0].cells == std::array<std::int64_t, 3>{13, 9, 7});
  for (std::size_t i = 0; i < boxes.size(); ++i) CHECK(pieces.originals[0].pieces[i].cells == boxes[i]);
}

TEST_CASE("a zone of SEACAS that was joined to itself is placed by the marked joins only") {
  PieceInputs inputs;
  inputs.rank("x.cgns.2.0", {piece("b_proc-0", {decomp("2--3", "b_proc-1", imax, imin),
                                                interface_1to1("Loop", "b_proc-1", imin, imax)})});
  inputs.rank("x.cgns.2.1", {piece("b_proc-1", {decomp("3--2", "b_proc-0", imin, imax),
                                                interface_1to1("Loop", "b_proc-0", imax, imin)})});
  CHECK(shown(inputs.complete()) == Texts{"b: b_proc-0 0-2 0-1 0-1 b_proc-1 2-4 0-1 0-1"});
}

TEST_CASE("old sets of SEACAS have no marked joins") {
  PieceInputs inputs;
  const auto three = [&](Nodes first, Nodes second, Nodes third) {
    inputs.rank("x.cgns.3.0", {piece("b_proc-0", std::move(first))});
    inputs.rank("x.cgns.3.1", {piece("b_proc-1", std::move(second))});
    inputs.rank("x.cgns.3.2", {piece("b_proc-2", std::move(third))});
  };
  SECTION("all joins between parts of a zone count") {
    three({interface_1to1("A1", "b_proc-1", imax, imin)}, {interface_1to1("A2", "b_proc-2", imax, imin)}, {});
    const auto pieces = inputs.complete();
    CHECK(shown(pieces) == Texts{"b: b_proc-0 0-2 0-1 0-1 b_proc-1 2-4 0-1 0-1 b_proc-2 4-6 0-1 0-1"});
    CHECK_THAT(pieces.originals[0].evidence, Contains("2 interfaces between 3 pieces (an old file set"));
    CHECK(pieces.originals[0].order == -1);
  }
  SECTION("but those that turn axes do not") {
    three({interface_1to1("A1", "b_proc-1", imax, imin),
           interface_1to1("Turned", "b_proc-2", {1, 1, 1, 1, 2, 2}, {1, 1, 1, 2, 1, 2},
                          {transform({2, 1, 3})})},
          {interface_1to1("A2", "b_proc-2", imax, imin)}, {});
    CHECK(inputs.error() == "no error");
  }
  SECTION("with a loop, names of digits are certain") {
    three({interface_1to1("4--5", "b_proc-1", imax, imin), interface_1to1("Loop", "b_proc-2", imin, imax)},
          {interface_1to1("5--6", "b_proc-2", imax, imin)}, {interface_1to1("Loop", "b_proc-0", imax, imin)});
    CHECK(shown(inputs.complete()) ==
          Texts{"b: b_proc-0 0-2 0-1 0-1 b_proc-1 2-4 0-1 0-1 b_proc-2 4-6 0-1 0-1"});
  }
  SECTION("a loop in another direction than the cuts is left out") {
    const Numbers jmin = {1, 1, 1, 3, 1, 2};
    const Numbers jmax = {1, 2, 1, 3, 2, 2};
    three({interface_1to1("A1", "b_proc-1", imax, imin), interface_1to1("Loop", "b_proc-1", jmin, jmax)},
          {interface_1to1("A2", "b_proc-2", imax, imin)}, {});
    CHECK(shown(inputs.complete()) ==
          Texts{"b: b_proc-0 0-2 0-1 0-1 b_proc-1 2-4 0-1 0-1 b_proc-2 4-6 0-1 0-1"});
  }
  SECTION("a loop that leaves several ways is refused") {
    three({interface_1to1("A1", "b_proc-1", imax, imin), interface_1to1("Loop", "b_proc-2", imin, imax)},
          {interface_1to1("A2", "b_proc-2", imax, imin)}, {interface_1to1("Loop", "b_proc-0", imax, imin)});
    CHECK_THAT(inputs.error(), Contains("x.cgns.3.0:/Base/b_proc-0") && Contains("are ambiguous"));
  }
  SECTION("a join that fits nowhere is left out") {
    three({interface_1to1("A1", "b_proc-1", imax, imin), interface_1to1("Odd", "b_proc-2", imax, imin)},
          {interface_1to1("A2", "b_proc-2", imax, imin)}, {interface_1to1("B2", "b_proc-1", imin, imax)});
    CHECK(inputs.error() == "no error");
  }
}

TEST_CASE("joins of SEACAS that do not fit are refused") {
  PieceInputs inputs;
  SECTION("they contradict each other") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {decomp("2--3", "b_proc-1", imax, imin)})});
    inputs.rank("x.cgns.2.1", {piece("b_proc-1", {decomp("3--2", "b_proc-0", imax, imin)})});
    CHECK_THAT(inputs.error(), Contains("x.cgns.2.1:/Base/b_proc-1/ZoneGridConnectivity/3--2: contradicts"));
  }
  SECTION("a part is connected with none") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {})}).rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("x.cgns.2.1:/Base/b_proc-1: cannot locate this piece of b") &&
                                   Contains("x.cgns.2.0:/Base/b_proc-0"));
  }
  SECTION("a range leaves its zone") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {decomp("2--3", "b_proc-1", {4, 1, 1, 4, 2, 2}, imin)})});
    inputs.rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("2--3/PointRange: leaves the zone: 4 of 3 vertices in direction 1"));
  }
  SECTION("ranges of different extents") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {decomp("2--3", "b_proc-1", imax, {1, 1, 1, 1, 1, 2})})});
    inputs.rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("differ in their extents in direction 2"));
  }
  SECTION("no range") {
    auto broken = decomp("2--3", "b_proc-1", imax, imin);
    broken.children.pop_back();
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {broken})}).rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("2--3: has no PointRangeDonor"));
  }
  SECTION("marked, but turned") {
    auto turned = decomp("2--3", "b_proc-1", imax, imin);
    turned.children.push_back(transform({2, 1, 3}));
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {turned})}).rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("2--3: is marked as an interface between pieces, but permutes axes"));
  }
  SECTION("they lay parts over each other") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {decomp("2--3", "b_proc-1", imin, imin)})});
    inputs.rank("x.cgns.2.1", {piece("b_proc-1", {})});
    CHECK_THAT(inputs.error(), Contains("two pieces have the same cells"));
  }
}

TEST_CASE("a file, a part or a doubled part of SEACAS is an error that names it") {
  PieceInputs inputs;
  SECTION("a file") {
    inputs.rank("x.cgns.12.00", {piece("b_proc-0", {})}).rank("x.cgns.12.02", {});
    CHECK_THAT(inputs.error(), Contains("x.cgns.12.01 is missing: 2 of 12 files are there"));
    inputs.request.allow_missing = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("files of several sets") {
    inputs.rank("x.cgns.2.0", {piece("b_proc-0", {})}).rank("x.cgns.3.1", {});
    CHECK_THAT(inputs.error(),
               Contains("x.cgns.3.1: is one of 3 files according to its name, others are of 2"));
  }
  SECTION("a part") {
    inputs.rank("a.cgns", {piece("b_proc-0", {decomp("2--3", "b_proc-1", imax, imin)})});
    CHECK_THAT(inputs.error(), Contains("/Base/b_proc-1: the piece is missing"));
    inputs.request.allow_missing = true;
    CHECK_THAT(inputs.error(), Contains("--allow-missing is for whole zones only"));
    inputs.request.fill_holes = true;
    CHECK(inputs.error() == "no error");
  }
  SECTION("a part twice") {
    inputs.rank("a.cgns", {piece("b_proc-0", {})}).rank("b.cgns", {piece("b_proc-0", {})});
    CHECK_THAT(inputs.error(), Contains("b.cgns:/Base/b_proc-0: duplicate piece"));
  }
}

TEST_CASE("in a single file, the name alone does not make a zone a part of SEACAS") {
  PieceInputs inputs;
  SECTION("nothing else shows that it is one") {
    inputs.rank("a.cgns", {piece("Wing_proc-1", {interface_1to1("Loop", "Wing_proc-1", imin, imax)}),
                           structured("Body", {2, 1, 1}, {})});
    CHECK(inputs.complete().originals.empty());
    REQUIRE(inputs.noted().size() == 1);
    CHECK_THAT(inputs.noted().front(), Contains("a.cgns:/Base/Wing_proc-1: is named like a piece of SEACAS"));
    inputs.request.convention = Convention::seacas;
    CHECK(shown(inputs.complete()).front().starts_with("Wing: Wing_proc-1"));
    CHECK(inputs.noted().empty());
  }
  SECTION("a zone of each rank") {
    inputs.rank("a.cgns", {piece("A_proc-0", {}), piece("B_proc-1", {})});
    CHECK(inputs.complete().originals.size() == 2);
  }
  SECTION("the name of the file") {
    inputs.rank("x.cgns.1.0", {piece("A_proc-0", {})});
    CHECK(inputs.complete().originals.size() == 1);
  }
  SECTION("an interface to a piece that is not there") {
    inputs.rank("a.cgns", {piece("A_proc-1", {interface_1to1("Join", "A_proc-0", imin, imax)})});
    CHECK_THAT(inputs.error(), Contains("/Base/A_proc-0: the piece is missing"));
  }
}
