#include "pcgns/partition/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/kernel/cut_tree.hpp"

namespace pcgns::partition {

namespace {

/// A rank may have so much more than the mean before a part of it is cut once more.
constexpr double tolerance = 0.01;
/// The same where only a thin slab would help.
constexpr double tolerance_of_slabs = 0.05;
/// Rounds of such cuts.
constexpr int most_repairs = 6;
/// Slabs that are cut off only to even out are not thinner than this share of the side of a mean part.
constexpr double thinnest_slab = 0.25;

const Block nothing = {{0, 0, 0}, {0, 0, 0}};

kernel::CutRequest request_for(const Block& cells, std::int64_t boxes, const Constraints& constraints) {
  kernel::CutRequest request{
      .cells = cells.sizes(), .boxes = boxes, .splits = constraints.splits, .align = constraints.align};
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

/// Two slabs, the first with about `share` of the cells, cut across the longest direction that allows it; the
/// second is empty if none does.
std::pair<Block, Block> sliced(const Block& cells, double share, const Constraints& constraints) {
  const auto least = round_up(constraints.least, constraints.align);
  std::size_t d = 3;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!constraints.splits[i] || cells.size(i) < least + constraints.least) continue;
    if (d == 3 || cells.size(i) > cells.size(d)) d = i;
  }
  if (d == 3) return {cells, nothing};
  const auto wanted =
      std::llround(share * static_cast<double>(cells.size(d)) / static_cast<double>(constraints.align));
  const auto most = round_down(cells.size(d) - constraints.least, constraints.align);
  const auto at = std::clamp<std::int64_t>(wanted * constraints.align, least, most);
  auto first = cells;
  auto second = cells;
  first.end[d] = second.begin[d] = cells.begin[d] + at;
  return {first, second};
}

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
    for (const auto& zone : result.zones) total += static_cast<double>(zone.cell_count());
    mean_ = total / static_cast<double>(result.partitions);
  }

  void run() {
    for (std::size_t zone = 0; zone < result_.zones.size(); ++zone) cut_large(static_cast<int>(zone));
    pack();
    for (int i = 0; i < most_repairs && even_out(); ++i) {
    }
    number_parts(result_);
  }

 private:
  /// As many ranks as a zone fills alone get equal parts of it; what is over waits.
  void cut_large(int zone) {
    const auto cells = whole(result_.zones[static_cast<std::size_t>(zone)]);
    const double ranks = static_cast<double>(cells.count()) / mean_;
    const auto nearest = std::llround(ranks);
    const bool fills = nearest >= 1 && std::abs(ranks / static_cast<double>(nearest) - 1) <= tolerance;
    if (fills && next_ + nearest <= result_.partitions) return add_parts(zone, cells, nearest);
    const auto below = static_cast<std::int64_t>(ranks);
    if (below < 1 || next_ + below > result_.partitions) return waiting_.push_back({zone, cells});
    const auto [first, second] = sliced(cells, static_cast<double>(below) / ranks, constraints_);
    add_parts(zone, first, below);
    if (!second.empty()) waiting_.push_back({zone, second});
  }

  void add_parts(int zone, const Block& cells, std::int64_t count) {
    auto request = request_for(cells, count, constraints_);
    const auto most = kernel::most_boxes(request);
    if (count > most && constraints_.least > 1) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{}: parts of at least {} cells in each direction: {} are possible, not {}",
                      result_.zones[static_cast<std::size_t>(zone)].path, constraints_.least, most, count));
    }
    request.boxes = std::min(count, most);
    const auto boxes = kernel::cut(request);
    for (const auto& box : *boxes) add(zone, block_of(box, cells.begin), next_++);
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
        throw Error(ErrorKind::usage,
                    fmt::format("{}: cannot have at most one part on each of {} ranks",
                                result_.zones[static_cast<std::size_t>(zone)].path, result_.partitions));
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
  bool even_out() {
    bool gained = false;
    const auto count = result_.parts.size();
    for (std::size_t i = 0; i < count; ++i) gained = give(i) || gained;
    return gained;
  }

  bool give(std::size_t index) {
    const auto part = result_.parts[index];
    const double excess = static_cast<double>(loads_.of(part.rank)) - mean_;
    if (excess <= tolerance * mean_) return false;
    const bool may_be_thin = excess > tolerance_of_slabs * mean_;
    const auto to = lightest_for(part.zone);
    if (!to) return false;
    const double goes = std::min(excess, mean_ - static_cast<double>(loads_.of(*to)));
    if (goes <= 0 || goes >= static_cast<double>(part.cells.count())) return false;
    const auto [kept, given] =
        sliced(part.cells, 1 - goes / static_cast<double>(part.cells.count()), constraints_);
    if (given.empty() || (!may_be_thin && (is_sliver(given) || is_sliver(kept)))) return false;
    if (loads_.of(*to) + given.count() >= loads_.of(part.rank)) return false;
    result_.parts[index].cells = kept;
    loads_.add(part.rank, -given.count());
    add(part.zone, given, *to);
    return true;
  }

  [[nodiscard]] bool is_sliver(const Block& cells) const {
    const auto sizes = cells.sizes();
    const auto side = *std::min_element(sizes.begin(), sizes.end());
    return side > 1 && static_cast<double>(side) < thinnest_slab * std::cbrt(mean_);
  }

  Decomposition& result_;
  const Constraints& constraints_;
  Loads loads_;
  double mean_ = 0;
  std::int64_t next_ = 0;  ///< The first rank that no zone fills alone.
  std::vector<Piece> waiting_;
  std::set<std::pair<std::int64_t, int>> taken_;  ///< Ranks and zones, if they go together only once.
};

