#include "pcgns/assemble/structured_point_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/tree/compare.hpp"

namespace pcgns::assemble {

namespace {

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

/// Whether what the arrays have can be told without reading them.
bool are_known(const StructuredJob& zone, const Pieces& arrays) {
  const auto& contents = zone.job.merge.survey.contents;
  return std::all_of(arrays.begin(), arrays.end(), [&](const Piece& piece) {
    return !piece.node->is_bulk() || contents.contains(piece.node->array);
  });
}

/// True if the arrays are known to be the same, bit by bit.
bool agree(const StructuredJob& zone, const Pieces& arrays) {
  if (!are_known(zone, arrays)) return false;
  const tree::Contents contents{zone.job.merge.survey.contents, {}, {}};
  return std::all_of(arrays.begin(), arrays.end(), [&](const Piece& piece) {
    return !tree::value_difference(*arrays.front().node, *piece.node, contents);
  });
}

/// Whether uniform values are the same may show only when they are moved: then they are compared there.
tree::Node unite_uniform(StructuredJob& zone, const Pieces& arrays, const std::string& below) {
  if (are_known(zone, arrays)) {
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

}  // namespace

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

bool is_one_each(const Points& points) { return points.regions.size() == points.pieces.size(); }

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

ArrayPoints::ArrayPoints(const StructuredJob& zone, const Points& points, bool prefers_between)
    : points_(points) {
  const auto between = between_vertices(zone, points.regions);
  candidates_.push_back(points.regions);
  if (between) candidates_.push_back(*between);
  if (between && prefers_between) std::swap(candidates_.front(), candidates_.back());
}

std::optional<std::vector<Region>> ArrayPoints::of(const Pieces& arrays) const {
  for (const auto& candidate : candidates_) {
    auto regions = regions_for({points_.pieces, candidate}, arrays);
    if (regions.size() == arrays.size() && width_of(arrays, regions) == 1) return regions;
  }
  return std::nullopt;
}

std::vector<Region> ArrayPoints::likeliest(const Pieces& arrays) const {
  return regions_for({points_.pieces, candidates_.front()}, arrays);
}

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

tree::Node unite_bc_array(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                          const Pieces& arrays, const std::string& below) {
  const bool in_all = arrays.size() == points.pieces.size();
  if (in_all && is_uniform(arrays) && agree(zone, arrays)) return unite_uniform(zone, arrays, below);
  return unite_point_array(zone, points, array_points, arrays, below);
}

tree::Node unite_normals(StructuredJob& zone, const Points& points, const Pieces& arrays,
                         const std::string& below) {
  require_in_all_pieces(zone, points, arrays, below);
  const auto regions = regions_for(points, arrays);
  const auto width = width_of(arrays, regions);
  if (width == 0) throw_wrong_length(zone, arrays, regions, below);
  return unite_values(zone, arrays, regions, width, below);
}

}  // namespace pcgns::assemble
