// boundaries.cpp: merges nodes on some points of a zone: BC_t, ZoneSubRegion_t, OversetHoles_t, a
// FlowSolution_t with a PointRange, user data.
//
// Each piece has some of the points and their values.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// Determines the points of per-point arrays: those of the node, or the faces or cells between its vertices.
class ArrayPoints {
 public:
  /// `prefers_between`: try faces or cells between vertices first.
  ArrayPoints(const StructuredJob& zone, const Points& points, bool prefers_between);

  /// The matching regions, one for each of `arrays`; empty if none match.
  [[nodiscard]] std::optional<std::vector<Region>> of(const PieceNodes& arrays) const;
  /// True if each array has a value for each point of the whole zone.
  [[nodiscard]] bool are_whole(const PieceNodes& arrays) const;
  /// The regions tried first.
  [[nodiscard]] std::vector<Region> likeliest(const PieceNodes& arrays) const;

 private:
  const StructuredJob& zone_;
  const Points& points_;
  std::vector<std::vector<Region>> candidates_;
};

/// Regions of those pieces that `arrays` has, too.
std::vector<Region> regions_for(const Points& points, const PieceNodes& arrays) {
  std::vector<Region> regions;
  std::size_t next = 0;
  for (const auto& region : points.regions) {
    if (next < arrays.size() && arrays[next].piece == region.piece) {
      regions.push_back(region);
      ++next;
    }
  }
  return regions;
}

/// An array with `width` values for each point of `regions`.
cgns::Node unite_values(StructuredJob& zone, const PieceNodes& arrays, const std::vector<Region>& regions,
                        std::int64_t width, const std::string& below) {
  require_one_label(zone, arrays, below);
  require_one_type(zone, arrays, below);
  std::vector<int> sources;
  for (const auto& at : arrays) sources.push_back(array_of(zone, *at.node));
  const PointSet set(zone, regions);
  const auto& first = *arrays.front().node;
  cgns::Node node{.name = first.name, .label = first.label, .type = first.type};
  const bool has_rows = first.dims.size() > 1 && first.dims.front() == width;
  node.dims = has_rows ? std::vector{width, set.count()} : std::vector{width * set.count()};
  if (width == 1) node.dims = set.extents(zone, arrays, regions).value_or(node.dims);
  node.array = add_composite(zone.job, cgns::join(zone.path, below), node.type, node.dims,
                             set.composite(zone, regions, sources, width));
  add_children(zone, arrays, below, node);
  return node;
}

[[noreturn]] void throw_wrong_length(const StructuredJob& zone, const PieceNodes& arrays,
                                     const std::vector<Region>& regions, const std::string& below) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto total = cgns::count_of(arrays[i].node->dims);
    if (total == regions[i].count()) continue;
    throw zone.error(arrays[i], below, fmt::format("has {} values for {} points", total, regions[i].count()));
  }
  throw zone.error(arrays.front(), below, "does not have the same number of values per point in all pieces");
}

/// True if each piece has exactly one region, so that its arrays are unambiguous.
bool is_one_each(const Points& points) { return points.regions.size() == points.nodes.size(); }

/// Throws unless all pieces have the node at `below`; `nodes` are those found.
void require_in_all_pieces(const StructuredJob& zone, const Points& points, const PieceNodes& arrays,
                           const std::string& below) {
  for (std::size_t i = 0; i < points.nodes.size(); ++i) {
    const auto& at = points.nodes[i];
    if (i < arrays.size() && arrays[i].piece == at.piece) continue;
    const auto& there = arrays.front();
    throw zone.error(
        at, below,
        fmt::format("is missing, but {} is in {}", zone.path_in(there.piece, below), zone.file_of(there)));
  }
}

ArrayPoints::ArrayPoints(const StructuredJob& zone, const Points& points, bool prefers_between)
    : zone_(zone), points_(points) {
  const auto between = between_vertices(zone, points.regions);
  candidates_.push_back(points.regions);
  if (between) candidates_.push_back(*between);
  if (between && prefers_between) std::swap(candidates_.front(), candidates_.back());
}