std::int64_t vertices_of(const Block& cells, int dimension) {
  std::int64_t vertices = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) vertices *= cells.size(d) + 1;
  return vertices;
}

/// Faces of the part that are not on the outside of its zone.
std::int64_t inner_faces(const Part& part, const ZoneSize& zone) {
  std::int64_t faces = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto area = part.cells.size((d + 1) % 3) * part.cells.size((d + 2) % 3);
    faces += (part.cells.begin[d] > 0 ? area : 0) + (part.cells.end[d] < zone.cells[d] ? area : 0);
  }
  return faces;
}

}  // namespace

void number_parts(Decomposition& decomposition) {
  auto& parts = decomposition.parts;
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.zone < b.zone; });
  std::map<std::pair<int, std::int64_t>, int> numbers;
  for (auto& part : parts) part.number = numbers[{part.zone, part.rank}]++;
}

Decomposition decompose(std::vector<ZoneSize> zones, std::int64_t partitions,
                        const Constraints& constraints) {
  Decomposition result{.partitions = partitions, .zones = std::move(zones), .parts = {}};
  Packer(result, constraints).run();
  return result;
}

Quality quality_of(const Decomposition& decomposition) {
  Quality quality{.thinnest = decomposition.parts.empty() ? 0 : std::int64_t{1} << 62};
  std::vector<std::int64_t> loads(static_cast<std::size_t>(decomposition.partitions));
  double vertices = 0;
  double vertices_before = 0;
  std::int64_t total = 0;
  std::int64_t faces = 0;  // each cut face is a face of two parts
  for (const auto& zone : decomposition.zones) {
    vertices_before += static_cast<double>(vertices_of(whole(zone), zone.dimension));
    total += zone.cell_count();
  }
  for (const auto& part : decomposition.parts) {
    const auto& zone = decomposition.zones[static_cast<std::size_t>(part.zone)];
    loads[static_cast<std::size_t>(part.rank)] += part.cells.count();
    vertices += static_cast<double>(vertices_of(part.cells, zone.dimension));
    faces += inner_faces(part, zone);
    for (std::size_t d = 0; d < 3; ++d) {
      if (zone.cells[d] > 1) quality.thinnest = std::min(quality.thinnest, part.cells.size(d));
    }
  }
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  quality.least_cells = *least;
  quality.most_cells = *most;
  quality.max_over_mean =
      static_cast<double>(*most) * static_cast<double>(loads.size()) / static_cast<double>(total);
  quality.cut_faces = faces / 2;
  quality.inflation = vertices / vertices_before;
  return quality;
}

}  // namespace pcgns::partition
