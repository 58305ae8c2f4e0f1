// Nodes that belong to some points of a zone: BC_t, ZoneSubRegion_t, OversetHoles_t, user data.
//
// Each part has a piece of the points, and of the arrays that have a value for each of them.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/assemble/structured_ranges.hpp"

namespace pcgns::assemble {

namespace {

/// The points of one node in all parts that have some.
struct Points {
  Pieces pieces;
  std::vector<Region> regions;
};

/// Leaves the pieces that have points, and numbers them anew.
Points with_points(const Pieces& pieces, std::vector<Region> regions) {
  Points points;
  std::vector<int> numbers(pieces.size(), -1);
  std::erase_if(regions, [](const Region& region) { return region.is_empty(); });
  for (auto& region : regions) {
    auto& number = numbers[static_cast<std::size_t>(region.piece)];
    if (number < 0) {
      number = static_cast<int>(points.pieces.size());
      points.pieces.push_back(pieces[static_cast<std::size_t>(region.piece)]);
    }
    region.piece = number;
  }
  points.regions = std::move(regions);
  return points;
}

/// True if each piece has one region only, so that it is clear what its arrays are of.
bool is_one_each(const Points& points) { return points.regions.size() == points.pieces.size(); }

/// The regions of the pieces that are in `arrays` too.
std::vector<Region> regions_for(const Points& points, const Pieces& arrays) {
  std::vector<Region> regions;
  std::size_t next = 0;
  for (const auto& region : points.regions) {
    if (next < arrays.size() && arrays[next].part == region.part) {
      regions.push_back(region);
      ++next;
    }
  }
  return regions;
}

void require_in_all_pieces(const StructuredJob& zone, const Points& points, const Pieces& arrays,
                           const std::string& below) {
  for (std::size_t i = 0; i < points.pieces.size(); ++i) {
    const auto& piece = points.pieces[i];
    if (i < arrays.size() && arrays[i].part == piece.part) continue;
    const auto& there = arrays.front();
    throw zone.error(
        piece, below,
        fmt::format("is not there, but {} is in {}", zone.path_in(there.part, below), zone.file_of(there)));
  }
}

/// Values a point that `arrays` have; 0 if they do not go with `regions`.
std::int64_t width_of(const Pieces& arrays, const std::vector<Region>& regions) {
  std::int64_t width = 0;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto total = tree::count_of(arrays[i].node->dims);
    const auto count = regions[i].count();
    if (count == 0 || total == 0 || total % count != 0) return 0;
    if (width != 0 && total / count != width) return 0;
    width = total / count;
  }
  return width;
}

/// One value that goes for all points.
bool is_uniform(const Pieces& arrays) {
  return std::all_of(arrays.begin(), arrays.end(),
                     [](const Piece& piece) { return tree::count_of(piece.node->dims) == 1; });
}

/// Whether uniform values are the same may show only when they are moved: then they are compared there.
tree::Node unite_uniform(StructuredJob& zone, const Pieces& arrays, const std::string& below) {
  const auto& contents = zone.job.merge.survey.contents;
  const bool known = std::all_of(arrays.begin(), arrays.end(), [&](const Piece& piece) {
    return !piece.node->is_bulk() || contents.contains(piece.node->array);
  });
  if (known) {
    if (auto node = unite(zone, arrays, below)) return *std::move(node);
  }
  require_one_type(zone, arrays, below);
  const auto& first = *arrays.front().node;
  for (const auto& piece : arrays) {
    if (piece.node->data.empty() || piece.node->data == first.data || first.data.empty()) continue;
    throw zone.error(piece, below, fmt::format("is not as in {}", zone.file_of(arrays.front())));
  }
  plan::Composite composite;
  for (const auto& piece : arrays) {
    composite.boxes.push_back({.source = array_of(zone, *piece.node), .shared = !composite.boxes.empty()});
  }
  tree::Node node{.name = first.name, .label = first.label, .type = first.type, .dims = first.dims};
  node.array =
      add_composite(zone.job, tree::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, arrays, below, node);
  return node;
}

/// An array with `width` values for each point of `regions`.
tree::Node unite_values(StructuredJob& zone, const Pieces& arrays, const std::vector<Region>& regions,
                        std::int64_t width, const std::string& below) {
  require_one_label(zone, arrays, below);
  require_one_type(zone, arrays, below);
  std::vector<int> sources;
  for (const auto& piece : arrays) sources.push_back(array_of(zone, *piece.node));
  const PointSet set(zone, regions);
  const auto& first = *arrays.front().node;
  tree::Node node{.name = first.name, .label = first.label, .type = first.type};
  if (first.dims.size() > 1 && first.dims.front() == width) node.dims = {width, set.count()};
  if (node.dims.empty()) node.dims = {width * set.count()};
  node.array = add_composite(zone.job, tree::join(zone.path, below), node.type, node.dims,
                             set.composite(zone, regions, sources, width));
  add_children(zone, arrays, below, node);
  return node;
}

[[noreturn]] void throw_wrong_length(const StructuredJob& zone, const Pieces& arrays,
                                     const std::vector<Region>& regions, const std::string& below) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto total = tree::count_of(arrays[i].node->dims);
    if (total == regions[i].count()) continue;
    throw zone.error(arrays[i], below, fmt::format("has {} values for {} points", total, regions[i].count()));
  }
  throw zone.error(arrays.front(), below, "has not the same number of values a point in all parts");
}

