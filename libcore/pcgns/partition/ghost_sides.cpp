#include "pcgns/partition/ghost_sides.hpp"

#include <algorithm>
#include <bit>

#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::partition {

namespace {

using assemble::Rind;

/// Beyond any zone.
constexpr std::int64_t far = std::int64_t{1} << 40;
/// Joins that are looked through, one after the other: an edge of three zones takes two.
constexpr int most_joins = 3;

/// Where a vertex of the part's zone, were it to go on, is in another zone.
struct Way {
  Index3 axes = {1, 2, 3};
  Index3 offset = {};

  [[nodiscard]] Way through(const GhostJoin& join) const {
    Way way;
    way.offset = join.offset;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto step = join.axes[a] > 0 ? offset[a] : -offset[a];
      way.offset[static_cast<std::size_t>(std::abs(join.axes[a])) - 1] += step;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const auto next = join.axes[axis(d)];
      way.axes[d] = axes[d] > 0 ? next : -next;
    }
    return way;
  }
  [[nodiscard]] std::size_t axis(std::size_t d) const {
    return static_cast<std::size_t>(std::abs(axes[d])) - 1;
  }
  /// The points between the vertices `first` and `last` of the other zone.
  [[nodiscard]] Block back(const Index3& first, const Index3& last, const Location& location) const {
    Block block;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto a = axis(d);
      block.begin[d] = axes[d] > 0 ? first[a] - offset[a] : offset[a] - last[a];
      block.end[d] = (axes[d] > 0 ? last[a] - offset[a] : offset[a] - first[a]) + (location[d] ? 1 : 0);
    }
    return block;
  }
  /// The first point of a block, as the other zone numbers it.
  [[nodiscard]] Index3 forth(const Index3& point, const Location& location) const {
    Index3 there = {};
    for (std::size_t d = 0; d < 3; ++d) {
      const auto a = axis(d);
      there[a] = axes[d] > 0 ? offset[a] + point[d] : offset[a] - point[d] - (location[d] ? 0 : 1);
    }
    return there;
  }
};

/// Finds who has the points beyond the sides of a zone.
class Search {
 public:
  Search(const PartJob& job, const tree::Node& container, const Location& location)
      : job_(job), container_(container), location_(location) {}

  /// True if all of `region` is in some zone; who has what of it is in `found`.
  bool run(const Block& region, std::vector<Borrowed>& found) {
    auto rest = look(job_.part.zone, {}, {region}, most_joins, found);
    // Its own points are no ghosts.
    if (!found.empty()) found.erase(found.begin());
    return rest.empty();
  }

 private:
  using Blocks = std::vector<Block>;

  /// What of `wanted` is not found.
  Blocks look(int zone, const Way& way, Blocks wanted, int joins, std::vector<Borrowed>& found) {
    Index3 last = job_.mesh.decomposition.zones[static_cast<std::size_t>(zone)].cells;
    for (auto d = job_.dimension(); d < 3; ++d) last[d] = location_[d] ? 0 : 1;
    wanted = take(way.back({}, last, location_), wanted, [&](const Block& block) {
      found.push_back({zone, block, way.axes, way.forth(block.begin, location_)});
      return Blocks{};
    });
    if (joins == 0) return wanted;
    for (const auto& join : job_.mesh.ghost_joins[static_cast<std::size_t>(zone)]) {
      if (wanted.empty()) break;
      const auto next = way.through(join);
      if (!is_of_use(join, next)) continue;
      wanted = take(beyond(zone, join, way), wanted,
                    [&](const Block& block) { return look(join.donor, next, {block}, joins - 1, found); });
    }
    return wanted;
  }

  /// `wanted` without what lies in `block`, but for what `use` leaves of that.
  template <typename Use>
  static Blocks take(const Block& block, const Blocks& wanted, const Use& use) {
    Blocks rest;
    for (const auto& piece : wanted) {
      const auto common = assemble::intersect(piece, block);
      if (common.empty()) {
        rest.push_back(piece);
        continue;
      }
      for (const auto& left : assemble::minus(piece, common)) rest.push_back(left);
      for (const auto& left : use(common)) rest.push_back(left);
    }
    return rest;
  }

  /// What lies behind a join; where it ends with its zone, it goes on beside it.
  [[nodiscard]] Block beyond(int zone, const GhostJoin& join, const Way& way) const {
    const auto& cells = job_.mesh.decomposition.zones[static_cast<std::size_t>(zone)].cells;
    auto first = join.first;
    auto last = join.last;
    for (std::size_t d = 0; d < 3; ++d) {
      const bool is_normal = d == join.normal;
      if (d >= job_.dimension()) {
        last[d] = location_[d] ? 0 : 1;
      } else if (is_normal) {
        (join.is_at_end ? last : first)[d] = join.is_at_end ? far : -far;
      } else {
        if (first[d] == 0) first[d] = -far;
        if (last[d] == cells[d]) last[d] = far;
      }
    }
    return way.back(first, last, location_);
  }

