#include "pcgns/kernel/cut_columns.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "pcgns/base/range.hpp"

namespace pcgns::kernel {

namespace {

/// Numbers of groups, or of boxes in one, that are tried to both sides of the ideal one.
constexpr std::int64_t around = 2;
/// So many can be dealt out in all ways.
constexpr std::int64_t few_groups = 4;

/// The column with the largest box of those that can give up a unit. @pre There is one.
std::size_t widest_above(std::int64_t least, const std::vector<std::int64_t>& widths,
                         const std::vector<double>& heights) {
  std::size_t widest = 0;
  double largest = -1;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const auto area = static_cast<double>(widths[i]) * heights[i];
    if (widths[i] <= least || area <= largest) continue;
    largest = area;
    widest = i;
  }
  return widest;
}

std::int64_t longest_piece(const Direction& direction, std::int64_t pieces) {
  return (direction.units() + pieces - 1) / pieces;
}

/// Adds all uneven deals that begin so; counts do not descend.
void add_deals(std::int64_t parts, std::int64_t groups, Range counts, std::vector<std::int64_t>& begun,
               std::vector<std::vector<std::int64_t>>& deals) {
  if (groups == 1) {
    const bool is_even = begun.empty() || parts - begun.front() <= 1;
    if (is_even || parts < counts.begin || parts >= counts.end) return;
    deals.push_back(begun);
    deals.back().push_back(parts);
    return;
  }
  for (auto count = counts.begin; count < counts.end && count * groups <= parts; ++count) {
    begun.push_back(count);
    add_deals(parts - count, groups - 1, {count, counts.end}, begun, deals);
    begun.pop_back();
  }
}

/// Leaves no cut that is neither more even nor shorter than another.
void drop_worse(std::vector<Columns>& cuts) {
  std::stable_sort(cuts.begin(), cuts.end(), [](const Columns& a, const Columns& b) {
    return a.largest != b.largest ? a.largest < b.largest : a.cuts < b.cuts;
  });
  double shortest = std::numeric_limits<double>::infinity();
  std::erase_if(cuts, [&](const Columns& cut) {
    if (cut.cuts >= shortest) return true;
    shortest = cut.cuts;
    return false;
  });
}

}  // namespace

std::vector<std::int64_t> widths_of(std::int64_t total, std::int64_t least,
                                    const std::vector<double>& heights) {
  double sum = 0;
  for (const double height : heights) sum += 1 / height;
  std::vector<std::int64_t> widths;
  for (const double height : heights)
    widths.push_back(
        std::max(least, static_cast<std::int64_t>(std::floor(static_cast<double>(total) / height / sum))));
  auto left = total - std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
  using Entry =
      std::pair<double, std::int64_t>;  // what it would be with one unit more; the lowest index first
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto push = [&](std::size_t i) {
    queue.emplace(static_cast<double>(widths[i] + 1) * heights[i], static_cast<std::int64_t>(i));
  };
  for (std::size_t i = 0; i < heights.size() && left > 0; ++i) push(i);
  for (; left > 0; --left) {
    const auto i = static_cast<std::size_t>(queue.top().second);
    queue.pop();
    ++widths[i];
    push(i);
  }
  for (; left < 0; ++left) --widths[widest_above(least, widths, heights)];
  return widths;
}

std::vector<std::int64_t> counts_of(std::int64_t parts, std::int64_t groups) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < groups; ++i) counts.push_back((i + 1) * parts / groups - i * parts / groups);
  return counts;
}

std::vector<std::vector<std::int64_t>> deals_of(std::int64_t parts, std::int64_t groups) {
  std::vector<std::vector<std::int64_t>> deals = {counts_of(parts, groups)};
  if (groups > few_groups) return deals;
  const auto spread = std::clamp<std::int64_t>(parts / groups / 4, 1, around);
  const Range counts = {std::max<std::int64_t>(1, parts / groups - spread),
                        (parts + groups - 1) / groups + spread + 1};
  std::vector<std::int64_t> begun;
  add_deals(parts, groups, counts, begun, deals);
  return deals;
}

std::vector<std::int64_t> tries_of(double ideal, std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> tries;
  const auto middle = static_cast<std::int64_t>(std::llround(ideal));
  for (auto n = middle - around; n <= middle + around; ++n)
    tries.push_back(std::clamp(n, least, std::max(least, most)));
  tries.erase(std::unique(tries.begin(), tries.end()), tries.end());
  return tries;
}

std::vector<Columns> columns_of(const Direction& across, const Direction& along, std::int64_t boxes) {
  const auto least = (boxes + along.most() - 1) / along.most();
  const auto most = std::min(boxes, across.most());
  std::vector<Columns> found;
  if (least > most) return found;
  const double ideal = std::sqrt(static_cast<double>(boxes) * static_cast<double>(across.cells) /
                                 static_cast<double>(along.cells));
  for (const auto columns : tries_of(ideal, least, most)) {
    Columns option{.counts = counts_of(boxes, columns), .widths = {}};
    std::vector<double> heights;
    for (const auto count : option.counts)
      heights.push_back(static_cast<double>(longest_piece(along, count)));
    option.widths = widths_of(across.units(), across.least, heights);
    for (std::size_t i = 0; i < heights.size(); ++i) {
      option.largest = std::max(option.largest, heights[i] * static_cast<double>(option.widths[i]));
      option.cuts += static_cast<double>((option.counts[i] - 1) * option.widths[i] * across.unit);
    }
    option.cuts += static_cast<double>((columns - 1) * along.cells);
    found.push_back(std::move(option));
  }
  drop_worse(found);
  return found;
}

}  // namespace pcgns::kernel
