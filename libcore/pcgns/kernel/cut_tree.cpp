#include "pcgns/kernel/cut_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns::kernel {

namespace {

/// A direction in units of CutRequest::align; the last unit may be longer by less than one unit.
struct Direction {
  std::int64_t cells = 1;
  std::int64_t unit = 1;
  std::int64_t least = 1;  ///< In units.
  bool splits = true;

  [[nodiscard]] std::int64_t units() const { return std::max<std::int64_t>(1, cells / unit); }
  [[nodiscard]] std::int64_t most() const { return splits ? std::max<std::int64_t>(1, units() / least) : 1; }
};

/// A rectangle cut into columns, each of a given number of boxes.
struct Columns {
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> widths;  ///< In units.
  double largest = 0;                ///< Area of the largest box, in units.
  double cuts = 0;                   ///< Length of all cuts, in cells.
};

/// Counts of groups (or of boxes per group) tried on either side of the ideal one.
constexpr std::int64_t around = 2;
/// Up to this many groups, all distributions are tried.
constexpr std::int64_t few_groups = 4;

/// The column with the largest box among those that can give up a unit. @pre One exists.
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

/// Adds all uneven distributions that start with `begun`; counts do not descend.
void add_splits(std::int64_t parts, std::int64_t groups, Range counts, std::vector<std::int64_t>& begun,
                std::vector<std::vector<std::int64_t>>& splits) {
  if (groups == 1) {
    const bool is_even = begun.empty() || parts - begun.front() <= 1;
    if (is_even || parts < counts.begin || parts >= counts.end) return;
    splits.push_back(begun);
    splits.back().push_back(parts);
    return;
  }
  for (auto count = counts.begin; count < counts.end && count * groups <= parts; ++count) {
    begun.push_back(count);
    add_splits(parts - count, groups - 1, {count, counts.end}, begun, splits);
    begun.pop_back();
  }
}

/// Removes cuts that another one beats in both evenness and length.
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

/// Distributes `total` units so that the largest width * height is minimal, each width at least `least`.
std::vector<std::int64_t> widths_of(std::int64_t total, std::int64_t least,
                                    const std::vector<double>& heights) {
  double sum = 0;
  for (const double height : heights) sum += 1 / height;
  std::vector<std::int64_t> widths;
  for (const double height : heights)
    widths.push_back(
        std::max(least, static_cast<std::int64_t>(std::floor(static_cast<double>(total) / height / sum))));
  auto left = total - std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
  using Entry = std::pair<double, std::int64_t>;  // value with one unit more; the lowest index first
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

/// Distributes `parts` over `groups` as evenly as possible, with the larger groups spread out.
std::vector<std::int64_t> counts_of(std::int64_t parts, std::int64_t groups) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < groups; ++i) counts.push_back((i + 1) * parts / groups - i * parts / groups);
  return counts;
}

/// The even distribution and, for few groups, all slightly uneven ones: they can give better boxes where the
/// count does not divide well.
std::vector<std::vector<std::int64_t>> distributions_of(std::int64_t parts, std::int64_t groups) {
  std::vector<std::vector<std::int64_t>> splits = {counts_of(parts, groups)};
  if (groups > few_groups) return splits;
  const auto spread = std::clamp<std::int64_t>(parts / groups / 4, 1, around);
  const Range counts = {std::max<std::int64_t>(1, parts / groups - spread),
                        (parts + groups - 1) / groups + spread + 1};
  std::vector<std::int64_t> begun;
  add_splits(parts, groups, counts, begun, splits);
  return splits;
}

/// Counts of groups to try: near the ideal one, within the limits.
std::vector<std::int64_t> tries_of(double ideal, std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> tries;
  const auto middle = static_cast<std::int64_t>(std::llround(ideal));
  for (auto n = middle - around; n <= middle + around; ++n)
    tries.push_back(std::clamp(n, least, std::max(least, most)));
  tries.erase(std::unique(tries.begin(), tries.end()), tries.end());
  return tries;
}