  [[nodiscard]] bool is_of_use(const GhostJoin& join, const Way& way) const {
    if (join.is_shifted && container_.label == "GridCoordinates_t") return false;
    const auto& zone = *job_.mesh.zones[static_cast<std::size_t>(join.donor)];
    const auto* lender = zone.child(container_.name);
    if (lender == nullptr || lender->label != container_.label || lender->child_labelled("Rind_t") != nullptr)
      return false;
    const auto there = assemble::parse_location(sids::location_of(*lender), job_.dimension());
    for (std::size_t d = 0; d < job_.dimension(); ++d) {
      if (!there || (*there)[way.axis(d)] != location_[d]) return false;
    }
    const auto& size = job_.mesh.decomposition.zones[static_cast<std::size_t>(join.donor)];
    return has_same_arrays(*lender, points_of({{0, 0, 0}, size.cells}, *there, job_.dimension()));
  }

  [[nodiscard]] bool has_same_arrays(const tree::Node& lender, const Block& extents) const {
    return std::all_of(container_.children.begin(), container_.children.end(), [&](const tree::Node& array) {
      if (array.label != "DataArray_t") return true;
      const auto* same = lender.child(array.name);
      return same != nullptr && same->label == array.label && same->type == array.type && array.is_bulk() &&
             same->is_bulk() && assemble::has_extents(*same, extents);
    });
  }

  const PartJob& job_;
  const tree::Node& container_;
  const Location& location_;
};

/// The sides of the part from which ghosts may lie beyond a join.
std::vector<std::size_t> sides_of_zone(const PartJob& job) {
  std::vector<std::size_t> sides;
  const auto& joins = job.mesh.ghost_joins[static_cast<std::size_t>(job.part.zone)];
  for (std::size_t side = 0; side < 2 * job.dimension(); ++side) {
    const auto d = side / 2;
    const bool is_at_end = side % 2 == 1;
    const auto cells_before =
        is_at_end ? job.size().cells[d] - job.part.cells.end[d] : job.part.cells.begin[d];
    const bool has_join = std::any_of(joins.begin(), joins.end(), [&](const GhostJoin& join) {
      return join.normal == d && join.is_at_end == is_at_end;
    });
    if (cells_before < job.mesh.ghosts && has_join) sides.push_back(side);
  }
  return sides;
}

/// The planes that the part keeps: those on the outside of the zone, and, at cuts, its neighbours' as ghosts.
Rind rind_at_cuts(const PartJob& job, const Rind& rind) {
  Rind kept = {};
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    const auto before = job.part.cells.begin[d];
    const auto after = job.size().cells[d] - job.part.cells.end[d];
    kept[2 * d] = before == 0 ? rind[2 * d] : std::min(job.mesh.ghosts, before + rind[2 * d]);
    kept[2 * d + 1] = after == 0 ? rind[2 * d + 1] : std::min(job.mesh.ghosts, after + rind[2 * d + 1]);
  }
  return kept;
}

/// All sets of `count` sides, as bits, the largest first.
std::vector<unsigned> sets_of(std::size_t count) {
  std::vector<unsigned> sets;
  for (unsigned set = 1; set < 1U << count; ++set) sets.push_back(set);
  std::stable_sort(sets.begin(), sets.end(),
                   [](unsigned a, unsigned b) { return std::popcount(a) > std::popcount(b); });
  return sets;
}

}  // namespace

Block with_rind(Block block, const Rind& rind, std::size_t dimension) {
  for (std::size_t d = 0; d < dimension; ++d) {
    block.begin[d] -= rind[2 * d];
    block.end[d] += rind[2 * d + 1];
  }
  return block;
}

GhostSides ghost_sides_of(const PartJob& job, const tree::Node& container, const Location& location,
                          const Rind& rind) {
  GhostSides result{.rind = rind_at_cuts(job, rind)};
  if (job.mesh.ghost_joins.empty()) return result;
  const auto own = points_of(job.part.cells, location, job.dimension());
  const auto with_sides = [&](const std::vector<std::size_t>& sides, GhostSides& trial) {
    for (const auto side : sides) trial.rind[side] = job.mesh.ghosts;
    return Search(job, container, location).run(with_rind(own, trial.rind, job.dimension()), trial.borrowed);
  };
  std::vector<std::size_t> candidates;
  for (const auto side : sides_of_zone(job)) {
    GhostSides trial = result;
    if (with_sides({side}, trial)) candidates.push_back(side);
  }
  for (const auto set : sets_of(candidates.size())) {
    std::vector<std::size_t> sides;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if ((set >> i & 1U) != 0) sides.push_back(candidates[i]);
    }
    GhostSides trial = result;
    if (with_sides(sides, trial)) return trial;
  }
  return result;
}

}  // namespace pcgns::partition
