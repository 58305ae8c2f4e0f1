#include "pcgns/partition/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "pcgns/base/error.hpp"
#include "pcgns/kernel/cut_tree.hpp"

namespace pcgns::partition {

namespace {

/// A rank may have so much more than the mean before a zone that fits on it is cut all the same.
constexpr double tolerance = 0.02;
/// Attempts to even out by one more cut.
constexpr int most_repairs = 4;

kernel::CutRequest request_for(const Block& cells, std::int64_t boxes, const Constraints& constraints) {
  kernel::CutRequest request{.cells = cells.sizes(), .boxes = boxes, .splits = constraints.splits,
                             .align = constraints.align};
  for (std::size_t d = 0; d < 3; ++d) request.least[d] = std::min(constraints.least, request.cells[d]);
  return request;
}

Block block_of(const kernel::CellBox& box, const Index3& begin) {
  Block block;
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] = begin[d] + box[d].begin;
    block.end[d] = begin[d] + box[d].end;
  }
  return block;
}

Block whole(const ZoneSize& zone) { return {{0, 0, 0}, zone.cells}; }

/// Cells that wait for a rank.
struct Piece {
  int zone = 0;
  Block cells;
};

/// Deals pieces out to ranks.
class Packer {
 public:
  Packer(Decomposition& result, const Constraints& constraints)
      : result_(result), constraints_(constraints), loads_(static_cast<std::size_t>(result.partitions)) {
    for (const auto& zone : result.zones) total_ += zone.cell_count();
    mean_ = static_cast<double>(total_) / static_cast<double>(result.partitions);
  }

  void run() {
    std::vector<Piece> rest;
    for (std::size_t z = 0; z < result_.zones.size(); ++z) cut_large(static_cast<int>(z), rest);
    pack(std::move(rest));
    for (int i = 0; i < most_repairs && even_out(); ++i) {
    }
    finish();
  }

 private:
  /// A zone that fills ranks alone is cut into equal parts for them; what of it is over waits.
  void cut_large(int zone, std::vector<Piece>& rest) {
    const auto& size = result_.zones[static_cast<std::size_t>(zone)];
    const double ranks = static_cast<double>(size.cell_count()) / mean_;
    const auto filled = std::llround(ranks);
    const bool fills = filled >= 1 && std::abs(ranks - static_cast<double>(filled)) <= tolerance * static_cast<double>(filled);
    if (fills) return add_parts(zone, whole(size), filled);
    const auto below = static_cast<std::int64_t>(ranks);
    if (below < 1) return rest.push_back({zone, whole(size)});
    const auto [first, second] = slice(whole(size), static_cast<double>(below) / ranks);
    if (second.empty() || first.empty()) return add_parts(zone, whole(size), std::min(below + 1, free_ranks()));
    add_parts(zone, first, below);
    rest.push_back({zone, second});
  }

  [[nodiscard]] std::int64_t free_ranks() const {
    return std::max<std::int64_t>(1, result_.partitions - next_);
  }

  /// Two slabs, the first with about `share` of the cells, cut across the longest direction that allows it.
  [[nodiscard]] std::pair<Block, Block> slice(const Block& cells, double share) const {
    int best = -1;
    for (int d = 0; d < 3; ++d) {
      const auto i = static_cast<std::size_t>(d);
      if (!constraints_.splits[i] || cells.size(i) < 2 * constraints_.least) continue;
      if (best < 0 || cells.size(i) > cells.size(static_cast<std::size_t>(best))) best = d;
    }
    if (best < 0) return {cells, {{0, 0, 0}, {0, 0, 0}}};
    const auto d = static_cast<std::size_t>(best);
    auto at = std::llround(share * static_cast<double>(cells.size(d)) / static_cast<double>(constraints_.align)) * constraints_.align;
    const auto least = (constraints_.least + constraints_.align - 1) / constraints_.align * constraints_.align;
    at = std::clamp<long long>(at, least, std::max(least, (cells.size(d) - constraints_.least) / constraints_.align * constraints_.align));
    auto first = cells;
    auto second = cells;
    first.end[d] = second.begin[d] = cells.begin[d] + at;
    if (second.size(d) < constraints_.least) return {cells, {{0, 0, 0}, {0, 0, 0}}};
    return {first, second};
  }