/// Candidate cuts of a rectangle into `boxes` boxes: columns lie `across`, and are cut `along`.
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

/// Weight of a percent of cut faces (relative to cubes) against a percent of the largest box.
constexpr double weight_of_faces = 0.5;

/// A block cut into slabs of such columns.
struct Slabs {
  std::array<int, 3> order = {0, 1, 2};  ///< Direction across the slabs, across and along the columns.
  std::vector<std::int64_t> widths;      ///< In units.
  std::vector<const Columns*> columns;   ///< Per slab.
  double cost = std::numeric_limits<double>::infinity();
};

class Search {
 public:
  explicit Search(const CutRequest& request) : request_(request) {
    for (std::size_t d = 0; d < 3; ++d) {
      directions_[d] = {
          .cells = request.cells[d],
          .unit = request.align,
          .least = std::max<std::int64_t>(1, (request.least[d] + request.align - 1) / request.align),
          .splits = request.splits[d]};
    }
    mean_ = 1;
    for (const auto cells : request.cells) mean_ *= static_cast<double>(cells);
    mean_ /= static_cast<double>(request.boxes);
    const double side = std::cbrt(mean_);
    ideal_faces_ = std::max(1.0, 3 * static_cast<double>(request.boxes) * side * side);
  }

  /// The best cut; its cost is infinite if there is none.
  const Slabs& run() {
    std::array<int, 3> order = {0, 1, 2};
    do try_order(order);
    while (std::next_permutation(order.begin(), order.end()));
    return best_;
  }

 private:
  const Direction& direction(int d) const { return directions_[static_cast<std::size_t>(d)]; }

  const std::vector<Columns>& columns(const std::array<int, 3>& order, std::int64_t boxes) {
    const auto [place, is_new] = columns_.try_emplace({order[1], order[2], boxes});
    if (is_new) place->second = columns_of(direction(order[1]), direction(order[2]), boxes);
    return place->second;
  }

  void try_order(const std::array<int, 3>& order) {
    const auto& across = direction(order[0]);
    const auto in_slab = direction(order[1]).most() * direction(order[2]).most();
    const auto least = (request_.boxes + in_slab - 1) / in_slab;
    const auto most = std::min(request_.boxes, across.most());
    if (least > most) return;
    const double ideal = static_cast<double>(across.cells) / std::cbrt(mean_);
    for (const auto slabs : tries_of(ideal, least, most)) try_slabs(order, slabs);
  }

  /// Columns by their number of boxes.
  using Chosen = std::map<std::int64_t, const Columns*>;

  void try_slabs(const std::array<int, 3>& order, std::int64_t slabs) {
    for (const auto& counts : distributions_of(request_.boxes, slabs)) {
      Chosen chosen;
      for (const auto count : counts) chosen[count] = nullptr;
      choose_columns(order, counts, chosen, chosen.begin());
    }
  }

  /// Slabs with the same number of boxes share columns: picks those that combine best with the others.
  void choose_columns(const std::array<int, 3>& order, const std::vector<std::int64_t>& counts,
                      Chosen& chosen, Chosen::iterator next) {
    if (next == chosen.end()) {
      Slabs slab{.order = order, .widths = {}, .columns = {}};
      for (const auto count : counts) slab.columns.push_back(chosen[count]);
      return judge(std::move(slab));
    }
    for (const auto& option : columns(order, next->first)) {
      next->second = &option;
      choose_columns(order, counts, chosen, std::next(next));
    }
  }

  void judge(Slabs slabs) {
    const auto& across = direction(slabs.order[0]);
    std::vector<double> areas;
    for (const auto* columns : slabs.columns) areas.push_back(columns->largest);
    slabs.widths = widths_of(across.units(), across.least, areas);
    double largest = 0;
    double faces = static_cast<double>(direction(slabs.order[1]).cells) *
                   static_cast<double>(direction(slabs.order[2]).cells) *
                   static_cast<double>(areas.size() - 1);
    for (std::size_t i = 0; i < areas.size(); ++i) {
      const auto width = static_cast<double>(slabs.widths[i]);
      largest = std::max(largest, areas[i] * width);
      faces += slabs.columns[i]->cuts * width * static_cast<double>(across.unit);
    }
    const auto unit = static_cast<double>(across.unit);
    slabs.cost = largest * unit * unit * unit / mean_ + weight_of_faces * faces / ideal_faces_;
    if (slabs.cost < best_.cost - 1e-12) best_ = std::move(slabs);
  }

