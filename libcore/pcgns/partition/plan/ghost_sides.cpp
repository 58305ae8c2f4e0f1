// Finds ghosts across interfaces: beyond one side, a zone continues in its donor.
#include "pcgns/partition/plan/ghost_sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/partition/plan/structured_interfaces.hpp"

namespace pcgns::partition {

namespace {

using cgns::Rind;

/// An index beyond any zone.
constexpr std::int64_t far = std::int64_t{1} << 40;
/// Depth of the search across interfaces: an edge where three zones meet needs two.
constexpr int most_interfaces = 3;

/// Maps vertices beyond the piece's zone to those of another zone.
struct Way {
  Index3 axes = {1, 2, 3};
  Index3 offset = {};

  [[nodiscard]] Way through(const GhostInterface& interface) const {
    Way way;
    way.offset = interface.offset;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto step = interface.axes[a] > 0 ? offset[a] : -offset[a];
      way.offset[static_cast<std::size_t>(std::abs(interface.axes[a])) - 1] += step;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const auto next = interface.axes[axis(d)];
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
  /// The first point of a block, in the indices of the other zone.
  [[nodiscard]] Index3 forth(const Index3& point, const Location& location) const {
    Index3 there = {};
    for (std::size_t d = 0; d < 3; ++d) {
      const auto a = axis(d);
      there[a] = axes[d] > 0 ? offset[a] + point[d] : offset[a] - point[d] - (location[d] ? 0 : 1);
    }
    return there;
  }
};

/// Finds the zones that have the points beyond the sides of a zone.
class Search {
 public:
  /// `location`: that of the points. Which zones have the arrays of `container` says `of_arrays`.
  Search(const PieceJob& job, const cgns::Node& container, const Location& of_arrays,
         const Location& location)
      : job_(job), container_(container), of_arrays_(of_arrays), location_(location) {}

  /// True if zones cover all of `region`; `found` receives which zone has which points.
  bool run(const Block& region, std::vector<Borrowed>& found) {
    auto rest = look(job_.piece.zone, {}, {region}, most_interfaces, found);
    // The first entry is the piece's own zone, not ghosts.
    if (!found.empty()) found.erase(found.begin());
    return rest.empty();
  }

 private:
  using Blocks = std::vector<Block>;

  /// Returns the points of `wanted` that are not found.
  Blocks look(int zone, const Way& way, Blocks wanted, int interfaces, std::vector<Borrowed>& found) {
    Index3 last = job_.mesh.decomposition.zones[static_cast<std::size_t>(zone)].cells;
    for (auto d = job_.dimension(); d < 3; ++d) last[d] = location_[d] ? 0 : 1;
    wanted = take(way.back({}, last, location_), wanted, [&](const Block& block) {
      found.push_back({zone, block, way.axes, way.forth(block.begin, location_)});
      return Blocks{};
    });
    if (interfaces == 0) return wanted;
    for (const auto& interface : job_.mesh.ghost_interfaces[static_cast<std::size_t>(zone)]) {
      if (wanted.empty()) break;
      const auto next = way.through(interface);
      if (!is_of_use(interface, next)) continue;
      wanted = take(beyond(zone, interface, way), wanted, [&](const Block& block) {
        return look(interface.donor, next, {block}, interfaces - 1, found);
      });
    }
    return wanted;
  }

  /// Replaces the intersection of `wanted` with `block` by what `use` leaves of it.
  template <typename Use>
  static Blocks take(const Block& block, const Blocks& wanted, const Use& use) {
    Blocks rest;
    for (const auto& piece : wanted) {
      const auto common = plan::intersect(piece, block);
      if (common.empty()) {
        rest.push_back(piece);
        continue;
      }
      for (const auto& left : plan::minus(piece, common)) rest.push_back(left);
      for (const auto& left : use(common)) rest.push_back(left);
    }
    return rest;
  }

