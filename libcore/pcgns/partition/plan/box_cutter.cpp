#include "pcgns/partition/plan/box_cutter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/kernel/cut_tree.hpp"

namespace pcgns::partition {

namespace {

/// Weight of the area of a cut, in sides of a cube, against unequal halves.
constexpr double weight_of_area = 0.1;

bool touches(const Block& cells, const Patch& patch) {
  for (std::size_t d = 0; d < 3; ++d) {
    const auto low = std::max(cells.begin[d], patch.begin[d]);
    const auto high = std::min(cells.end[d], patch.end[d]);
    if (low > high || (low == high && patch.begin[d] < patch.end[d])) return false;
  }
  return true;
}

bool is_free(const std::vector<const Patch*>& patches, std::size_t d, std::int64_t at) {
  return std::none_of(patches.begin(), patches.end(),
                      [&](const Patch* patch) { return patch->begin[d] < at && at < patch->end[d]; });
}

kernel::CutRequest request_for(const Block& cells, std::int64_t boxes, const Constraints& constraints,
                               const std::array<bool, 3>& directions) {
  kernel::CutRequest request{
      .cells = cells.sizes(), .boxes = boxes, .splits = directions, .align = constraints.align};
  for (std::size_t d = 0; d < 3; ++d) request.least[d] = std::min(constraints.least, request.cells[d]);
  return request;
}

std::vector<Block> boxes_of(const kernel::CutRequest& request, const Index3& begin) {
  std::vector<Block> blocks;
  const auto boxes = kernel::cut(request);
  for (std::size_t i = 0; boxes && i < boxes->size(); ++i) {
    auto& block = blocks.emplace_back();
    for (std::size_t d = 0; d < 3; ++d) {
      block.begin[d] = begin[d] + (*boxes)[i][d].begin;
      block.end[d] = begin[d] + (*boxes)[i][d].end;
    }
  }
  return blocks;
}

/// The free position nearest to `wanted` in `positions`, inclusive, in multiples of `step`; -1 if there is
/// none. @pre `wanted` is such a multiple.
std::int64_t nearest_free(const std::vector<const Patch*>& patches, std::size_t d, const Range& positions,
                          std::int64_t wanted, std::int64_t step) {
  for (std::int64_t away = 0; wanted - away >= positions.begin || wanted + away <= positions.end;
       away += step) {
    for (const auto at : {wanted - away, wanted + away}) {
      if (at >= positions.begin && at <= positions.end && is_free(patches, d, at)) return at;
    }
  }
  return -1;
}

}  // namespace

std::pair<Block, Block> cut_at(const Block& cells, std::size_t d, std::int64_t at) {
  auto first = cells;
  auto second = cells;
  first.end[d] = second.begin[d] = at;
  return {first, second};
}

struct BoxCutter::Halves {
  Block first;
  Block second;
  std::int64_t count = 0;  ///< Boxes of the first half.
  double area_cost = 0;
  double cost = std::numeric_limits<double>::infinity();

  void judge(std::int64_t boxes) {
    const auto of_first = static_cast<double>(first.count()) / static_cast<double>(count);
    const auto of_second = static_cast<double>(second.count()) / static_cast<double>(boxes - count);
    const auto mean = static_cast<double>(first.count() + second.count()) / static_cast<double>(boxes);
    cost = area_cost + std::max(of_first, of_second) / mean;
  }
};

bool splits(const Block& cells, const Patch& patch) {
  if (!touches(cells, patch)) return false;
  for (std::size_t d = 0; d < 3; ++d) {
    if (patch.begin[d] < cells.begin[d] || patch.end[d] > cells.end[d]) return true;
  }
  return false;
}

BoxCutter::Patches BoxCutter::touching(const Block& cells) const {
  Patches found;
  for (const auto& patch : patches_) {
    if (touches(cells, patch)) found.push_back(&patch);
  }
  return found;
}

/// Positions at which cuts may be without patches, the last one inclusive; empty if no cut is possible.
Range BoxCutter::positions(const Block& cells, std::size_t d) const {
  const auto least = round_up(std::min(constraints_.least, cells.size(d)), constraints_.align);
  const auto units = cells.size(d) / constraints_.align;
  return {cells.begin[d] + least, cells.begin[d] + units * constraints_.align - least};
}

/// The largest possible number of slabs.
std::vector<Block> BoxCutter::slabs(const Block& cells, const Patches& patches, std::size_t d) const {
  std::vector<Block> found;
  auto rest = cells;
  for (auto range = positions(rest, d); range.begin <= range.end; range = positions(rest, d)) {
    auto at = range.begin;
    while (at <= range.end && !is_free(patches, d, at)) at += constraints_.align;
    if (at > range.end) break;
    auto [slab, left] = cut_at(rest, d, at);
    found.push_back(slab);
    rest = left;
  }
  found.push_back(rest);
  return found;
}

std::int64_t BoxCutter::most(const Block& cells, std::array<bool, 3> directions) const {
  const auto patches = touching(cells);
  if (patches.empty()) return kernel::most_boxes(request_for(cells, 1, constraints_, directions));
  std::int64_t most_of_all = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!directions[d]) continue;
    auto others = directions;
    others[d] = false;
    std::int64_t sum = 0;
    for (const auto& slab : slabs(cells, patches, d)) sum += most(slab, others);
    most_of_all = std::max(most_of_all, sum);
  }
  return most_of_all;
}

