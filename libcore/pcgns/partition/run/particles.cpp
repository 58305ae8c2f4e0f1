#include "pcgns/partition/run/particles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/cell_points.hpp"
#include "pcgns/partition/run/distribution_context.hpp"

namespace pcgns::partition {

namespace {

using cgns::Node;
using Point = std::array<double, 3>;

constexpr std::array<std::string_view, 3> coordinate_names = {"CoordinateX", "CoordinateY", "CoordinateZ"};
constexpr std::int64_t cells_at_once = 4096;

std::int64_t count_of(const Node& zone) {
  const auto size = mesh::small_integers(&zone);
  return size.size() == 1 ? size.front() : -1;
}

/// The node with the coordinates, if it has reals for all particles.
const Node* coordinates_of(const Node& zone, std::int64_t count) {
  const auto* node = zone.child_labelled("ParticleCoordinates_t");
  const auto* x = node == nullptr || node->link ? nullptr : node->child(coordinate_names[0]);
  const auto is_sound = [&](std::string_view axis) {
    const auto* array = node->child(axis);
    return array == nullptr || (array->is_bulk() && cgns::is_real(array->type) &&
                                array->dims == std::vector<std::int64_t>{count});
  };
  return x != nullptr && std::all_of(coordinate_names.begin(), coordinate_names.end(), is_sound) ? node
                                                                                                 : nullptr;
}

/// False for zones that stay together: without coordinates, or with values of some particles only.
bool can_distribute(const Node& zone) {
  const auto count = count_of(zone);
  if (zone.label != "ParticleZone_t" || zone.link || count < 1) return false;
  return coordinates_of(zone, count) != nullptr &&
         std::none_of(zone.children.begin(), zone.children.end(), [&](const Node& child) {
           if (!cgns::holds_particles(child)) return false;
           return std::any_of(child.children.begin(), child.children.end(), [&](const Node& below) {
             const bool is_other = below.is_bulk() && below.dims != std::vector<std::int64_t>{count};
             return cgns::is_point_set(below) || is_other;
           });
         });
}

/// This rank's `mine` of the coordinates in `targets`.
std::vector<Point> points_in(par::Session& session, const mesh::Dataset& dataset,
                             const std::vector<int>& targets, Range mine) {
  std::vector<Point> points(static_cast<std::size_t>(mine.size()));
  for (std::size_t d = 0; d < targets.size(); ++d) {
    if (targets[d] < 0) continue;
    const auto share = mesh::read_share(session, dataset, targets[d]);
    mesh::Share part;
    part.type = share.type;
    part.bytes = mesh::fetch_range(session, share, mine);
    const auto values = mesh::reals_of(part);
    for (std::size_t i = 0; i < values.size(); ++i) points[i][d] = values[i];
  }
  return points;
}

/// A structured zone with its coordinates, or nothing if it has none without rind.
std::optional<mesh::Zone> structured_zone(const plan::Plan& plan, const Node& node, const ZoneSize& size) {
  mesh::Zone zone{.node = &node, .path = size.path, .dimension = size.dimension, .vertices = 1};
  for (int d = 0; d < size.dimension; ++d) zone.vertices *= size.cells[static_cast<std::size_t>(d)] + 1;
  const auto* grid = node.child("GridCoordinates");
  for (std::size_t d = 0; grid != nullptr && d < 3; ++d) {
    const auto* array = grid->child(coordinate_names[d]);
    if (array == nullptr || !array->is_bulk()) break;
    const auto& target = plan.targets[static_cast<std::size_t>(array->array)];
    if (!cgns::is_real(target.type) || cgns::count_of(target.dims) != zone.vertices) return std::nullopt;
    zone.coordinates.push_back(array->array);
  }
  if (zone.coordinates.empty()) return std::nullopt;
  return zone;
}

/// The vertices of cell `cell`, 1-based, in a zone with as many cells as `size`.
std::vector<std::int64_t> corners_of(const ZoneSize& size, const Index3& cell) {
  std::vector<std::int64_t> corners = {1};
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(size.dimension); ++d) {
    const auto before = corners.size();
    for (std::size_t i = 0; i < before; ++i) {
      corners[i] += cell[d] * stride;
      corners.push_back(corners[i] + stride);
    }
    stride *= size.cells[d] + 1;
  }
  return corners;
}

Index3 index_of(const ZoneSize& size, std::int64_t cell) {
  return {cell % size.cells[0], cell / size.cells[0] % size.cells[1], cell / size.cells[0] / size.cells[1]};
}

Point mean_of(const std::vector<std::int64_t>& corners, const mesh::Window& window) {
  kernel::Point sum;
  for (const auto corner : corners) sum = sum + window.at(corner);
  sum = 1.0 / static_cast<double>(corners.size()) * sum;
  return {sum.x, sum.y, sum.z};
}

/// A question for the nearest cell to a point.
struct Search {
  Point at = {};
  Nearest best = {};       ///< What the point has already.
  std::int64_t point = 0;  ///< Its index, for the rank that asks.
  std::int64_t rank = 0;   ///< Which is asked.
};

mesh::SpaceBox bounds_of(const std::vector<OwnedPoint>& points) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  mesh::SpaceBox box{.least = {infinity, infinity, infinity}, .most = {-infinity, -infinity, -infinity}};
  for (const auto& point : points) {
    for (std::size_t d = 0; d < 3; ++d) {
      box.least[d] = std::fmin(box.least[d], point.at[d]);
      box.most[d] = std::fmax(box.most[d], point.at[d]);
    }
  }
  return box;
}

