// GridConnectivity_t of a structured zone: points of the owner, and for each of them one of the donor.

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "pcgns/assemble/structured_joins.hpp"
#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::assemble {

namespace {

/// A point of the owner and its donor.
struct JoinedPoint {
  std::int64_t key = -1;  ///< Of the owner.
  Index3 donor = {};      ///< 1-based; in a donor that is unstructured, the first is all.
  std::size_t piece = 0;
  std::int64_t index = 0;  ///< In the arrays of the piece.
  std::int64_t place = 0;  ///< In the list of the zone; 0 where that is not known.

  friend bool operator<(const JoinedPoint& a, const JoinedPoint& b) {
    return std::tie(a.place, a.key, a.donor, a.piece, a.index) <
           std::tie(b.place, b.key, b.donor, b.piece, b.index);
  }
  [[nodiscard]] bool is_same_join(const JoinedPoint& other) const {
    return place == other.place && key == other.key && donor == other.donor;
  }
};

/// All pieces of a join, in the indices of the original zones.
struct JoinedPoints {
  Donor donor;
  std::size_t donor_width = 0;  ///< Indices of a donor's point.
  tree::DataType type = tree::DataType::I4;
  std::vector<Region> regions;
  std::vector<JoinedPoint> points;
  std::string problem;  ///< Why they cannot be mapped; empty if they can.
};

bool is_donor_set(const tree::Node& node) {
  return node.name == "PointListDonor" || node.name == "CellListDonor" || node.name == "PointRangeDonor";
}

const tree::Node* donor_set(const tree::Node& join) {
  const auto found = std::find_if(join.children.begin(), join.children.end(), is_donor_set);
  return found == join.children.end() ? nullptr : &*found;
}

/// The donors of a range from its first to its last point, i fastest.
std::vector<std::int64_t> points_of_range(const std::vector<std::int64_t>& range) {
  const auto dimension = range.size() / 2;
  Index3 low = {1, 1, 1};
  Index3 high = {1, 1, 1};
  for (std::size_t d = 0; d < dimension; ++d) {
    low[d] = std::min(range[d], range[d + dimension]);
    high[d] = std::max(range[d], range[d + dimension]);
  }
  std::vector<std::int64_t> points;
  Index3 p = {};
  for (p[2] = low[2]; p[2] <= high[2]; ++p[2]) {
    for (p[1] = low[1]; p[1] <= high[1]; ++p[1]) {
      for (p[0] = low[0]; p[0] <= high[0]; ++p[0]) {
        points.insert(points.end(), p.begin(), p.begin() + static_cast<std::ptrdiff_t>(dimension));
      }
    }
  }
  return points;
}

std::vector<std::int64_t> donors_of(const StructuredJob& zone, const Piece& join, std::int64_t count,
                                    const std::string& below) {
  const auto* node = donor_set(*join.node);
  if (node == nullptr) return {};
  const auto node_below = tree::join(below, node->name);
  auto values = integers_of(zone, {join.part, node}, node_below);
  if (node->name != "PointRangeDonor") return values;
  // A range may name far more points than there are.
  std::int64_t points = values.empty() || values.size() % 2 != 0 || values.size() > 6 ? 0 : 1;
  for (std::size_t d = 0; points > 0 && d < values.size() / 2; ++d) {
    const auto extent = std::max(values[d], values[d + values.size() / 2]) -
                        std::min(values[d], values[d + values.size() / 2]) + 1;
    points = extent > count ? 0 : points * extent;
  }
  return points == count ? points_of_range(values) : std::vector<std::int64_t>{};
}

/// Adds the points of one piece; says what is wrong if it cannot.
std::string add_points(StructuredJob& zone, const Piece& join, std::size_t piece, const std::string& below,
                       JoinedPoints& all) {
  const auto& region = all.regions[piece];
  const auto count = region.count();
  const auto donors = donors_of(zone, join, count, below);
  const auto* set = donor_set(*join.node);
  const auto width = set == nullptr || set->dims.empty() || set->dims.front() < 0
                         ? 0
                         : static_cast<std::size_t>(set->dims.front());
  if (width == 0 || width > 3 || width * static_cast<std::size_t>(count) != donors.size()) {
    return "it has no donor for each of its points";
  }
  if (all.donor_width != 0 && width != all.donor_width) return "its pieces do not go together";
  all.donor_width = width;
  const auto donor = donor_of(zone, join, below);
  const bool in_part = donor.part != nullptr;
  if (in_part && (!donor.original->structured || donor.original->dimension != static_cast<int>(width))) {
    return "its donors are in a zone of another kind that is in parts";
  }
  const auto keys = keys_of(zone, region);
  const bool has_places = have_places(all.regions);
  for (std::int64_t i = 0; i < count; ++i) {
    if (keys[static_cast<std::size_t>(i)] < 0) continue;
    JoinedPoint point{.key = keys[static_cast<std::size_t>(i)], .piece = piece, .index = i};
    if (has_places) point.place = region.places[static_cast<std::size_t>(i)];
    for (std::size_t d = 0; d < width; ++d) {
      point.donor[d] = donors[static_cast<std::size_t>(i) * width + d];
      if (in_part) point.donor[d] += donor.part->cells[d].begin - donor.part->ghosts[2 * d];
    }
    all.points.push_back(point);
  }
  return {};
}

JoinedPoints read_points(StructuredJob& zone, const Pieces& pieces, const std::string& below) {
  JoinedPoints all{.donor = donor_of(zone, pieces.front(), below),
                   .regions = regions_of(zone, pieces, below),
                   .points = {},
                   .problem = {}};
  all.type = type_of_point_sets(pieces);
  if (all.regions.size() != pieces.size()) {
    all.problem = "it has not one range or list of points";
    return all;
  }
  for (std::size_t i = 0; i < pieces.size() && all.problem.empty(); ++i) {
    all.problem = add_points(zone, pieces[i], i, below, all);
  }
  if (pieces.size() == 1) return all;  // One piece alone still has the order that it had.
  std::sort(all.points.begin(), all.points.end());
  const auto same = [](const JoinedPoint& a, const JoinedPoint& b) { return a.is_same_join(b); };
  all.points.erase(std::unique(all.points.begin(), all.points.end(), same), all.points.end());
  return all;
}

bool is_between_parts(const StructuredJob& zone, const JoinedPoints& all) {
  if (all.donor.original != &zone.original || all.donor_width != zone.dimension()) return false;
  return std::all_of(all.points.begin(), all.points.end(), [&](const JoinedPoint& point) {
    const auto owner = point_of(zone, point.key);
    for (std::size_t d = 0; d < zone.dimension(); ++d) {
      if (owner[d] + 1 != point.donor[d]) return false;
    }
    return true;
  });
}

/// The owner's points: a range where they were ranges and fill one, each once.
tree::Node owner_node(StructuredJob& zone, const JoinedPoints& all) {
  const PointSet set(zone, all.regions);
  if (set.box() && set.count() == static_cast<std::int64_t>(all.points.size()))
    return set.node(zone, all.type);
  std::vector<std::int64_t> values;
  for (const auto& joined : all.points) {
    const auto point = point_of(zone, joined.key);
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(point[d] + 1);
  }
  auto integers = stored(values, all.type);
  tree::Node node{.name = "PointList",
                  .label = "IndexArray_t",
                  .type = integers.type,
                  .dims = {zone.original.dimension, static_cast<std::int64_t>(all.points.size())}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

tree::Node donor_node(StructuredJob& zone, const JoinedPoints& all, const tree::Node& first) {
  std::vector<std::int64_t> values;
  for (const auto& point : all.points) {
    values.insert(values.end(), point.donor.begin(),
                  point.donor.begin() + static_cast<std::ptrdiff_t>(all.donor_width));
  }
  auto integers = stored(values, first.type);
  tree::Node node{
      .name = first.name == "PointRangeDonor" ? "PointListDonor" : first.name,
      .label = "IndexArray_t",
      .type = integers.type,
      .dims = {static_cast<std::int64_t>(all.donor_width), static_cast<std::int64_t>(all.points.size())}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

/// Values a point of arrays like InterpolantsDonor; 0 if they have not as many for each.
std::int64_t width_of(const JoinedPoints& all, const Pieces& arrays) {
  if (arrays.size() != all.regions.size()) return 0;
  std::int64_t width = 0;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto total = tree::count_of(arrays[i].node->dims);
    const auto count = all.regions[i].count();
    if (count == 0 || total == 0 || total % count != 0) return 0;
    if (width != 0 && width != total / count) return 0;
    width = total / count;
  }
  return width;
}

tree::Node values_node(StructuredJob& zone, const JoinedPoints& all, const Pieces& arrays, std::int64_t width,
                       const std::string& below) {
  require_one_type(zone, arrays, below);
  std::vector<int> sources;
  for (const auto& piece : arrays) sources.push_back(array_of(zone, *piece.node));
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
  tree::Node node{.name = first.name, .label = first.label, .type = first.type};
  node.dims =
      width == 1 && first.dims.size() == 1 ? std::vector<std::int64_t>{total} : std::vector{width, total};
  node.array =
      add_composite(zone.job, tree::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, arrays, below, node);
  return node;
}

/// What cannot be mapped stays as the parts have it.
void keep_pieces(StructuredJob& zone, const Pieces& pieces, const std::string& below,
                 const std::string& why) {
  const auto path = tree::join(zone.path, below);
  zone.per_rank.take(zone.job.merge, sources_of(zone, pieces), path);
  zone.job.merge.notes.add(
      plan::Note::Kind::loss, "joins not mapped",
      fmt::format("{}: is kept under {}/<rank> as the parts have it, as {}", path, plan::per_rank_name, why));
}

}  // namespace

std::optional<tree::Node> unite_general_join(StructuredJob& zone, const Pieces& pieces,
                                             const std::string& name, const std::string& below) {
  const auto join_below = tree::join(below, name);
  const auto all = read_points(zone, pieces, join_below);
  if (!all.problem.empty()) {
    keep_pieces(zone, pieces, join_below, all.problem);
    return std::nullopt;
  }
  if (all.points.empty() || is_between_parts(zone, all)) return std::nullopt;
  auto node = tree::text_node(name, "GridConnectivity_t", all.donor.name);
  for (const auto& piece : pieces) plan::add_extras(node, *piece.node);
  bool has_points = false;
  for (const auto& group : grouped(pieces)) {
    const auto& child = *group.pieces.front().node;
    const auto child_below = tree::join(join_below, group.name);
    if (is_mark(child) || is_join_mark(child)) continue;
    if (is_point_set(child)) {
      if (!std::exchange(has_points, true)) node.children.push_back(owner_node(zone, all));
    } else if (is_donor_set(child)) {
      node.children.push_back(donor_node(zone, all, child));
    } else if (child.name == "GridConnectivityDonorName") {
      node.children.push_back(tree::text_node(child.name, child.label, opposite_name(all.donor, child)));
    } else if (child.label == "DataArray_t" && width_of(all, group.pieces) > 0) {
      node.children.push_back(values_node(zone, all, group.pieces, width_of(all, group.pieces), child_below));
    } else if (auto united = unite(zone, group.pieces, child_below)) {
      node.children.push_back(*std::move(united));
    }
  }
  return node;
}

}  // namespace pcgns::assemble