  /// The region behind an interface; extends along the sides at which the interface ends with its zone.
  [[nodiscard]] Block beyond(int zone, const GhostInterface& interface, const Way& way) const {
    const auto& cells = job_.mesh.decomposition.zones[static_cast<std::size_t>(zone)].cells;
    auto first = interface.first;
    auto last = interface.last;
    for (std::size_t d = 0; d < 3; ++d) {
      const bool is_normal = d == interface.normal;
      if (d >= job_.dimension()) {
        last[d] = location_[d] ? 0 : 1;
      } else if (is_normal) {
        (interface.is_at_end ? last : first)[d] = interface.is_at_end ? far : -far;
      } else {
        if (first[d] == 0) first[d] = -far;
        if (last[d] == cells[d]) last[d] = far;
      }
    }
    return way.back(first, last, location_);
  }

  [[nodiscard]] bool is_of_use(const GhostInterface& interface, const Way& way) const {
    if (interface.is_shifted && container_.label == "GridCoordinates_t") return false;
    const auto& zone = *job_.mesh.zones[static_cast<std::size_t>(interface.donor)];
    const auto* lender = zone.child(container_.name);
    if (lender == nullptr || lender->label != container_.label || lender->child_labelled("Rind_t") != nullptr)
      return false;
    const auto there = cgns::location_of_fields(*lender, job_.dimension());
    for (std::size_t d = 0; d < job_.dimension(); ++d) {
      if (!there || (*there)[way.axis(d)] != of_arrays_[d]) return false;
    }
    const auto& size = job_.mesh.decomposition.zones[static_cast<std::size_t>(interface.donor)];
    return has_same_arrays(*lender, points_of({{0, 0, 0}, size.cells}, *there, job_.dimension()));
  }

  [[nodiscard]] bool has_same_arrays(const cgns::Node& lender, const Block& extents) const {
    return std::all_of(container_.children.begin(), container_.children.end(), [&](const cgns::Node& array) {
      if (array.label != "DataArray_t" || cgns::is_empty(array)) return true;
      const auto* same = lender.child(array.name);
      return same != nullptr && same->label == array.label && same->type == array.type && array.is_bulk() &&
             same->is_bulk() && plan::has_extents(*same, extents);
    });
  }