std::optional<std::vector<Region>> ArrayPoints::of(const PieceNodes& arrays) const {
  if (are_uncut(zone_, arrays)) return std::nullopt;
  for (const auto& candidate : candidates_) {
    auto regions = regions_for({points_.nodes, candidate}, arrays);
    if (width_of(arrays, regions) == 1) return regions;
  }
  return std::nullopt;
}

bool ArrayPoints::are_whole(const PieceNodes& arrays) const {
  if (!have_one_extent(arrays)) return false;
  const auto count = cgns::count_of(arrays.front().node->dims);
  return std::ranges::any_of(candidates_, [&](const std::vector<Region>& regions) {
    return PointSet(zone_, regions).count() == count;
  });
}

std::vector<Region> ArrayPoints::likeliest(const PieceNodes& arrays) const {
  return regions_for({points_.nodes, candidates_.front()}, arrays);
}

/// An array with one value per point, or one for all.
cgns::Node unite_point_array(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                             const PieceNodes& arrays, const std::string& below) {
  require_in_all_pieces(zone, points, arrays, below);
  require_one_label(zone, arrays, below);
  const auto regions = array_points.of(arrays);
  // In pieces of one point, a value may belong to the point or hold for all. Only values of points may
  // differ.
  const bool one_point = regions && regions->size() == 1;
  if (is_uniform(arrays) && (!regions || one_point)) return unite_uniform(zone, arrays, below);
  if (!regions) throw_wrong_length(zone, arrays, array_points.likeliest(arrays), below);
  return unite_values(zone, arrays, *regions, 1, below);
}

/// True if pcgns-repartition wrote the pieces: it records which arrays it did not cut.
bool are_uncut_recorded(const StructuredJob& zone, const PieceNodes& arrays) {
  return std::all_of(arrays.begin(), arrays.end(), [&](const PieceNode& at) {
    return zone.piece(at.piece).base->child(own_metadata_name) != nullptr;
  });
}

/// An array of a BCData_t. Where nothing is recorded, a single value per piece holds for all points and stays
/// single if all pieces agree. If they differ and each piece has one point, it belongs to that point.
cgns::Node unite_bc_array(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                          const PieceNodes& arrays, const std::string& below) {
  const bool in_all = arrays.size() == points.nodes.size();
  const bool may_be_for_all = in_all && is_uniform(arrays) && !are_uncut_recorded(zone, arrays);
  if (may_be_for_all && agree(zone, arrays)) return unite_uniform(zone, arrays, below);
  // Cassiopée leaves the array of the whole zone in each piece.
  const bool are_whole = !array_points.of(arrays) && array_points.are_whole(arrays) && agree(zone, arrays);
  if (auto whole = are_whole ? unite(zone, arrays, below) : std::nullopt) return *std::move(whole);
  return unite_point_array(zone, points, array_points, arrays, below);
}

/// InwardNormalList: several values per point.
cgns::Node unite_normals(StructuredJob& zone, const Points& points, const PieceNodes& arrays,
                         const std::string& below) {
  require_in_all_pieces(zone, points, arrays, below);
  const auto regions = regions_for(points, arrays);
  const auto width = width_of(arrays, regions);
  if (width == 0) throw_wrong_length(zone, arrays, regions, below);
  return unite_values(zone, arrays, regions, width, below);
}

