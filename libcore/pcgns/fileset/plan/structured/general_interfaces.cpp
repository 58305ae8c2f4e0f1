// general_interfaces.cpp: merges GridConnectivity_t of a structured zone, which pairs points of
// the owner with donor points.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <tuple>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/structured/interfaces.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

/// A point of the owner and its donor.
struct ConnectedPoint {
  std::int64_t key = -1;  ///< Key of the owner's point.
  Index3 donor = {};      ///< 1-based; only the first index in unstructured donors, none if they are split.
  std::size_t piece = 0;
  std::int64_t index = 0;  ///< Index in the arrays of the piece.
  std::int64_t place = 0;  ///< Position in the whole zone's list; 0 if unknown.

  friend bool operator<(const ConnectedPoint& a, const ConnectedPoint& b) {
    return std::tie(a.place, a.key, a.donor, a.piece, a.index) <
           std::tie(b.place, b.key, b.donor, b.piece, b.index);
  }
  [[nodiscard]] bool is_same_interface(const ConnectedPoint& other) const {
    return place == other.place && key == other.key && donor == other.donor;
  }
};

/// All pieces of an interface, in indices of the original zones.
struct ConnectedPoints {
  Donor donor;
  std::size_t donor_width = 0;  ///< Indices per donor point.
  cgns::DataType type = cgns::DataType::I4;
  std::vector<Region> regions;
  std::vector<ConnectedPoint> points;
  std::string problem;  ///< Why they cannot be mapped; empty if they can.
};

const cgns::Node* donor_set(const cgns::Node& interface) {
  const auto found = std::find_if(interface.children.begin(), interface.children.end(), cgns::is_donor_set);
  return found == interface.children.end() ? nullptr : &*found;
}

/// True if the range or list of an interface has more than one point.
bool has_several_points(const cgns::Node& interface) {
  return std::ranges::any_of(interface.children, [](const cgns::Node& set) {
    if (!is_point_set(set)) return false;
    if (set.label == "IndexArray_t") return !set.dims.empty() && cgns::count_of(set.dims) > set.dims.front();
    const auto range = cgns::integers_in(&set).value_or(std::vector<std::int64_t>{});
    const auto middle = range.begin() + std::ssize(range) / 2;
    return !std::equal(range.begin(), middle, middle, range.end());
  });
}

/// The points of a range from its first corner to its second, i fastest: the order pairs points with donors.
std::vector<std::int64_t> points_of_range(const std::vector<std::int64_t>& range) {
  const auto dimension = range.size() / 2;
  Index3 sizes = {1, 1, 1};
  for (std::size_t d = 0; d < dimension; ++d) sizes[d] = std::abs(range[d + dimension] - range[d]) + 1;
  std::vector<std::int64_t> points;
  Index3 p = {};
  for (p[2] = 0; p[2] < sizes[2]; ++p[2]) {
    for (p[1] = 0; p[1] < sizes[1]; ++p[1]) {
      for (p[0] = 0; p[0] < sizes[0]; ++p[0]) {
        for (std::size_t d = 0; d < dimension; ++d)
          points.push_back(range[d] + (range[d + dimension] < range[d] ? -p[d] : p[d]));
      }
    }
  }
  return points;
}

std::vector<std::int64_t> donors_of(const StructuredJob& zone, const PieceNode& interface, std::int64_t count,
                                    const std::string& below) {
  const auto* node = donor_set(*interface.node);
  if (node == nullptr) return {};
  const auto node_below = cgns::join(below, node->name);
  auto values = integers_of(zone, {interface.piece, node}, node_below);
  if (node->name != "PointRangeDonor") return values;
  // A corrupt range may name far more points than exist.
  std::int64_t points = values.empty() || values.size() % 2 != 0 || values.size() > 6 ? 0 : 1;
  for (std::size_t d = 0; points > 0 && d < values.size() / 2; ++d) {
    const auto extent = std::max(values[d], values[d + values.size() / 2]) -
                        std::min(values[d], values[d + values.size() / 2]) + 1;
    points = extent > count ? 0 : points * extent;
  }
  return points == count ? points_of_range(values) : std::vector<std::int64_t>{};
}

