#include "pcgns/partition/plan/weighted_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pcgns/base/error.hpp"

namespace pcgns::partition {

namespace {

/// Weights of the area of a cut, in sides of a cube, and of halves with unequal numbers of boxes, against the
/// load of a rank above its share.
constexpr double cost_of_area = 0.02;
constexpr double cost_of_depth = 0.01;

/// Sums of the first 0, 1, 2, … of the shares of a box.
std::vector<std::int64_t> sums_of(const std::vector<PieceSize>& shares, Range range) {
  std::vector<std::int64_t> sums = {0};
  for (auto i = range.begin; i < range.end; ++i)
    sums.push_back(sums.back() + shares[static_cast<std::size_t>(i)].cells);
  return sums;
}

/// At most `most` shares: neighbours are joined, and the first rank gets what they were to get.
std::vector<PieceSize> joined(const std::vector<PieceSize>& shares, std::int64_t most) {
  const auto count = std::ssize(shares);
  if (count <= most) return shares;
  std::vector<PieceSize> result;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto& share = shares[static_cast<std::size_t>(i)];
    if (i * most / count == std::ssize(result)) {
      result.push_back(share);
    } else {
      result.back().cells += share.cells;
    }
  }
  return result;
}

/// How much `weight` is more than `share`; both may be 0.
double load(std::int64_t weight, std::int64_t share) {
  return (static_cast<double>(weight) + 1) / (static_cast<double>(share) + 1);
}

}  // namespace

PlaneWeights equal_planes(const Block& cells) {
  PlaneWeights planes;
  for (std::size_t d = 0; d < 3; ++d)
    planes[d].assign(static_cast<std::size_t>(cells.size(d)), cells.count() / cells.size(d));
  return planes;
}

struct WeightedBoxes::Cut {
  std::size_t axis = 0;
  std::int64_t at = 0;
  std::int64_t count = 0;   ///< Shares of the first half.
  std::int64_t weight = 0;  ///< Of the first half.
  double area_cost = 0;
  double cost = std::numeric_limits<double>::infinity();

  /// Takes the first half for `shares` of the boxes. `sums`: of their shares.
  void judge(std::int64_t shares, std::int64_t total, const std::vector<std::int64_t>& sums) {
    count = shares;
    const auto first = sums[static_cast<std::size_t>(count)];
    const auto all = std::ssize(sums) - 1;
    const auto unequal = static_cast<double>(std::abs(2 * count - all)) / static_cast<double>(all);
    cost = area_cost + cost_of_depth * unequal +
           std::max(load(weight, first), load(total - weight, sums.back() - first));
  }
};

WeightedBoxes::WeightedBoxes(const std::vector<ZoneSize>& zones, PieceSizes shares,
                             const Constraints& constraints)
    : shares_(std::move(shares)) {
  for (std::size_t z = 0; z < zones.size(); ++z) {
    const auto& cutter = cutters_.emplace_back(constraints, zones[z].whole);
    const Block cells{{0, 0, 0}, zones[z].cells};
    if (shares_[z].size() > 1) shares_[z] = joined(shares_[z], cutter.most(cells));
    const Range all = {0, std::ssize(shares_[z])};
    add({.zone = static_cast<int>(z), .cells = cells, .shares = all}, sums_of(shares_[z], all).back());
  }
}

void WeightedBoxes::add(const Box& box, std::int64_t weight) {
  if (box.shares.size() > 1) {
    open_.push_back(box);
    return;
  }
  const auto& share = shares_[static_cast<std::size_t>(box.zone)][static_cast<std::size_t>(box.shares.begin)];
  pieces_.push_back({.zone = box.zone, .rank = share.rank, .cells = box.cells, .weight = weight});
}

void WeightedBoxes::take(const std::vector<PlaneWeights>& planes) {
  const auto boxes = std::exchange(open_, {});
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& [zone, cells, shares] = boxes[i];
    const auto cut = best_cut(boxes[i], planes[i]);
    const auto [first, second] = cut_at(cells, cut.axis, cut.at);
    const auto total = std::accumulate(planes[i][0].begin(), planes[i][0].end(), std::int64_t{0});
    const auto middle = shares.begin + cut.count;
    add({zone, first, {shares.begin, middle}}, cut.weight);
    add({zone, second, {middle, shares.end}}, total - cut.weight);
  }
}

/// All candidates, most promising first.
std::vector<WeightedBoxes::Cut> WeightedBoxes::cuts_of(const Box& box, const PlaneWeights& planes) const {
  const auto sums = sums_of(shares_[static_cast<std::size_t>(box.zone)], box.shares);
  const auto total = std::accumulate(planes[0].begin(), planes[0].end(), std::int64_t{0});
  std::vector<Cut> found;
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<std::int64_t> before = {0};
    for (const auto weight : planes[d]) before.push_back(before.back() + weight);
    const auto side = static_cast<double>(box.cells.size(d));
    for (const auto at : cutters_[static_cast<std::size_t>(box.zone)].cuts(box.cells, d)) {
      Cut cut{.axis = d, .at = at, .weight = before[static_cast<std::size_t>(at - box.cells.begin[d])]};
      cut.area_cost = cost_of_area * std::cbrt(static_cast<double>(box.cells.count())) / side;
      const auto next = std::lower_bound(sums.begin() + 1, sums.end() - 2, cut.weight) - sums.begin();
      Cut lower = cut;
      lower.judge(std::max<std::int64_t>(1, next - 1), total, sums);
      cut.judge(next, total, sums);
      found.push_back(lower.cost < cut.cost ? lower : cut);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Cut& a, const Cut& b) { return a.cost < b.cost; });
  return found;
}

/// The best one whose halves can be cut into as many boxes as they need.
WeightedBoxes::Cut WeightedBoxes::best_cut(const Box& box, const PlaneWeights& planes) const {
  const auto& cutter = cutters_[static_cast<std::size_t>(box.zone)];
  const auto sums = sums_of(shares_[static_cast<std::size_t>(box.zone)], box.shares);
  const auto total = std::accumulate(planes[0].begin(), planes[0].end(), std::int64_t{0});
  const auto count = box.shares.size();
  Cut best;
  for (auto& cut : cuts_of(box, planes)) {
    if (cut.cost >= best.cost) break;
    const auto [first, second] = cut_at(box.cells, cut.axis, cut.at);
    const auto fewest = std::max<std::int64_t>(1, count - cutter.most(second));
    const auto most = std::min(count - 1, cutter.most(first));
    if (fewest > most) continue;
    cut.judge(std::clamp(cut.count, fewest, most), total, sums);
    if (cut.cost < best.cost) best = cut;
  }
  if (best.count == 0) throw Error(ErrorKind::internal, "internal: a box with room for two cannot be cut");
  return best;
}

}  // namespace pcgns::partition