/// The least square of a distance to a point in `box`, rounded as PointTree rounds.
double least_squared(const mesh::SpaceBox& box, const Point& at) {
  double squared = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto beyond = std::max({box.least[d] - at[d], at[d] - box.most[d], 0.0});
    squared += beyond * beyond;
  }
  return squared;
}

std::int64_t nearest_share(const std::vector<mesh::SpaceBox>& shares, const Point& at) {
  const auto nearer = [&](const mesh::SpaceBox& a, const mesh::SpaceBox& b) {
    return least_squared(a, at) < least_squared(b, at);
  };
  return std::ranges::min_element(shares, nearer) - shares.begin();
}

bool is_within(const std::vector<mesh::SpaceBox>& boxes, const Point& point) {
  return std::ranges::any_of(boxes, [&](const mesh::SpaceBox& box) { return box.contains(point); });
}

}  // namespace

bool has_particles(const plan::Plan& whole) {
  return std::any_of(whole.output.children.begin(), whole.output.children.end(), [](const Node& base) {
    return std::any_of(base.children.begin(), base.children.end(), can_distribute);
  });
}

void ParticleDistribution::add(const ZoneMesh& zone, const Distribution& cells,
                               const DistributedZone& distributed) {
  if (zone.zone.coordinates.empty()) return;
  auto& cloud = clouds_[zone.zone.base];
  const auto points = cell_centres(session_, dataset_, zone, cells.begins);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto part = static_cast<std::size_t>(cells.parts[i]);
    cloud.mine.push_back({.at = points[i],
                          .number = cloud.cells + cells.mine.begin + static_cast<std::int64_t>(i),
                          .owner = distributed.pieces[part].rank});
  }
  cloud.cells += cells.count();
  cloud.boxes.push_back(mesh::Coordinates(session_, dataset_, zone.zone).box());
}

/// The cells of a structured zone.
void ParticleDistribution::add_structured(std::size_t index) {
  const auto& size = mesh_.decomposition.zones[index];
  const auto zone = structured_zone(dataset_.plan, *mesh_.zones[index], size);
  if (!zone) return;
  auto& cloud = clouds_[mesh_.bases[index]];
  const mesh::Coordinates coordinates(session_, dataset_, *zone);
  cloud.boxes.push_back(coordinates.box());
  const auto begins = equal_begins(size.cell_count(), session_.size());
  const auto rank = static_cast<std::size_t>(session_.rank());
  const auto most = par::all_max(session_.comm(), begins[rank + 1] - begins[rank]);
  for (std::int64_t done = 0; done < most; done += cells_at_once) {
    std::vector<std::vector<std::int64_t>> cells;
    std::vector<std::int64_t> wanted;
    const auto begin = begins[rank] + done;
    for (auto cell = begin; cell < std::min(begin + cells_at_once, begins[rank + 1]); ++cell) {
      cells.push_back(corners_of(size, index_of(size, cell)));
      wanted.insert(wanted.end(), cells.back().begin(), cells.back().end());
    }
    const auto window = coordinates.window(wanted);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto cell = begin + static_cast<std::int64_t>(i);
      const auto piece = mesh_.near[index].owner_of(index_of(size, cell));
      cloud.mine.push_back({.at = mean_of(cells[i], window),
                            .number = cloud.cells + cell,
                            .owner = mesh_.piece(piece.value()).rank});
    }
  }
  cloud.cells += size.cell_count();
}

void ParticleDistribution::run(io::ScratchFile& scratch, DirectArrays& direct) {
  for (std::size_t zone = 0; zone < mesh_.zones.size(); ++zone) add_structured(zone);
  for (const auto& base : dataset_.plan.output.children) {
    for (const auto& zone : base.children) {
      if (can_distribute(zone)) distribute(base, zone, scratch, direct);
    }
  }
}

/// Makes a tree of this rank's cells; where those of the others are.
void ParticleDistribution::make_searchable(CellCloud& cloud) {
  if (cloud.tree) return;
  cloud.shares = par::gather_joined(session_.comm(), std::vector{bounds_of(cloud.mine)});
  cloud.tree.emplace(std::exchange(cloud.mine, {}));
}