  const CutRequest& request_;
  std::array<Direction, 3> directions_;
  double mean_ = 1;
  double ideal_faces_ = 1;
  std::map<std::array<std::int64_t, 3>, std::vector<Columns>> columns_;
  Slabs best_;
};

/// Cell ranges of consecutive pieces of `widths` units; the last one takes the remainder.
std::vector<Range> ranges_of(const std::vector<std::int64_t>& widths, std::int64_t unit, std::int64_t cells) {
  std::vector<Range> ranges;
  std::int64_t begin = 0;
  for (const auto width : widths) {
    ranges.push_back({begin, begin + width * unit});
    begin = ranges.back().end;
  }
  ranges.back().end = cells;
  return ranges;
}

}  // namespace

std::optional<std::vector<CellBox>> cut(const CutRequest& request) {
  Search search(request);
  const auto& slabs = search.run();
  if (slabs.columns.empty()) return std::nullopt;
  const auto at = [&](int i) { return static_cast<std::size_t>(slabs.order[static_cast<std::size_t>(i)]); };
  const auto unit = request.align;
  std::vector<CellBox> boxes;
  CellBox box;
  const auto slab_ranges = ranges_of(slabs.widths, unit, request.cells[at(0)]);
  for (std::size_t s = 0; s < slab_ranges.size(); ++s) {
    box[at(0)] = slab_ranges[s];
    const auto& columns = *slabs.columns[s];
    const auto column_ranges = ranges_of(columns.widths, unit, request.cells[at(1)]);
    for (std::size_t c = 0; c < column_ranges.size(); ++c) {
      box[at(1)] = column_ranges[c];
      const auto units = std::max<std::int64_t>(1, request.cells[at(2)] / unit);
      for (const auto& range : ranges_of(counts_of(units, columns.counts[c]), unit, request.cells[at(2)])) {
        box[at(2)] = range;
        boxes.push_back(box);
      }
    }
  }
  return boxes;
}

std::int64_t most_boxes(const CutRequest& request) {
  std::int64_t most = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!request.splits[d]) continue;
    const auto step = std::max((request.least[d] + request.align - 1) / request.align, std::int64_t{1});
    most *= std::max<std::int64_t>(1, request.cells[d] / request.align / step);
  }
  return most;
}

CutQuality quality_of(const CutRequest& request, const std::vector<CellBox>& boxes) {
  CutQuality quality{.max_over_mean = 0, .thinnest = std::numeric_limits<std::int64_t>::max()};
  double total = 1;
  for (const auto cells : request.cells) total *= static_cast<double>(cells);
  std::int64_t faces = 0;  // each cut face belongs to two boxes
  for (const auto& box : boxes) {
    const std::array<std::int64_t, 3> side = {box[0].size(), box[1].size(), box[2].size()};
    const auto cells =
        static_cast<double>(side[0]) * static_cast<double>(side[1]) * static_cast<double>(side[2]);
    quality.max_over_mean =
        std::max(quality.max_over_mean, cells * static_cast<double>(boxes.size()) / total);
    for (std::size_t d = 0; d < 3; ++d) {
      if (request.cells[d] > 1) quality.thinnest = std::min(quality.thinnest, side[d]);
      const auto area = side[(d + 1) % 3] * side[(d + 2) % 3];
      if (box[d].begin > 0) faces += area;
      if (box[d].end < request.cells[d]) faces += area;
    }
  }
  quality.cut_faces = faces / 2;
  return quality;
}

}  // namespace pcgns::kernel