/// True for a donor zone whose points in the pieces have numbers in the whole zone.
bool has_numbers(const Donor& donor) { return donor.original != nullptr && !donor.original->structured; }

/// True if the list of the whole zone is that of its only piece.
bool is_whole_list(const ConnectedPoints& all) {
  if (all.regions.size() != 1) return false;
  const auto& region = all.regions.front();
  return region.is_box ? region.owned == region.whole : std::ranges::count(region.keys, -1) == 0;
}

/// Why donor points with `width` indices in a piece cannot be mapped; empty if they can.
std::string why_not_mapped(const Donor& donor, std::size_t width, const ConnectedPoints& all) {
  if (donor.original == nullptr) return {};
  const auto expected = has_numbers(donor) ? 1 : donor.original->dimension;
  if (expected != static_cast<int>(width)) return "its donor zone is split and of another zone type";
  if (!has_numbers(donor) || have_places(all.regions) || is_whole_list(all)) return {};
  return donor.original->pieces.size() > 1
             ? "its donor zone is split and unstructured, and its points have no positions in the whole list"
             : "its donor zone gets other numbers, and its points have no positions in the whole list";
}

/// Where the donors of the points of a region are, which ascend, if its range descends; otherwise empty.
std::vector<std::int64_t> places_of_donors(const StructuredJob& zone, const PieceNode& interface,
                                           const Region& region, const std::string& below) {
  if (!region.is_box) return {};
  const auto* range = interface.node->child(region.name);
  const auto ends = integers_of(zone, {interface.piece, range}, cgns::join(below, region.name));
  const auto dimension = zone.dimension();
  const auto middle = ends.begin() + static_cast<std::ptrdiff_t>(dimension);
  if (std::equal(ends.begin(), middle, middle, ends.end(), std::less_equal<>())) return {};
  std::vector<std::int64_t> places(static_cast<std::size_t>(region.count()));
  const auto points = points_of_range(ends);
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::int64_t ascending = 0;
    for (auto d = dimension; d-- > 0;) {
      const auto low = std::min(ends[d], ends[d + dimension]);
      ascending = ascending * region.whole.size(d) + points[i * dimension + d] - low;
    }
    places[static_cast<std::size_t>(ascending)] = static_cast<std::int64_t>(i);
  }
  return places;
}

/// Adds the points of one piece; returns the problem if it cannot.
std::string add_points(StructuredJob& zone, const PieceNode& interface, std::size_t piece,
                       const std::string& below, ConnectedPoints& all) {
  const auto& region = all.regions[piece];
  const auto count = region.count();
  const auto donors = donors_of(zone, interface, count, below);
  const auto* set = donor_set(*interface.node);
  const auto width = set == nullptr || set->dims.empty() || set->dims.front() < 0
                         ? 0
                         : static_cast<std::size_t>(set->dims.front());
  if (width == 0 || width > 3 || width * static_cast<std::size_t>(count) != donors.size()) {
    return "it does not have a donor for each point";
  }
  if (all.donor_width != 0 && width != all.donor_width) return "its pieces are inconsistent";
  all.donor_width = width;
  const auto donor = donor_of(zone, interface, below);
  const bool has_places = have_places(all.regions);
  if (auto problem = why_not_mapped(donor, width, all); !problem.empty()) return problem;
  const bool in_piece = donor.piece != nullptr;
  const auto keys = keys_of(zone, region);
  const auto pairs = places_of_donors(zone, interface, region, below);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] < 0) continue;
    const auto index = pairs.empty() ? static_cast<std::int64_t>(i) : pairs[i];
    ConnectedPoint point{.key = keys[i], .piece = piece, .index = index};
    if (has_places) point.place = region.places[i];
    for (std::size_t d = 0; d < width && !has_numbers(donor); ++d) {
      point.donor[d] = donors[static_cast<std::size_t>(index) * width + d];
      if (in_piece) point.donor[d] += donor.piece->cells[d].begin - donor.piece->ghosts[2 * d];
    }
    all.points.push_back(point);
  }
  return {};
}