  void add_parts(int zone, const Block& cells, std::int64_t count) {
    const auto request = request_for(cells, count, constraints_);
    const auto boxes = kernel::cut(request);
    if (!boxes) throw_too_many(zone, request);
    for (const auto& box : *boxes) {
      add(zone, block_of(box, cells.begin), next_);
      next_ = std::min(next_ + 1, result_.partitions - 1);
    }
  }

  void add(int zone, const Block& cells, std::int64_t rank) {
    result_.parts.push_back({.zone = zone, .rank = rank, .cells = cells});
    loads_[static_cast<std::size_t>(rank)] += cells.count();
  }

  /// The largest first, each onto the rank that has least.
  void pack(std::vector<Piece> rest) {
    std::stable_sort(rest.begin(), rest.end(),
                     [](const Piece& a, const Piece& b) { return a.cells.count() > b.cells.count(); });
    for (const auto& piece : rest) add(piece.zone, piece.cells, lightest_for(piece.zone));
  }

  [[nodiscard]] bool has_part_of(std::int64_t rank, int zone) const {
    return std::any_of(result_.parts.begin(), result_.parts.end(), [&](const Part& part) {
      return part.rank == rank && part.zone == zone;
    });
  }

  [[nodiscard]] std::int64_t lightest_for(int zone) const {
    std::int64_t best = -1;
    for (std::int64_t rank = 0; rank < result_.partitions; ++rank) {
      const auto load = loads_[static_cast<std::size_t>(rank)];
      if (best >= 0 && load >= loads_[static_cast<std::size_t>(best)]) continue;
      if (constraints_.one_part_per_zone && has_part_of(rank, zone)) continue;
      best = rank;
    }
    if (best >= 0) return best;
    throw Error(ErrorKind::usage,
                fmt::format("{}: cannot have at most one part on each of {} ranks",
                            result_.zones[static_cast<std::size_t>(zone)].path, result_.partitions));
  }

  /// Moves the excess of the fullest ranks to those that have least, by one cut each; false if nothing was
  /// gained.
  bool even_out() {
    bool gained = false;
    const auto count = result_.parts.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto part = result_.parts[i];
      const auto load = loads_[static_cast<std::size_t>(part.rank)];
      const double excess = static_cast<double>(load) - mean_;
      if (excess <= tolerance * mean_ || excess >= static_cast<double>(part.cells.count())) continue;
      gained = move_excess(i, excess) || gained;
    }
    return gained;
  }

  bool move_excess(std::size_t index, double excess) {
    auto& part = result_.parts[index];
    const auto to = lightest_for(part.zone);
    const double room = mean_ - static_cast<double>(loads_[static_cast<std::size_t>(to)]);
    const double moved = std::min(excess, room);
    if (moved < tolerance * mean_) return false;
    const auto [keeps, goes] = slice(part.cells, 1 - moved / static_cast<double>(part.cells.count()));
    if (goes.empty()) return false;
    const auto from = static_cast<std::size_t>(part.rank);
    const auto worst_before = loads_[from];
    const auto worst_after = std::max(loads_[from] - goes.count(), loads_[static_cast<std::size_t>(to)] + goes.count());
    if (worst_after >= worst_before) return false;
    part.cells = keeps;
    loads_[from] -= goes.count();
    add(part.zone, goes, to);
    return true;
  }

  void finish() {
    std::stable_sort(result_.parts.begin(), result_.parts.end(),
                     [](const Part& a, const Part& b) { return a.zone < b.zone; });
    std::vector<int> numbers(static_cast<std::size_t>(result_.partitions));
    for (auto& part : result_.parts) part.number = numbers[static_cast<std::size_t>(part.rank)]++;
  }

  [[noreturn]] void throw_too_many(int zone, const kernel::CutRequest& request) const {
    throw Error(ErrorKind::usage,
                fmt::format("{}: at least {} cells in each direction allow {} parts, not {}",
                            result_.zones[static_cast<std::size_t>(zone)].path, constraints_.least,
                            kernel::most_boxes(request), request.boxes));
  }

  Decomposition& result_;
  const Constraints& constraints_;
  std::vector<std::int64_t> loads_;
  std::int64_t total_ = 0;
  double mean_ = 0;
  std::int64_t next_ = 0;  ///< The first rank that no zone fills alone.
};

}  // namespace