/// Which points an array of one value each goes with: those of the node, or what lies between its vertices.
class ArrayPoints {
 public:
  ArrayPoints(const StructuredJob& zone, const Points& points, bool prefers_between) : points_(points) {
    const auto between = between_vertices(zone, points.regions);
    candidates_.push_back(points.regions);
    if (between) candidates_.push_back(*between);
    if (between && prefers_between) std::swap(candidates_.front(), candidates_.back());
  }

  /// The regions that `arrays` go with, one for each; nothing if there are none.
  [[nodiscard]] std::optional<std::vector<Region>> of(const Pieces& arrays) const {
    for (const auto& candidate : candidates_) {
      auto regions = regions_for({points_.pieces, candidate}, arrays);
      if (regions.size() == arrays.size() && width_of(arrays, regions) == 1) return regions;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Region> likeliest(const Pieces& arrays) const {
    return regions_for({points_.pieces, candidates_.front()}, arrays);
  }

 private:
  const Points& points_;
  std::vector<std::vector<Region>> candidates_;
};

tree::Node unite_point_array(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                             const Pieces& arrays, const std::string& below) {
  require_in_all_pieces(zone, points, arrays, below);
  require_one_label(zone, arrays, below);
  const auto regions = array_points.of(arrays);
  // Where every piece is one point, one value may be that point's or go for all: they differ in the former
  // case only.
  const bool one_point = regions && regions->size() == 1;
  if (is_uniform(arrays) && (!regions || one_point)) return unite_uniform(zone, arrays, below);
  if (!regions) throw_wrong_length(zone, arrays, array_points.likeliest(arrays), below);
  return unite_values(zone, arrays, *regions, 1, below);
}

/// BCData_t: arrays with a value for each point, or one for all.
tree::Node unite_bc_data(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                         const Pieces& pieces, const std::string& below) {
  require_in_all_pieces(zone, points, pieces, below);
  auto node = unite_alone(zone, pieces, below);
  for (const auto& group : grouped(pieces)) {
    const auto child_below = tree::join(below, group.name);
    if (is_mark(*group.pieces.front().node)) continue;
    if (group.pieces.front().node->label == "DataArray_t") {
      node.children.push_back(unite_point_array(zone, points, array_points, group.pieces, child_below));
    } else if (auto child = unite(zone, group.pieces, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

bool has_point_set(const Piece& piece) {
  return std::any_of(piece.node->children.begin(), piece.node->children.end(), is_point_set);
}

/// The points of the data sets themselves, or those of their BC.
Points points_of_data_set(const StructuredJob& zone, const Points& of_bc, const Pieces& pieces,
                          const std::string& below) {
  if (!std::any_of(pieces.begin(), pieces.end(), has_point_set)) return of_bc;
  return with_points(pieces, regions_of(zone, pieces, below));
}

bool is_between_vertices(const Pieces& data_sets) {
  return std::any_of(data_sets.begin(), data_sets.end(), [](const Piece& piece) {
    return !has_point_set(piece) && grid_location(*piece.node) != "Vertex";
  });
}

std::optional<tree::Node> unite_data_set(StructuredJob& zone, const Points& of_bc, const Pieces& all,
                                         const std::string& below) {
  const auto points = points_of_data_set(zone, of_bc, all, below);
  if (points.pieces.empty()) return std::nullopt;
  const bool has_own = std::any_of(all.begin(), all.end(), has_point_set);
  const auto& pieces = has_own ? points.pieces : all;
  if (!has_own) require_in_all_pieces(zone, points, pieces, below);
  const ArrayPoints array_points(zone, points, is_between_vertices(pieces));
  auto node = unite_alone(zone, pieces, below);
  bool has_points = false;
  for (const auto& group : grouped(pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    if (is_point_set(first)) {
      const PointSet set(zone, points.regions);
      if (!has_points) node.children.push_back(set.node(zone, type_of_point_sets(pieces)));
      has_points = true;
    } else if (first.label == "BCData_t") {
      node.children.push_back(unite_bc_data(zone, points, array_points, group.pieces, child_below));
    } else if (auto child = unite(zone, group.pieces, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

tree::Node unite_normals(StructuredJob& zone, const Points& points, const Pieces& arrays,
                         const std::string& below) {
  require_in_all_pieces(zone, points, arrays, below);
  const auto regions = regions_for(points, arrays);
  const auto width = width_of(arrays, regions);
  if (width == 0) throw_wrong_length(zone, arrays, regions, below);
  return unite_values(zone, arrays, regions, width, below);
}

/// A child of a node with points that is neither a range nor a list of them.
std::optional<tree::Node> unite_member(StructuredJob& zone, const Points& points,
                                       const ArrayPoints& array_points, const PieceGroup& group,
                                       const std::string& parent_label, const std::string& below) {
  const auto& first = *group.pieces.front().node;
  if (!is_one_each(points)) return unite(zone, group.pieces, below);
  if (first.name == "InwardNormalList") return unite_normals(zone, points, group.pieces, below);
  if (first.label == "BCDataSet_t") return unite_data_set(zone, points, group.pieces, below);
  if (first.label == "DataArray_t" && parent_label == "ZoneSubRegion_t") {
    return unite_point_array(zone, points, array_points, group.pieces, below);
  }
  if (first.label == "DataArray_t" && parent_label == "UserDefinedData_t") {
    if (group.pieces.size() == points.pieces.size() && array_points.of(group.pieces)) {
      return unite_point_array(zone, points, array_points, group.pieces, below);
    }
  }
  return unite(zone, group.pieces, below);
}

/// A GridLocation_t that goes with the points.
std::optional<tree::Node> unite_location(StructuredJob& zone, const Points& points, const PieceGroup& group,
                                         const std::string& below) {
  if (!means_vertices(zone, points.pieces, below))
    return unite(zone, group.pieces, tree::join(below, group.name));
  zone.job.merge.notes.add(
      plan::Note::Kind::warning, "ranges of vertices",
      fmt::format("{}: has ranges of vertices, and the GridLocation {}; it becomes Vertex",
                  tree::join(zone.path, below), grid_location(*points.pieces.front().node)));
  return tree::text_node(group.name, "GridLocation_t", "Vertex");
}

/// The node of `points`, and all below it.
tree::Node unite_with_points(StructuredJob& zone, const Points& points, const std::string& below) {
  auto node = unite_alone(zone, points.pieces, below);
  const ArrayPoints array_points(zone, points, false);
  bool has_points = false;
  for (const auto& group : grouped(points.pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    if (is_point_set(first)) {
      const PointSet set(zone, points.regions);
      if (!has_points) node.children.push_back(set.node(zone, type_of_point_sets(points.pieces)));
      has_points = true;
    } else if (first.label == "GridLocation_t") {
      if (auto child = unite_location(zone, points, group, below)) node.children.push_back(*std::move(child));
    } else if (auto child = unite_member(zone, points, array_points, group, node.label, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

/// The BC or join whose points a ZoneSubRegion_t takes.
const tree::Node* named_region(const StructuredJob& zone, const Piece& piece, const tree::Node& name) {
  const bool is_bc = name.name == "BCRegionName";
  const auto text = tree::text_of(name);
  for (const auto& child : zone.part(piece.part).zone->children) {
    if (child.label != (is_bc ? "ZoneBC_t" : "ZoneGridConnectivity_t")) continue;
    if (const auto* found = child.child(text)) return found;
  }
  return nullptr;
}

/// A ZoneSubRegion_t that has the points of a BC or join.
std::optional<tree::Node> unite_named_region(StructuredJob& zone, const Pieces& pieces,
                                             const std::string& below) {
  Pieces named;
  std::string location;
  for (const auto& piece : pieces) {
    const auto* name = piece.node->child("BCRegionName");
    if (name == nullptr) name = piece.node->child("GridConnectivityRegionName");
    const auto* region = name == nullptr ? nullptr : named_region(zone, piece, *name);
    if (region == nullptr) throw zone.error(piece, below, "names no BC or join that is there");
    named.push_back({piece.part, region});
  }
  const auto regions = regions_of(zone, named, below);
  auto points = with_points(pieces, regions);
  if (points.pieces.empty()) return std::nullopt;
  auto node = unite_with_points(zone, points, below);
  auto* join = node.child("GridConnectivityRegionName");
  if (join != nullptr) {
    *join = tree::text_node(join->name, join->label, original_join_name(zone.original, *named.front().node));
  }
  return node;
}

}  // namespace

std::optional<tree::Node> unite_point_set(StructuredJob& zone, const Pieces& pieces,
                                          const std::string& below) {
  require_one_label(zone, pieces, below);
  if (!std::any_of(pieces.begin(), pieces.end(), has_point_set)) {
    const bool is_region = pieces.front().node->label == "ZoneSubRegion_t";
    return is_region ? unite_named_region(zone, pieces, below) : unite(zone, pieces, below);
  }
  const auto points = with_points(pieces, regions_of(zone, pieces, below));
  if (!points.pieces.empty()) return unite_with_points(zone, points, below);
  zone.job.merge.notes.add(plan::Note::Kind::info, "ghost points",
                           fmt::format("{}: has ghosts only, and is left out", tree::join(zone.path, below)));
  return std::nullopt;
}

tree::Node unite_boundaries(StructuredJob& zone, const Pieces& pieces, const std::string& below) {
  auto node = unite_alone(zone, pieces, below);
  for (const auto& group : grouped(pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    auto child = first.label == "BC_t" ? unite_point_set(zone, group.pieces, child_below)
                                       : unite(zone, group.pieces, child_below);
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

}  // namespace pcgns::assemble