/// Of each point within a zone: first on the rank whose cells are nearest by their bounds, then on all others
/// that may have a nearer cell, or one as near with a lower number.
void ParticleDistribution::find_nearest(const CellCloud& cloud, std::span<const Point> points,
                                        std::span<Nearest> nearest) {
  const auto owner_of = [](const Search& search) { return static_cast<int>(search.rank); };
  const auto ask = [&](const std::vector<Search>& searches) {
    return par::ask_owners(session_, searches, owner_of, [&](const Search& search) {
      auto best = search.best;
      cloud.tree->find(search.at, best);
      return best;
    });
  };
  std::vector<Search> first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_within(cloud.boxes, points[i])) continue;
    first.push_back({points[i], {}, static_cast<std::int64_t>(i), nearest_share(cloud.shares, points[i])});
  }
  const auto found = ask(first);
  std::vector<Search> others;
  for (std::size_t i = 0; i < first.size(); ++i) {
    nearest[static_cast<std::size_t>(first[i].point)] = found[i];
    for (std::int64_t rank = 0; rank < session_.size(); ++rank) {
      const auto least = least_squared(cloud.shares[static_cast<std::size_t>(rank)], first[i].at);
      if (rank != first[i].rank && least <= found[i].squared)
        others.push_back({first[i].at, found[i], first[i].point, rank});
    }
  }
  const auto rest = ask(others);
  for (std::size_t i = 0; i < others.size(); ++i) {
    auto& best = nearest[static_cast<std::size_t>(others[i].point)];
    if (std::tie(rest[i].squared, rest[i].number) < std::tie(best.squared, best.number)) best = rest[i];
  }
}

/// The rank of each of this rank's particles: of the nearest cell, or by number outside of every zone.
std::vector<std::int32_t> ParticleDistribution::ranks_of(CellCloud& cloud, const Node& coordinates,
                                                         std::int64_t count, Range mine,
                                                         std::int64_t& outside) {
  std::vector<int> targets;
  for (const auto axis : coordinate_names) {
    const auto* array = coordinates.child(axis);
    targets.push_back(array == nullptr ? -1 : array->array);
  }
  const auto points = points_in(session_, dataset_, targets, mine);
  std::vector<Nearest> nearest(points.size());
  make_searchable(cloud);
  // A particle may ask every rank.
  const auto most = std::max<std::int64_t>(
      1, dataset_.memory.buffer(16, 16 * mebi) / std::int64_t(sizeof(Search)) / session_.size());
  const auto rounds = par::all_max(session_.comm(), divide_up(std::ssize(points), most));
  for (std::int64_t round = 0; round < rounds; ++round) {
    const auto begin = static_cast<std::size_t>(std::min(round * most, std::ssize(points)));
    const auto size = std::min(static_cast<std::size_t>(most), points.size() - begin);
    find_nearest(cloud, std::span(points).subspan(begin, size), std::span(nearest).subspan(begin, size));
    session_.alive();
  }
  std::vector<std::int32_t> ranks;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    const auto number = mine.begin + static_cast<std::int64_t>(i);
    const bool is_outside = nearest[i].owner < 0;
    outside += is_outside ? 1 : 0;
    const auto by_number = number * mesh_.decomposition.partitions / count;
    ranks.push_back(static_cast<std::int32_t>(is_outside ? by_number : nearest[i].owner));
  }
  outside = par::all_sum(session_.comm(), outside);
  return ranks;
}

void ParticleDistribution::distribute(const Node& base, const Node& zone, io::ScratchFile& scratch,
                                      DirectArrays& direct) {
  const auto count = partition::count_of(zone);
  DistributedZone out;
  out.base = &base;
  out.zone = &zone;
  out.path = cgns::join(cgns::join("/", base.name), zone.name);
  const auto begins = equal_begins(count, session_.size());
  const auto rank = static_cast<std::size_t>(session_.rank());
  auto ranks = ranks_of(clouds_[&base], *coordinates_of(zone, count), count, {begins[rank], begins[rank + 1]},
                        out.outside);
  const auto parts = static_cast<std::size_t>(mesh_.decomposition.partitions);
  const auto distribution = distribution_of(session_, begins, std::move(ranks), parts);
  for (std::size_t part = 0; part < parts; ++part)
    out.pieces.push_back({.rank = static_cast<std::int64_t>(part), .vertices = distribution.totals[part]});
  const ZoneMesh no_mesh;
  const MeshDistribution no_distribution;
  DistributionContext context{session_, dataset_, scratch, direct, no_mesh, no_distribution, out};
  for (const auto& container : zone.children) {
    const auto path = cgns::join(out.path, container.name);
    std::vector<const cgns::Node*> arrays;
    for (const auto& node : container.children) {
      if (cgns::holds_particles(container) && node.is_bulk()) arrays.push_back(&node);
    }
    if (const auto* bad = distribute_values(context, arrays, path, distribution))
      throw node_error(cgns::join(path, bad->name), "does not have a value for each particle");
  }
  out.numbers.emplace_back("Particle", distribute_numbers(context, out.path, distribution));
  mesh_.particles.push_back(std::move(out));
}

}  // namespace pcgns::partition