ConnectedPoints read_points(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  ConnectedPoints all{.donor = donor_of(zone, nodes.front(), below),
                      .regions = regions_of(zone, nodes, below),
                      .points = {},
                      .problem = {}};
  all.type = type_of_point_sets(nodes);
  bool has_one_each = all.regions.size() == nodes.size();
  for (std::size_t i = 0; i < nodes.size() && has_one_each; ++i)
    has_one_each = all.regions[i].node == static_cast<int>(i);
  if (!has_one_each) {
    all.problem = "it does not have exactly one point range or list";
    return all;
  }
  for (std::size_t i = 0; i < nodes.size() && all.problem.empty(); ++i) {
    all.problem = add_points(zone, nodes[i], i, below, all);
  }
  // A single piece keeps its order, unless it records that of the whole list.
  if (nodes.size() == 1 && !have_places(all.regions)) return all;
  std::sort(all.points.begin(), all.points.end());
  const auto same = [](const ConnectedPoint& a, const ConnectedPoint& b) { return a.is_same_interface(b); };
  all.points.erase(std::unique(all.points.begin(), all.points.end(), same), all.points.end());
  return all;
}

bool is_between_pieces(const StructuredJob& zone, const ConnectedPoints& all) {
  if (all.donor.original != &zone.original || all.donor_width != zone.dimension()) return false;
  return std::all_of(all.points.begin(), all.points.end(), [&](const ConnectedPoint& point) {
    const auto owner = point_of(zone, point.key);
    for (std::size_t d = 0; d < zone.dimension(); ++d) {
      if (owner[d] + 1 != point.donor[d]) return false;
    }
    return true;
  });
}

