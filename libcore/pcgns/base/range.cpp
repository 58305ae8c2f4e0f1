#include "pcgns/base/range.hpp"

namespace pcgns {

std::vector<Range> united(std::vector<Range> ranges, std::int64_t gap) {
  std::erase_if(ranges, [](Range range) { return range.empty(); });
  std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.begin < b.begin; });
  std::vector<Range> result;
  for (const auto range : ranges) {
    if (!result.empty() && range.begin - result.back().end <= gap) {
      result.back().end = std::max(result.back().end, range.end);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

std::vector<Range> without(Range whole, const std::vector<Range>& taken) {
  std::vector<Range> result;
  auto next = std::partition_point(taken.begin(), taken.end(), [&](Range t) { return t.end <= whole.begin; });
  for (; next != taken.end() && next->begin < whole.end; ++next) {
    if (next->begin > whole.begin) result.push_back({whole.begin, next->begin});
    whole.begin = next->end;
  }
  if (!whole.empty()) result.push_back(whole);
  return result;
}

namespace {

/// The box that starts at element `begin`, spans `count` indices of dimension `axis` and all of the faster
/// dimensions.
Hyperslab slab_at(std::int64_t begin, std::size_t axis, std::int64_t count,
                  const std::vector<std::int64_t>& extents) {
  Hyperslab slab{std::vector<std::int64_t>(extents.size()), std::vector<std::int64_t>(extents.size(), 1)};
  for (std::size_t i = extents.size(); i-- > 0;) {
    slab.start[i] = begin % extents[i];
    begin /= extents[i];
    if (i > axis) slab.count[i] = extents[i];
  }
  slab.count[axis] = count;
  return slab;
}

}  // namespace

std::vector<Hyperslab> slabs_of(Range flat, const std::vector<std::int64_t>& extents) {
  std::vector<Hyperslab> result;
  while (!flat.empty()) {
    // The slowest axis along which a box may start here: all faster dimensions must start at 0 and fit.
    std::size_t axis = extents.size() - 1;
    std::int64_t row = 1;
    while (axis > 0 && flat.begin % (row * extents[axis]) == 0 && row * extents[axis] <= flat.size()) {
      row *= extents[axis--];
    }
    const std::int64_t index = flat.begin / row % extents[axis];
    const std::int64_t count = std::min(flat.size() / row, extents[axis] - index);
    result.push_back(slab_at(flat.begin, axis, count, extents));
    flat.begin += count * row;
  }
  return result;
}

}  // namespace pcgns
