#include "pcgns/partition/plan/constraints.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/partition/partition.hpp"

namespace {

using namespace pcgns;
using partition::Constraints;
using partition::Decomposition;
using partition::Patch;
using partition::ZoneSize;

const std::vector<ZoneSize> cube = {{"/Base/A", 3, {8, 8, 8}}};

std::string conflict(std::vector<ZoneSize> zones, std::int64_t partitions, const Constraints& constraints) {
  try {
    (void)partition::decompose(std::move(zones), partitions, constraints);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return {};
}

std::string breach(const Decomposition& plan, const Constraints& constraints) {
  const auto found = partition::breach_of(plan, constraints);
  return found ? std::to_string(found->piece) + ": " + found->why : "";
}

Decomposition halves(std::size_t d, std::int64_t at) {
  Decomposition plan{
      .partitions = 2, .zones = cube, .pieces = {{.rank = 0, .cells = {{0, 0, 0}, {8, 8, 8}}}}};
  plan.pieces.push_back({.rank = 1, .cells = plan.pieces.front().cells});
  plan.pieces[0].cells.end[d] = plan.pieces[1].cells.begin[d] = at;
  return plan;
}

}  // namespace

TEST_CASE("what cannot be kept is named, with the nearest that can") {
  CHECK(conflict(cube, 65, {.least = 2}) ==
        "/Base/A: --min-cells 2: 64 parts are possible, not 65; try --parts 64 or --min-cells 1");
  CHECK(conflict(cube, 9, {.align = 4}) ==
        "/Base/A: --multigrid 2: 8 parts are possible, not 9; try --parts 8 or --multigrid 1");
  CHECK(conflict(cube, 10, {.splits = {true, false, false}}) ==
        "/Base/A: --no-split j, --no-split k: 8 parts are possible, not 10; try --parts 8");
  CHECK(conflict(cube, 5, {.least = 2, .splits = {true, false, false}}) ==
        "/Base/A: --min-cells 2, --no-split j, --no-split k: 4 parts are possible, not 5; try --parts 4 or "
        "--min-cells 1");
  auto walled = cube;
  for (std::size_t d = 0; d < 2; ++d) {
    Patch patch{.name = "ZoneBC/Wall", .begin = {0, 0, 0}, .end = {8, 8, 8}};
    patch.end[d] = 0;
    walled.front().whole.push_back(patch);
  }
  CHECK(conflict(walled, 1, {}).empty());
  CHECK(conflict(walled, 2, {}) == "/Base/A: --no-split BC: 1 part is possible, not 2; try --parts 1");
}

TEST_CASE("a zone is as large as it is among all cells") {
  CHECK(conflict(cube, 4, {.least = 8}) != "");
  CHECK(partition::decompose(cube, 4, {.least = 8, .other_cells = 4000}).pieces.size() == 1);
  CHECK(partition::decompose(cube, 4, {.other_cells = 512}).pieces.size() == 2);

  const auto pieces = [](partition::Method method) {
    const auto structured = cgns::integer_node("S", "Zone_t", {2, 3}, {5, 5, 4, 4, 0, 0});
    const auto other = test::with(cgns::integer_node("U", "Zone_t", {1, 3}, {40, 48, 0}),
                                  {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured")});
    plan::Plan plan;
    plan.output = test::node("", "Root Node of HDF5 File", {test::base("Base", {structured, other}, {2, 2})});
    plan::Notes notes;
    return partition::mesh_of(plan, {.partitions = 4, .method = method}, notes).decomposition.pieces.size();
  };
  CHECK(pieces(partition::Method::rcb) == 1);
  CHECK(pieces(partition::Method::file) == 4);
}

TEST_CASE("without constraints ranks may stay empty, and with whole zones too") {
  CHECK(conflict(cube, 1000, {}).empty());
  CHECK(conflict(cube, 3, {.least = 5, .whole_zones = true}).empty());
}

TEST_CASE("where ranks may stay empty, pieces keep the constraints") {
  for (const std::int64_t ranks : {2, 3, 9, 100}) {
    const auto plan =
        partition::decompose({cube.front(), cube.front()}, ranks, {.least = 3, .leaves_empty = true});
    std::int64_t cells = 0;
    for (const auto& piece : plan.pieces) {
      cells += piece.cells.count();
      for (std::size_t d = 0; d < 3; ++d) CHECK(piece.cells.size(d) >= 3);
    }
    CHECK(cells == 2 * cube.front().cell_count());
  }
}

TEST_CASE("what a plan breaks is named, with the part and the nearest that keeps it") {
  CHECK(breach(halves(0, 4), {}).empty());
  CHECK(breach(halves(0, 4), {.least = 4, .align = 4}).empty());
  CHECK(breach(halves(1, 3), {.least = 4})
            .starts_with("0: /Base/A: has 3 cells along j, and --min-cells is 4; --parts 2 satisfies it"));
  CHECK(breach(halves(1, 3), {.align = 2})
            .starts_with(
                "1: /Base/A: starts after 3 cells along j, which is not a multiple of 2 (--multigrid 1)"));
  CHECK(breach(halves(2, 4), {.splits = {true, true, false}})
            .starts_with(
                "0: /Base/A: has 4 of 8 cells along k, which violates --no-split k; --parts 2 satisfies it"));
  auto walled = halves(0, 4);
  walled.zones.front().whole = {{.name = "ZoneBC/Wall", .begin = {2, 0, 0}, .end = {6, 0, 8}}};
  CHECK(breach(walled, {}).starts_with("0: /Base/A: splits ZoneBC/Wall, which violates --no-split BC"));
  auto twice = halves(0, 4);
  twice.pieces[1].rank = 0;
  CHECK(
      breach(twice, {.one_piece_per_zone = true})
          .starts_with("1: /Base/A: is on rank 0, like /parts/0 of the zone, but --style seacas allows one"));
}
