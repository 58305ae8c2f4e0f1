#include "pcgns-bench/scenario/split.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pcgns::bench {

namespace {

std::vector<std::int64_t> prime_factors(std::int64_t number) {
  std::vector<std::int64_t> factors;
  for (std::int64_t factor = 2; factor * factor <= number; ++factor) {
    for (; number % factor == 0; number /= factor) factors.push_back(factor);
  }
  if (number > 1) factors.push_back(number);
  return factors;
}

}  // namespace

Range share(std::int64_t count, std::int64_t parts, std::int64_t part) {
  const auto whole = count / parts;
  const auto more = count % parts;
  const auto begin = part * whole + std::min(part, more);
  return {begin, begin + whole + (part < more ? 1 : 0)};
}

Extents balanced_grid(int ranks, const Extents& extents) {
  Extents grid(extents.size(), 1);
  auto factors = prime_factors(ranks);
  std::reverse(factors.begin(), factors.end());
  for (const auto factor : factors) {
    std::size_t least = extents.size();
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if (extents[axis] > 0 && (least == extents.size() || grid[axis] < grid[least])) least = axis;
    }
    grid[least] *= factor;
  }
  return grid;
}

bool Box::empty() const { return std::find(count.begin(), count.end(), 0) != count.end(); }

Box box_of(int rank, const Extents& dims, const Extents& grid) {
  Box box{Extents(dims.size(), 0), Extents(dims.size(), 0)};
  std::int64_t rest = rank;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    const auto range = share(dims[axis], grid[axis], rest % grid[axis]);
    rest /= grid[axis];
    box.begin[axis] = range.begin;
    box.count[axis] = range.size();
  }
  if (rest > 0) std::fill(box.count.begin(), box.count.end(), 0);
  return box;
}

std::string to_text(const Extents& extents) { return fmt::format("{}", fmt::join(extents, "x")); }

Extents cube_of(std::int64_t count) {
  const auto side =
      std::max<std::int64_t>(static_cast<std::int64_t>(std::cbrt(static_cast<double>(count)) + 1e-6), 1);
  return {side, side, std::max<std::int64_t>(count / (side * side), 1)};
}

}  // namespace pcgns::bench