std::int64_t BoxCutter::most(const Block& cells) const { return most(cells, constraints_.splits); }

std::vector<Block> BoxCutter::cut(const Block& cells, std::int64_t count) const {
  const auto patches = touching(cells);
  const auto request = request_for(cells, count, constraints_, constraints_.splits);
  if (count <= kernel::most_boxes(request)) {
    auto boxes = boxes_of(request, cells.begin);
    const bool leaves_whole = std::all_of(boxes.begin(), boxes.end(), [&](const Block& box) {
      return std::none_of(patches.begin(), patches.end(), [&](const Patch* p) { return splits(box, *p); });
    });
    if (leaves_whole) return boxes;
  }
  const auto halves = best_halves(cells, count);
  auto boxes = cut(halves.first, halves.count);
  for (const auto& box : cut(halves.second, count - halves.count)) boxes.push_back(box);
  return boxes;
}

std::vector<std::int64_t> BoxCutter::cuts(const Block& cells, std::size_t d) const {
  std::vector<std::int64_t> found;
  if (!constraints_.splits[d]) return found;
  const auto patches = touching(cells);
  const auto range = positions(cells, d);
  for (auto at = range.begin; at <= range.end; at += constraints_.align) {
    if (is_free(patches, d, at)) found.push_back(at);
  }
  return found;
}

/// All candidates, most promising first.
std::vector<BoxCutter::Halves> BoxCutter::halves_of(const Block& cells, std::int64_t count) const {
  const auto total = static_cast<double>(cells.count());
  std::vector<Halves> found;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = static_cast<double>(cells.size(d));
    for (const auto at : cuts(cells, d)) {
      const auto [first, second] = cut_at(cells, d, at);
      const auto share = static_cast<double>(count) * static_cast<double>(at - cells.begin[d]) / size;
      Halves halves{.first = first, .second = second, .area_cost = weight_of_area * std::cbrt(total) / size};
      halves.count = std::clamp<std::int64_t>(std::llround(share), 1, count - 1);
      halves.judge(count);
      found.push_back(halves);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Halves& a, const Halves& b) { return a.cost < b.cost; });
  return found;
}

BoxCutter::Halves BoxCutter::best_halves(const Block& cells, std::int64_t count) const {
  Halves best;
  for (auto& halves : halves_of(cells, count)) {
    if (halves.cost >= best.cost) break;
    const auto fewest = std::max<std::int64_t>(1, count - most(halves.second));
    const auto most_of_first = std::min(count - 1, most(halves.first));
    if (fewest > most_of_first) continue;
    halves.count = std::clamp(halves.count, fewest, most_of_first);
    halves.judge(count);
    if (halves.cost < best.cost) best = halves;
  }
  if (best.count == 0) throw Error(ErrorKind::internal, "internal: counted boxes cannot be split");
  return best;
}

std::pair<Block, Block> BoxCutter::slice(const Block& cells, double share) const {
  const auto patches = touching(cells);
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cells.size(a) > cells.size(b); });
  const auto align = constraints_.align;
  for (const auto d : order) {
    const auto range = positions(cells, d);
    if (!constraints_.splits[d] || range.begin > range.end) continue;
    const auto wanted = cells.begin[d] + align * std::llround(share * static_cast<double>(cells.size(d)) /
                                                              static_cast<double>(align));
    const auto at =
        nearest_free(patches, d, range, std::clamp<std::int64_t>(wanted, range.begin, range.end), align);
    if (at >= 0) return cut_at(cells, d, at);
  }
  return {cells, {{0, 0, 0}, {0, 0, 0}}};
}

}  // namespace pcgns::partition