/// Points of the owner: a range if the pieces were ranges that fill one without duplicates.
cgns::Node owner_node(StructuredJob& zone, const ConnectedPoints& all) {
  const PointSet set(zone, all.regions);
  if (set.box() && set.count() == static_cast<std::int64_t>(all.points.size()))
    return set.node(zone, all.type);
  std::vector<std::int64_t> values;
  for (const auto& joined : all.points) {
    const auto point = point_of(zone, joined.key);
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(point[d] + 1);
  }
  auto integers = stored(values, all.type);
  cgns::Node node{.name = "PointList",
                  .label = "IndexArray_t",
                  .type = integers.type,
                  .dims = {zone.original.dimension, static_cast<std::int64_t>(all.points.size())}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

cgns::Node donor_node(StructuredJob& zone, const ConnectedPoints& all, const cgns::Node& first) {
  std::vector<std::int64_t> values;
  for (const auto& point : all.points) {
    values.insert(values.end(), point.donor.begin(),
                  point.donor.begin() + static_cast<std::ptrdiff_t>(all.donor_width));
  }
  auto integers = stored(values, first.type);
  cgns::Node node{
      .name = first.name == "PointRangeDonor" ? "PointListDonor" : first.name,
      .label = "IndexArray_t",
      .type = integers.type,
      .dims = {static_cast<std::int64_t>(all.donor_width), static_cast<std::int64_t>(all.points.size())}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

/// Array of the positions in the whole list that the points of a piece have, which count from 1.
int places_in_list(StructuredJob& zone, const ConnectedPoints& all, const PieceNode& interface) {
  const auto* metadata = interface.node->child(numbering_name);
  if (const auto* places = metadata == nullptr ? nullptr : metadata->child(index_name))
    return array_of(zone, *places);
  std::vector<std::int64_t> places(all.points.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[static_cast<std::size_t>(all.points[i].index)] = static_cast<std::int64_t>(i) + 1;
  auto integers = stored(places, cgns::DataType::I8);
  return add_values(zone.job, integers.type, {std::ssize(places)}, std::move(integers.bytes));
}

/// The same in an unstructured zone that is split: numbers in its pieces become those in the zone.
cgns::Node numbered_donors(StructuredJob& zone, const ConnectedPoints& all, const PieceNodes& interfaces,
                           const std::string& below) {
  const auto& first = *donor_set(*interfaces.front().node);
  const auto location =
      first.name == "CellListDonor" ? std::string("CellCenter") : cgns::location_of(*interfaces.front().node);
  const Facts facts(zone.job);
  Mesh mesh(zone.job, facts, all.donor.place.original);
  plan::Composite composite;
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    const auto& interface = interfaces[i];
    if (all.regions[i].count() == 0) continue;
    const auto piece = donor_of(zone, interface, below).place.piece;
    composite.indexed.push_back({.source = array_of(zone, *donor_set(*interface.node)),
                                 .numbers = places_in_list(zone, all, interface),
                                 .count = all.regions[i].count(),
                                 .part = interface.piece,
                                 .numbering = mesh.numbering_at(location, piece),
                                 .may_share = true});
  }
  const auto type = stored({mesh.largest_at(location)}, first.type).type;
  cgns::Node node{
      .name = first.name, .label = first.label, .type = type, .dims = {1, std::ssize(all.points)}};
  node.array = add_composite(zone.job, cgns::join(cgns::join(zone.path, below), first.name), type, node.dims,
                             std::move(composite));
  return node;
}

cgns::Node values_node(StructuredJob& zone, const ConnectedPoints& all, const PieceNodes& arrays,
                       std::int64_t width, const std::string& below) {
  require_one_type(zone, arrays, below);
  std::vector<int> sources;
  for (const auto& at : arrays) sources.push_back(array_of(zone, *at.node));
  const auto total = static_cast<std::int64_t>(all.points.size());
  plan::Composite composite;
  for (std::int64_t i = 0; i < total; ++i) {
    const auto& point = all.points[static_cast<std::size_t>(i)];
    add_run(composite, {.array = sources[point.piece],
                        .source_total = all.regions[point.piece].count(),
                        .source = point.index,
                        .target_total = total,
                        .target = i,
                        .width = width});
  }
  const auto& first = *arrays.front().node;
  cgns::Node node{.name = first.name, .label = first.label, .type = first.type};
  node.dims = first.dims.size() == 1 ? std::vector{width * total} : std::vector{width, total};
  node.array =
      add_composite(zone.job, cgns::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, arrays, below, node);
  return node;
}

/// Values per point of `arrays`; 0 if they do not have them.
std::int64_t width_in(const StructuredJob& zone, const ConnectedPoints& all, const PieceNodes& arrays) {
  const bool may_be = arrays.front().node->label == "DataArray_t" && !are_uncut(zone, arrays);
  return may_be ? width_of(arrays, all.regions) : 0;
}

/// Keeps pieces that cannot be mapped unchanged.
void keep_pieces(StructuredJob& zone, const PieceNodes& nodes, const std::string& below,
                 const std::string& why) {
  const auto path = cgns::join(zone.path, below);
  zone.per_rank.take(zone.job.merge, sources_of(zone.original, nodes), path);
  zone.job.merge.notes.add(plan::Note::Kind::loss, "interfaces not mapped",
                           fmt::format("{}: is kept under {}/<rank> as in the pieces, because {}", path,
                                       fileset::per_rank_name, why));
}

/// True for a piece without donors; with one point, a single donor may stand for none, too.
bool may_lack_donors(const PieceNode& at) { return lacks_donors(*at.node) || !has_several_points(*at.node); }

/// The node with the names that `donors` and interfaces have in the whole mesh.
cgns::Node named_as_in_whole(const PieceNode& at, const cgns::Node& donors) {
  auto node = *at.node;
  node.type = donors.type;
  node.dims = donors.dims;
  node.data = donors.data;
  std::erase_if(node.children,
                [&](const cgns::Node& child) { return is_interface_metadata(*at.node, child); });
  for (auto& child : node.children) {
    if (child.name == "GridConnectivityDonorName") cgns::set_text(child, opposite_name({}, *at.node, child));
  }
  return node;
}

/// An interface without donors has its points in the whole zone as a boundary condition has.
std::optional<cgns::Node> unite_without_donors(StructuredJob& zone, const PieceNodes& nodes,
                                               const std::string& name, const std::string& below) {
  PieceNodes named;
  // Some pieces may name a zone with its base.
  const auto donors = cgns::text_node({}, {}, donor_names(zone, nodes.front()));
  for (const auto& at : nodes)
    named.push_back({at.piece, &zone.made.emplace_back(named_as_in_whole(at, donors))});
  auto node = unite_point_set(zone, named, below);
  if (node) node->name = name;
  return node;
}

}  // namespace

bool lacks_donors(const cgns::Node& interface) {
  const auto* donors = donor_set(interface);
  if (donors == nullptr) return true;
  const bool is_single = donors->label == "IndexArray_t" && donors->dims.size() == 2 && donors->dims[1] == 1;
  return is_single && has_several_points(interface);
}

std::optional<cgns::Node> unite_general_interface(StructuredJob& zone, const PieceNodes& nodes,
                                                  const std::string& name, const std::string& below) {
  const auto interface_below = cgns::join(below, name);
  if (std::ranges::any_of(nodes, [](const PieceNode& at) { return lacks_donors(*at.node); })) {
    if (std::ranges::all_of(nodes, may_lack_donors)) {
      add_united(zone, nodes, name);
      return unite_without_donors(zone, nodes, name, interface_below);
    }
    keep_pieces(zone, nodes, interface_below, "only some of its pieces have donors");
    return std::nullopt;
  }
  const auto all = read_points(zone, nodes, interface_below);
  if (!all.problem.empty()) {
    keep_pieces(zone, nodes, interface_below, all.problem);
    return std::nullopt;
  }
  const auto& first = *nodes.front().node;
  const bool has_points_left = !all.points.empty();
  if (has_points_left && !has_original_name(first) && is_between_pieces(zone, all)) return std::nullopt;
  add_united(zone, nodes, name);
  if (!has_points_left) return std::nullopt;
  auto node = cgns::text_node(name, "GridConnectivity_t", all.donor.name);
  for (const auto& at : nodes) fileset::add_extras(node, *at.node);
  bool has_points = false;
  for (const auto& group : grouped(nodes)) {
    const auto& child = group.first();
    const auto child_below = cgns::join(interface_below, group.name);
    if (is_metadata(child) || is_interface_metadata(first, child)) continue;
    if (is_point_set(child)) {
      if (!std::exchange(has_points, true))
        node.children.push_back(completed(zone, owner_node(zone, all), point_sets_of(nodes), child_below));
    } else if (cgns::is_donor_set(child)) {
      auto donors = has_numbers(all.donor) ? numbered_donors(zone, all, nodes, interface_below)
                                           : donor_node(zone, all, child);
      node.children.push_back(completed(zone, std::move(donors), group.nodes, child_below));
    } else if (child.name == "GridConnectivityDonorName") {
      node.children.push_back(united_opposite(zone, group, nodes, interface_below));
    } else if (const auto width = width_in(zone, all, group.nodes); width > 0) {
      node.children.push_back(values_node(zone, all, group.nodes, width, child_below));
    } else if (auto united = unite(zone, group.nodes, child_below)) {
      node.children.push_back(*std::move(united));
    }
  }
  add_own_nodes(zone, nodes, interface_below, node);
  return node;
}

}  // namespace pcgns::fileset