  const PieceJob& job_;
  const cgns::Node& container_;
  const Location& of_arrays_;
  const Location& location_;
};

/// The sides of the piece at which ghosts may come from across an interface.
std::vector<std::size_t> sides_of_zone(const PieceJob& job) {
  std::vector<std::size_t> sides;
  const auto& interfaces = job.mesh.ghost_interfaces[static_cast<std::size_t>(job.piece.zone)];
  for (std::size_t side = 0; side < 2 * job.dimension(); ++side) {
    const auto d = side / 2;
    const bool is_at_end = side % 2 == 1;
    const auto cells_before =
        is_at_end ? job.size().cells[d] - job.piece.cells.end[d] : job.piece.cells.begin[d];
    const bool has_interface =
        std::any_of(interfaces.begin(), interfaces.end(), [&](const GhostInterface& interface) {
          return interface.normal == d && interface.is_at_end == is_at_end;
        });
    if (cells_before < job.mesh.ghosts && has_interface) sides.push_back(side);
  }
  return sides;
}

/// The planes the piece keeps: the zone's rind on outer sides, and ghosts from neighbours at cuts.
Rind rind_at_cuts(const PieceJob& job, const Rind& rind) {
  Rind kept = {};
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    const auto before = job.piece.cells.begin[d];
    const auto after = job.size().cells[d] - job.piece.cells.end[d];
    kept[2 * d] = before == 0 ? rind[2 * d] : std::min(job.mesh.ghosts, before + rind[2 * d]);
    kept[2 * d + 1] = after == 0 ? rind[2 * d + 1] : std::min(job.mesh.ghosts, after + rind[2 * d + 1]);
  }
  return kept;
}

/// All subsets of `count` sides, as bit masks, the largest first.
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

GhostSides ghost_sides_of(const PieceJob& job, const cgns::Node& container, const Location& location,
                          const Rind& rind) {
  GhostSides result{.rind = rind_at_cuts(job, rind)};
  if (job.mesh.ghost_interfaces.empty()) return result;
  const auto own = points_of(job.piece.cells, location, job.dimension());
  const auto with_sides = [&](const std::vector<std::size_t>& sides, GhostSides& trial) {
    for (const auto side : sides) trial.rind[side] = job.mesh.ghosts;
    return Search(job, container, location, location)
        .run(with_rind(own, trial.rind, job.dimension()), trial.borrowed);
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

namespace {

/// Null if the interface has no such property.
const cgns::Node* property_of(const cgns::Node& interface, std::string_view label) {
  const auto* properties = interface.child_labelled("GridConnectivityProperty_t");
  return properties == nullptr ? nullptr : properties->child_labelled(label);
}

/// The ZoneGridConnectivity_t of the zone at each time step; empty if it does not say, nothing if that was
/// not read.
std::optional<std::vector<std::string>> containers_at_steps(const cgns::Node& zone) {
  const auto* iterative = zone.child_labelled("ZoneIterativeData_t");
  const auto* table = iterative == nullptr ? nullptr : iterative->child("ZoneGridConnectivityPointers");
  if (table == nullptr || table->type != cgns::DataType::C1) return std::vector<std::string>();
  if (table->data.empty()) return std::nullopt;
  return cgns::rows_of(*table);
}

/// False also if the values were not read.
bool is_only_shifted(const cgns::Node& periodic) {
  const auto* angle = periodic.child("RotationAngle");
  if (angle == nullptr) return true;
  const auto values = cgns::numbers_in(angle);
  return values && std::all_of(values->begin(), values->end(), [](double value) { return value == 0; });
}

/// True if a container of the zone already has rind planes.
bool has_rind(const cgns::Node& zone) {
  return std::any_of(zone.children.begin(), zone.children.end(), [](const cgns::Node& container) {
    const auto* rind = container.child_labelled("Rind_t");
    return rind != nullptr && std::any_of(rind->data.begin(), rind->data.end(),
                                          [](std::byte byte) { return byte != std::byte{0}; });
  });
}

/// The axis normal to the plane leads from the zone into the donor, whatever the sign in the Transform: the
/// points of the plane do not determine it. False if the donor's range is not a side of the donor.
bool set_normal(const ZoneSize& donor, GhostInterface& interface) {
  const auto b = static_cast<std::size_t>(std::abs(interface.axes[interface.normal])) - 1;
  const auto here = interface.first[interface.normal];
  const auto there = interface.offset[b] + (interface.axes[interface.normal] > 0 ? here : -here);
  if (there != 0 && there != donor.cells[b]) return false;
  const bool is_same_way = interface.is_at_end == (there == 0);
  interface.axes[interface.normal] = (is_same_way ? 1 : -1) * (static_cast<std::int64_t>(b) + 1);
  interface.offset[b] = there - (is_same_way ? here : -here);
  return true;
}

/// Nothing if a range is not a side of its zone.
std::optional<GhostInterface> ghost_interface(const WholeInterface& interface, const ZoneSize& zone,
                                              const ZoneSize& donor) {
  GhostInterface ghosts{.donor = interface.donor};
  std::size_t planes = 0;
  for (std::size_t d = 0; d < interface.dimension; ++d) {
    ghosts.first[d] = std::min(interface.range.begin[d], interface.range.end[d]) - 1;
    ghosts.last[d] = std::max(interface.range.begin[d], interface.range.end[d]) - 1;
    if (ghosts.first[d] != ghosts.last[d]) continue;
    ++planes;
    ghosts.normal = d;
    if (ghosts.first[d] != 0 && ghosts.first[d] != zone.cells[d]) return std::nullopt;
    ghosts.is_at_end = ghosts.first[d] != 0;
  }
  if (planes != 1) return std::nullopt;
  const auto origin = interface.across({1, 1, 1});
  for (std::size_t d = 0; d < interface.dimension; ++d) {
    ghosts.axes[d] = interface.transform[d];
    ghosts.offset[d] = origin[d] - 1;
  }
  if (!set_normal(donor, ghosts)) return std::nullopt;
  return ghosts;
}

/// Why an interface gives no ghosts; empty if it gives some. `always`: it holds at all time steps.
std::string_view why_no_ghosts(const cgns::Node& interface, bool always) {
  if (!always) return "does not hold at all time steps";
  // A mixing plane: beyond it there are averages of the donor, not its cells.
  if (property_of(interface, "AverageInterface_t") != nullptr)
    return "is an averaging interface (AverageInterface_t)";
  const auto* periodic = property_of(interface, "Periodic_t");
  if (periodic != nullptr && !is_only_shifted(*periodic))
    return "is rotated, and vectors would have to be rotated";
  return {};
}

void add_interfaces(const PieceJob& job, const cgns::Node& connectivity, bool always,
                    std::vector<GhostInterface>& interfaces) {
  for (const auto& node : connectivity.children) {
    if (node.label != "GridConnectivity1to1_t" || node.link) continue;
    const auto below = cgns::join(connectivity.name, node.name);
    const auto interface = read_interface(job, job.piece.zone, node, below);
    if (!interface) continue;
    const auto& donor = job.mesh.decomposition.zones[static_cast<std::size_t>(interface->donor)];
    if (donor.dimension != job.size().dimension) continue;
    auto ghosts = ghost_interface(*interface, job.size(), donor);
    if (!ghosts) continue;
    ghosts->is_shifted = property_of(node, "Periodic_t") != nullptr;
    const auto why = why_no_ghosts(node, always);
    if (why.empty()) {
      interfaces.push_back(*ghosts);
    } else {
      job.notes.add(plan::Note::Kind::warning, fmt::format("no ghost layers: {}", why),
                    fmt::format("{}/{}: gives no ghost layers, because it {}", job.size().path, below, why));
    }
  }
}

}  // namespace

std::vector<std::vector<GhostInterface>> ghost_interfaces_of(const Mesh& mesh, plan::Notes& notes) {
  std::vector<std::vector<GhostInterface>> all(mesh.zones.size());
  const plan::Plan none;
  FileBuilder file(none);
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    if (mesh.pieces_of_zone[z].empty() || has_rind(*mesh.zones[z])) continue;
    const PieceJob job{mesh, mesh.piece(mesh.pieces_of_zone[z].front()), file, notes};
    const auto names = containers_at_steps(*mesh.zones[z]);
    for (const auto& child : mesh.zones[z]->children) {
      if (child.label != "ZoneGridConnectivity_t" || child.link) continue;
      // One that no time step names holds at all of them.
      const auto steps = names ? std::ranges::count(*names, child.name) : 0;
      const bool always = names && (steps == 0 || steps == std::ssize(*names));
      add_interfaces(job, child, always, all[z]);
    }
  }
  return all;
}

std::vector<Borrowed> borrowed_ghosts(const Mesh& mesh, const StructuredPiece& piece,
                                      const cgns::Node& container, const Location& points) {
  if (mesh.ghosts == 0 || mesh.ghost_interfaces[static_cast<std::size_t>(piece.zone)].empty()) return {};
  const plan::Plan none;
  FileBuilder file(none);
  plan::Notes notes;
  const PieceJob job{mesh, piece, file, notes};
  const auto location = cgns::location_of_fields(container, job.dimension());
  if (!location) return {};
  const auto sides = ghost_sides_of(job, container, *location, {});
  std::vector<Borrowed> found;
  const auto own = points_of(piece.cells, points, job.dimension());
  Search(job, container, *location, points).run(with_rind(own, sides.rind, job.dimension()), found);
  return found;
}

}  // namespace pcgns::partition
