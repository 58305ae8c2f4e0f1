#include "pcgns/kernel/cut_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "pcgns/kernel/cut_columns.hpp"

namespace pcgns::kernel {

namespace {

/// How much a cut face weighs against uneven boxes: a percent of the faces that cubes would have, against a
/// percent of the largest box.
constexpr double weight_of_faces = 0.5;

/// A block in slabs of such columns.
struct Slabs {
  std::array<int, 3> order = {0, 1, 2};  ///< Direction across the slabs, across the columns, along them.
  std::vector<std::int64_t> widths;      ///< Units.
  std::vector<const Columns*> columns;   ///< Of each slab.
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

  /// Columns by the boxes that are in them.
  using Chosen = std::map<std::int64_t, const Columns*>;

  void try_slabs(const std::array<int, 3>& order, std::int64_t slabs) {
    for (const auto& counts : deals_of(request_.boxes, slabs)) {
      Chosen chosen;
      for (const auto count : counts) chosen[count] = nullptr;
      choose_columns(order, counts, chosen, chosen.begin());
    }
  }

  /// Slabs with the same number of boxes have the same columns: those that do best with the others.
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

/// Cells of consecutive pieces of so many units; the last one has what is left over.
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
  std::int64_t faces = 0;  // each cut face is a face of two boxes
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
