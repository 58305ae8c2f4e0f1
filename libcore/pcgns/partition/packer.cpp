#include "pcgns/partition/packer.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "pcgns/partition/box_cutter.hpp"

namespace pcgns::partition {

namespace {

constexpr std::array<bool, 3> all_directions = {true, true, true};
/// A rank may have so much more than the mean before a part of it is cut once more.
constexpr double tolerance = 0.01;
/// The same where only a thin slab would help.
constexpr double tolerance_of_slabs = 0.05;
/// Rounds of such cuts.
constexpr int most_repairs = 6;
/// Slabs that are cut off only to even out are not thinner than this share of the side of a mean part.
constexpr double thinnest_slab = 0.25;

/// What each rank has so far; the one that has least comes first.
class Loads {
 public:
  explicit Loads(std::int64_t ranks) : cells_(static_cast<std::size_t>(ranks)) {
    for (std::int64_t rank = 0; rank < ranks; ++rank) order_.emplace(0, rank);
  }

  [[nodiscard]] std::int64_t of(std::int64_t rank) const { return cells_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const std::set<std::pair<std::int64_t, std::int64_t>>& ascending() const { return order_; }
  void add(std::int64_t rank, std::int64_t cells) {
    auto& load = cells_[static_cast<std::size_t>(rank)];
    order_.erase({load, rank});
    load += cells;
    order_.emplace(load, rank);
  }

 private:
  std::vector<std::int64_t> cells_;
  std::set<std::pair<std::int64_t, std::int64_t>> order_;
};

/// Cells that wait for a rank.
struct Piece {
  int zone = 0;
  Block cells;
};

class Packer {
 public:
  Packer(Decomposition& result, const Constraints& constraints)
      : result_(result), constraints_(constraints), loads_(result.partitions) {
    double total = 0;
    for (const auto& zone : result.zones) {
      total += static_cast<double>(zone.cell_count());
      cutters_.emplace_back(constraints, zone.whole);
    }
    mean_ = total / static_cast<double>(result.partitions);
  }

  std::optional<Conflict> run() {
    for (std::size_t zone = 0; zone < result_.zones.size() && !conflict_; ++zone)
      cut_large(static_cast<int>(zone));
    if (!conflict_) pack();
    return conflict_;
  }

  void even_out() {
    for (int i = 0; i < most_repairs && share_more(); ++i) {
    }
  }

 private:
  [[nodiscard]] const BoxCutter& cutter(int zone) const { return cutters_[static_cast<std::size_t>(zone)]; }

  /// As many ranks as a zone fills alone get equal parts of it; what is over waits.
  void cut_large(int zone) {
    const Block cells = {{0, 0, 0}, result_.zones[static_cast<std::size_t>(zone)].cells};
    if (constraints_.whole_zones) return waiting_.push_back({zone, cells});
    const double ranks = static_cast<double>(cells.count()) / mean_;
    const auto nearest = std::llround(ranks);
    const bool fills = nearest >= 1 && std::abs(ranks / static_cast<double>(nearest) - 1) <= tolerance;
    if (fills && next_ + nearest <= result_.partitions) return add_parts(zone, cells, nearest);
    const auto below = static_cast<std::int64_t>(ranks);
    if (below < 1 || next_ + below > result_.partitions) return waiting_.push_back({zone, cells});
    const auto [first, second] = cutter(zone).slice(cells, static_cast<double>(below) / ranks);
    add_parts(zone, first, below);
    if (!second.empty()) waiting_.push_back({zone, second});
  }

  void add_parts(int zone, const Block& cells, std::int64_t count) {
    const auto most = cutter(zone).most(cells);
    if (count > most && is_constrained(zone)) {
      conflict_ = {.zone = zone, .wanted = count, .possible = most};
      return;
    }
    for (const auto& box : cutter(zone).cut(cells, std::min(count, most))) add(zone, box, next_++);
  }

  [[nodiscard]] bool is_constrained(int zone) const {
    return constraints_.least > 1 || constraints_.align > 1 || constraints_.splits != all_directions ||
           !result_.zones[static_cast<std::size_t>(zone)].whole.empty();
  }

  void add(int zone, const Block& cells, std::int64_t rank) {
    result_.parts.push_back({.zone = zone, .rank = rank, .cells = cells});
    loads_.add(rank, cells.count());
    if (constraints_.one_part_per_zone) taken_.emplace(rank, zone);
  }

  /// The largest first, each onto the rank that has least.
  void pack() {
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Piece& a, const Piece& b) { return a.cells.count() > b.cells.count(); });
    for (const auto& [zone, cells] : waiting_) {
      const auto rank = lightest_for(zone);
      if (!rank) {
        conflict_ = {.zone = zone, .wanted = result_.partitions + 1, .possible = result_.partitions};
        return;
      }
      add(zone, cells, *rank);
    }
  }

  /// Nothing if every rank has its part of the zone.
  [[nodiscard]] std::optional<std::int64_t> lightest_for(int zone) const {
    for (const auto& [load, rank] : loads_.ascending()) {
      if (!taken_.contains({rank, zone})) return rank;
    }
    return std::nullopt;
  }

  /// Ranks that have too much give some to those that have least, by a cut each; false if nothing was gained.
  bool share_more() {
    bool gained = false;
    const auto count = result_.parts.size();
    for (std::size_t i = 0; i < count; ++i) gained = give(i) || gained;
    return gained;
  }

  bool give(std::size_t index) {
    const auto part = result_.parts[index];
    if (constraints_.whole_zones) return false;
    const double excess = static_cast<double>(loads_.of(part.rank)) - mean_;
    if (excess <= tolerance * mean_) return false;
    const bool may_be_thin = excess > tolerance_of_slabs * mean_;
    const auto to = lightest_for(part.zone);
    if (!to) return false;
    const double goes = std::min(excess, mean_ - static_cast<double>(loads_.of(*to)));
    if (goes <= 0 || goes >= static_cast<double>(part.cells.count())) return false;
    const auto [kept, given] =
        cutter(part.zone).slice(part.cells, 1 - goes / static_cast<double>(part.cells.count()));
    if (given.empty() || (!may_be_thin && (is_sliver(part.zone, given) || is_sliver(part.zone, kept))))
      return false;
    if (loads_.of(*to) + given.count() >= loads_.of(part.rank)) return false;
    result_.parts[index].cells = kept;
    loads_.add(part.rank, -given.count());
    add(part.zone, given, *to);
    return true;
  }

  /// In the directions that the zone has.
  [[nodiscard]] bool is_sliver(int zone, const Block& cells) const {
    const auto& whole = result_.zones[static_cast<std::size_t>(zone)].cells;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto side = static_cast<double>(cells.size(d));
      if (whole[d] > 1 && side < thinnest_slab * std::cbrt(mean_)) return true;
    }
    return false;
  }

  Decomposition& result_;
  const Constraints& constraints_;
  std::vector<BoxCutter> cutters_;  ///< By zone.
  std::optional<Conflict> conflict_;
  Loads loads_;
  double mean_ = 0;
  std::int64_t next_ = 0;  ///< The first rank that no zone fills alone.
  std::vector<Piece> waiting_;
  std::set<std::pair<std::int64_t, int>> taken_;  ///< Ranks and zones, if they go together only once.
};

}  // namespace

std::optional<Conflict> pack(Decomposition& decomposition, const Constraints& constraints, bool evenly) {
  Packer packer(decomposition, constraints);
  const auto conflict = packer.run();
  if (!conflict && evenly) packer.even_out();
  return conflict;
}

}  // namespace pcgns::partition