/// BCData_t: arrays with a value per point, or one for all.
cgns::Node unite_bc_data(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                         const PieceNodes& nodes, const std::string& below) {
  require_in_all_pieces(zone, points, nodes, below);
  auto node = unite_alone(zone, nodes, below);
  for (const auto& group : grouped(nodes)) {
    const auto child_below = cgns::join(below, group.name);
    if (is_metadata(group.first())) continue;
    if (group.label() == "DataArray_t" && !have_no_values(group.nodes)) {
      node.children.push_back(unite_bc_array(zone, points, array_points, group.nodes, child_below));
    } else if (auto child = unite(zone, group.nodes, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

/// The points of the data sets themselves, or those of their BC.
Points points_of_data_set(const StructuredJob& zone, const Points& of_bc, const PieceNodes& nodes,
                          const std::string& below) {
  if (!std::any_of(nodes.begin(), nodes.end(), has_point_set)) return of_bc;
  require_points_in_all(zone, nodes, below);
  return with_points(nodes, regions_of(zone, nodes, below));
}

bool is_between_vertices(const PieceNodes& data_sets) {
  return std::any_of(data_sets.begin(), data_sets.end(), [](const PieceNode& at) {
    return !has_point_set(at) && cgns::location_of(*at.node) != "Vertex";
  });
}

std::optional<cgns::Node> unite_data_set(StructuredJob& zone, const Points& of_bc, const PieceNodes& all,
                                         const std::string& below) {
  const auto points = points_of_data_set(zone, of_bc, all, below);
  const bool has_own = std::any_of(all.begin(), all.end(), has_point_set);
  if (points.nodes.empty() && has_own) return unite_empty(zone, all, regions_of(zone, all, below), below);
  if (points.nodes.empty()) return std::nullopt;
  const auto& nodes = has_own ? points.nodes : all;
  if (!has_own) require_in_all_pieces(zone, points, nodes, below);
  const ArrayPoints array_points(zone, points, is_between_vertices(nodes));
  auto node = unite_alone(zone, nodes, below);
  bool has_points = false;
  for (const auto& group : grouped(nodes)) {
    const auto& first = group.first();
    const auto child_below = cgns::join(below, group.name);
    if (is_metadata(first)) continue;
    if (is_point_set(first)) {
      const PointSet set(zone, points.regions);
      if (!has_points)
        node.children.push_back(
            completed(zone, set.node(zone, type_of_point_sets(nodes)), point_sets_of(nodes), child_below));
      has_points = true;
    } else if (first.label == "BCData_t") {
      node.children.push_back(unite_bc_data(zone, points, array_points, group.nodes, child_below));
    } else if (auto child = unite(zone, group.nodes, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

/// True for labels whose arrays all have a value per point.
bool has_point_arrays(std::string_view label) {
  return label == "ZoneSubRegion_t" || is_field_container(label);
}

/// A child of a node with points, other than the range or list itself.
std::optional<cgns::Node> unite_member(StructuredJob& zone, const Points& points,
                                       const ArrayPoints& array_points, const PieceGroup& group,
                                       const std::string& parent_label, const std::string& below) {
  const auto& first = group.first();
  if (!is_one_each(points) || have_no_values(group.nodes)) return unite(zone, group.nodes, below);
  if (first.name == "InwardNormalList") return unite_normals(zone, points, group.nodes, below);
  if (first.label == "BCDataSet_t") return unite_data_set(zone, points, group.nodes, below);
  if (first.label == "DataArray_t" && has_point_arrays(parent_label)) {
    return unite_point_array(zone, points, array_points, group.nodes, below);
  }
  if (first.label == "DataArray_t" && parent_label == "UserDefinedData_t") {
    if (group.nodes.size() == points.nodes.size() && array_points.of(group.nodes)) {
      return unite_point_array(zone, points, array_points, group.nodes, below);
    }
  }
  return unite(zone, group.nodes, below);
}

/// The GridLocation_t of the points.
std::optional<cgns::Node> unite_location(StructuredJob& zone, const Points& points, const PieceGroup& group,
                                         const std::string& below) {
  // pcgns-repartition keeps what the whole zone says.
  if (zone.original.convention == Convention::own || !means_vertices(zone, points.nodes, below))
    return unite(zone, group.nodes, cgns::join(below, group.name));
  zone.job.merge.notes.add(
      plan::Note::Kind::warning, "ranges of vertices",
      fmt::format("{}: has ranges of vertices, and the GridLocation {}; it becomes Vertex",
                  cgns::join(zone.path, below), cgns::location_of(*points.nodes.front().node)));
  return completed(zone, cgns::text_node(group.name, "GridLocation_t", "Vertex"), group.nodes,
                   cgns::join(below, group.name));
}

/// A condition whose points are those of its data sets.
cgns::Node unite_bc_of_sets(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  auto node = unite_alone(zone, nodes, below);
  for (const auto& group : grouped(nodes)) {
    if (is_metadata(group.first())) continue;
    const auto child_below = cgns::join(below, group.name);
    const bool has_own =
        std::ranges::any_of(group.nodes, [](const PieceNode& at) { return has_own_points(*at.node); });
    auto child =
        has_own ? unite_data_set(zone, {}, group.nodes, child_below) : unite(zone, group.nodes, child_below);
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

}  // namespace

Points with_points(const PieceNodes& nodes, std::vector<Region> regions) {
  Points points;
  std::vector<int> numbers(nodes.size(), -1);
  std::erase_if(regions, [](const Region& region) { return region.is_empty(); });
  for (auto& region : regions) {
    auto& number = numbers[static_cast<std::size_t>(region.node)];
    if (number < 0) {
      number = static_cast<int>(points.nodes.size());
      points.nodes.push_back(nodes[static_cast<std::size_t>(region.node)]);
    }
    region.node = number;
  }
  points.regions = std::move(regions);
  return points;
}

cgns::Node unite_with_points(StructuredJob& zone, const Points& points, const std::string& below) {
  auto node = unite_alone(zone, points.nodes, below);
  if (!is_one_each(points) && (node.label == "BC_t" || has_point_arrays(node.label))) {
    throw zone.error(points.nodes.front(), below, "has several ranges or lists of points");
  }
  const ArrayPoints array_points(zone, points, false);
  auto sets = set_nodes(zone, points.regions, type_of_point_sets(points.nodes));
  const bool is_one = sets.size() == 1;
  for (const auto& group : grouped(points.nodes)) {
    const auto& first = group.first();
    const auto child_below = cgns::join(below, group.name);
    if (is_metadata(first)) continue;
    if (is_point_set(first)) {
      const auto named = std::ranges::find(sets, group.name, &cgns::Node::name);
      const auto set = named != sets.end() ? named : sets.begin();
      if (set == sets.end()) continue;
      node.children.push_back(
          completed(zone, std::move(*set), is_one ? point_sets_of(points.nodes) : group.nodes, child_below));
      sets.erase(set);
    } else if (first.label == "GridLocation_t") {
      if (auto child = unite_location(zone, points, group, below)) node.children.push_back(*std::move(child));
    } else if (auto child = unite_member(zone, points, array_points, group, node.label, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

void note_only_ghosts(const StructuredJob& zone, const std::string& below) {
  zone.job.merge.notes.add(plan::Note::Kind::info, "ghost points",
                           fmt::format("{}: has only ghosts and is left out", cgns::join(zone.path, below)));
}

std::optional<cgns::Node> unite_point_set(StructuredJob& zone, const PieceNodes& nodes,
                                          const std::string& below) {
  require_one_label(zone, nodes, below);
  if (!std::any_of(nodes.begin(), nodes.end(), has_point_set))
    return have_sets_with_points(nodes) ? unite_bc_of_sets(zone, nodes, below) : unite(zone, nodes, below);
  require_points_in_all(zone, nodes, below);
  const auto regions = regions_of(zone, nodes, below);
  const auto points = with_points(nodes, regions);
  if (!points.nodes.empty()) return unite_with_points(zone, points, below);
  if (!have_points(regions)) return unite_as_is(zone, nodes, below);
  note_only_ghosts(zone, below);
  return std::nullopt;
}

cgns::Node unite_boundaries(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  auto node = unite_alone(zone, nodes, below);
  for (const auto& group : condition_groups(zone.original, nodes)) {
    if (is_metadata(group.first())) continue;
    const auto child_below = cgns::join(below, group.name);
    auto child = group.label() == "BC_t" ? unite_point_set(zone, group.nodes, child_below)
                                         : unite(zone, group.nodes, child_below);
    if (!child) continue;
    child->name = group.name;
    node.children.push_back(*std::move(child));
  }
  return node;
}

}  // namespace pcgns::fileset
