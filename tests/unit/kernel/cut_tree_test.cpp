#include "pcgns/kernel/cut_tree.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;
using kernel::CutRequest;

/// Cells of all boxes; -1 if two boxes share a cell or one is outside.
std::int64_t covered(const CutRequest& request, const std::vector<kernel::CellBox>& boxes) {
  std::vector<bool> taken(static_cast<std::size_t>(request.cells[0] * request.cells[1] * request.cells[2]));
  std::int64_t count = 0;
  for (const auto& box : boxes) {
    for (auto k = box[2].begin; k < box[2].end; ++k)
      for (auto j = box[1].begin; j < box[1].end; ++j)
        for (auto i = box[0].begin; i < box[0].end; ++i, ++count) {
          const auto cell = static_cast<std::size_t>((k * request.cells[1] + j) * request.cells[0] + i);
          if (cell >= taken.size() || taken[cell]) return -1;
          taken[cell] = true;
        }
  }
  return count;
}

bool keeps_constraints(const CutRequest& request, const std::vector<kernel::CellBox>& boxes) {
  return std::all_of(boxes.begin(), boxes.end(), [&](const kernel::CellBox& box) {
    for (std::size_t d = 0; d < 3; ++d) {
      const bool whole = box[d] == Range{0, request.cells[d]};
      if (!whole && (!request.splits[d] || box[d].size() < request.least[d])) return false;
      if (box[d].begin % request.align != 0) return false;
    }
    return true;
  });
}

}  // namespace

TEST_CASE("boxes cover every cell once and keep all constraints") {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 300; ++trial) {
    CutRequest request;
    for (std::size_t d = 0; d < 3; ++d) {
      request.cells[d] = 1 + below(40);
      request.least[d] = 1 + below(4);
      request.splits[d] = below(5) > 0;
    }
    request.align = 1 << below(3);
    request.boxes = 1 + below(static_cast<int>(std::min<std::int64_t>(60, kernel::most_boxes(request))));
    CAPTURE(trial, request.cells, request.least, request.boxes, request.align);
    const auto boxes = kernel::cut(request);
    REQUIRE(boxes);
    CHECK(static_cast<std::int64_t>(boxes->size()) == request.boxes);
    CHECK(covered(request, *boxes) == request.cells[0] * request.cells[1] * request.cells[2]);
    CHECK(keeps_constraints(request, *boxes));
  }
}

TEST_CASE("more boxes than there can be are refused") {
  const CutRequest request{.cells = {8, 8, 1}, .boxes = 17, .least = {2, 2, 1}};
  CHECK(kernel::most_boxes(request) == 16);
  CHECK_FALSE(kernel::cut(request));
}

TEST_CASE("cuts are as even as the best of the peers, and thinner boxes are not the price") {
  struct Known {
    CutRequest request;
    double max_over_mean;   // the smallest that SEACAS, Maia or Cassiopee reach
    std::int64_t thinnest;  // Maia's
    std::int64_t faces;     // Maia's
  };
  const std::vector<Known> table = {{{.cells = {100, 100, 100}, .boxes = 7}, 1.008, 33, 28581},
                                    {{.cells = {100, 100, 100}, .boxes = 30}, 1.031, 23, 65996},
                                    {{.cells = {100, 100, 100}, .boxes = 64}, 1.000, 25, 90000},
                                    {{.cells = {100, 100, 100}, .boxes = 97}, 1.031, 16, 109056},
                                    {{.cells = {3034, 155, 139}, .boxes = 1000}, 1.023, 31, 4000000},
                                    {{.cells = {512, 64, 8}, .boxes = 13}, 1.003, 8, 6616}};
  for (const auto& known : table) {
    const auto boxes = kernel::cut(known.request);
    REQUIRE(boxes);
    const auto quality = kernel::quality_of(known.request, *boxes);
    CAPTURE(known.request.boxes);
    CHECK(quality.max_over_mean <= known.max_over_mean + 0.005);
    CHECK(quality.thinnest >= known.thinnest);
    CHECK(static_cast<double>(quality.cut_faces) <= 1.02 * static_cast<double>(known.faces));
  }
}
