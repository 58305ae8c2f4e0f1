#include "pcgns/partition/plan/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pcgns::partition {

namespace {

void compare(const OwnedPoint& point, const std::array<double, 3>& at, Nearest& best) {
  double squared = 0;
  for (std::size_t d = 0; d < 3; ++d) squared += (point.at[d] - at[d]) * (point.at[d] - at[d]);
  if (squared < best.squared || (squared == best.squared && point.number < best.number))
    best = {squared, point.number, point.owner};
}

}  // namespace

PointTree::PointTree(std::vector<OwnedPoint> points) : points_(std::move(points)) {
  const auto is_nowhere = [](const OwnedPoint& point) {
    return std::any_of(point.at.begin(), point.at.end(), [](double x) { return std::isnan(x); });
  };
  std::erase_if(points_, is_nowhere);
  build(0, points_.size(), 0);
}

void PointTree::build(std::size_t begin, std::size_t end, std::size_t axis) {
  if (end - begin < 2) return;
  const auto middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [&](const OwnedPoint& a, const OwnedPoint& b) { return a.at[axis] < b.at[axis]; });
  build(begin, middle, (axis + 1) % 3);
  build(middle + 1, end, (axis + 1) % 3);
}

void PointTree::find(std::size_t begin, std::size_t end, std::size_t axis, const std::array<double, 3>& at,
                     Nearest& best) const {
  if (begin == end) return;
  const auto middle = begin + (end - begin) / 2;
  compare(points_[middle], at, best);
  const double beyond = at[axis] - points_[middle].at[axis];
  const auto next = (axis + 1) % 3;
  const auto below = [&] { find(begin, middle, next, at, best); };
  const auto above = [&] { find(middle + 1, end, next, at, best); };
  beyond < 0 ? below() : above();
  if (beyond * beyond <= best.squared) beyond < 0 ? above() : below();
}

}  // namespace pcgns::partition
