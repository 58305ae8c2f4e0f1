#include "pcgns/fileset/plan/structured/regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// True for Cassiopée's record of ghost layers; it moves all ranges out to the outermost plane.
bool has_zone_rind(const Piece& piece) {
  const auto* rind = piece.zone->child("ZoneRind");
  return rind != nullptr && rind->label == "Rind_t";
}

bool is_list(const cgns::Node& node) { return node.label == "IndexArray_t"; }

/// Vertices of a piece in one direction, with ghosts.
std::int64_t vertices_of(const Piece& piece, std::size_t d) {
  return piece.cells[d].size() + piece.ghosts[2 * d] + piece.ghosts[2 * d + 1] + 1;
}

/// Location of a range's points. A face range is normal to the direction in which it is one plane. A plane
/// beyond the last cell is one of faces, too.
Location location_of_range(const StructuredJob& zone, const Piece& piece, std::string_view text,
                           const Index3& begin, const Index3& end) {
  const auto named = parse_location(text, zone.dimension());
  auto location = named.value_or(Location{});
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    // Edges are between vertices in one direction, which the standard does not name.
    const bool is_along_vertices =
        text == "EdgeCenter" && zone.dimension() == 3 && end[d] == vertices_of(piece, d);
    if (begin[d] != end[d] && !is_along_vertices) continue;
    if (!named || begin[d] == vertices_of(piece, d)) location[d] = true;
  }
  return location;
}

bool is_location_of_points(const StructuredJob& zone, std::string_view text) {
  if (parse_location(text, zone.dimension())) return true;
  return text == "FaceCenter" || text == "EdgeCenter";
}

void require_inside(const StructuredJob& zone, const PieceNode& at, const Block& points,
                    const Location& location, const std::string& below) {
  const auto all = with_ghosts(zone.original, zone.piece(at.piece), location);
  if (intersect(points, all) == points) return;
  throw zone.error(at, below, "has points outside its zone");
}

/// 1-based, inclusive, in indices of the piece.
struct LocalRange {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};
};

LocalRange read_range(const StructuredJob& zone, const PieceNode& range, const std::string& below) {
  const auto& piece = zone.piece(range.piece);
  const auto values = integers_of(zone, range, below);
  if (values.size() != 2 * zone.dimension()) {
    throw zone.error(range, below, fmt::format("has {} values, not {}", values.size(), 2 * zone.dimension()));
  }
  LocalRange local;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    local.begin[d] = std::min(values[d], values[d + zone.dimension()]);
    local.end[d] = std::max(values[d], values[d + zone.dimension()]);
    if (local.begin[d] < 1 || local.end[d] > vertices_of(piece, d)) {
      throw zone.error(range, below, "has points outside its zone");
    }
  }
  return local;
}

Region range_region(const StructuredJob& zone, const PieceNode& range, std::string_view text,
                    const std::string& below) {
  const auto& piece = zone.piece(range.piece);
  auto [begin, end] = read_range(zone, range, below);
  const auto location = location_of_range(zone, piece, text, begin, end);
  auto projected_begin = begin;
  auto projected_end = end;
  project_planes(zone, piece, projected_begin, projected_end);
  for (std::size_t d = 0; d < 3; ++d) {
    if (!location[d]) continue;
    begin[d] = projected_begin[d];
    end[d] = projected_end[d];
  }
  Region region{.piece = range.piece, .whole = {}, .owned = {}, .keys = {}};
  region.whole = {in_original(zone, piece, begin), in_original(zone, piece, end)};
  for (auto& last : region.whole.end) ++last;
  require_inside(zone, range, region.whole, location, below);
  region.owned = intersect(region.whole, owned_block(zone.original, piece, location));
  return region;
}

Region list_region(const StructuredJob& zone, const PieceNode& list, std::string_view text,
                   const std::string& below) {
  const auto& piece = zone.piece(list.piece);
  const bool is_empty = list.node->type == cgns::DataType::MT;  // CGNS has no empty arrays
  const auto values = is_empty ? std::vector<std::int64_t>{} : integers_of(zone, list, below);
  const auto dimension = zone.dimension();
  if (!cgns::has_indices(*list.node, dimension)) {
    throw zone.error(
        list, below,
        fmt::format("expected {} x N values, found {}", dimension, fmt::join(list.node->dims, " x ")));
  }
  const auto location = parse_location(text, dimension).value_or(Location{true, true, true});
  const auto owned = owned_block(zone.original, piece, location);
  Region region{.piece = list.piece, .is_box = false, .whole = {}, .owned = {}, .keys = {}};
  for (std::size_t i = 0; i < values.size(); i += dimension) {
    Index3 index = {1, 1, 1};
    for (std::size_t d = 0; d < dimension; ++d) {
      index[d] = values[i + d];
      if (index[d] < 1 || index[d] > vertices_of(piece, d)) {
        throw zone.error(list, below, "has points outside its zone");
      }
    }
    const auto point = in_original(zone, piece, index);
    region.keys.push_back(owned.contains(point) ? key_of(zone, point) : -1);
  }
  return region;
}

/// Recorded positions for the only list of `at`, which has `count` points.
std::vector<std::int64_t> places_of(const StructuredJob& zone, const PieceNode& at, std::int64_t count,
                                    const std::string& below) {
  const auto* metadata = at.node->child(numbering_name);
  const auto* node = metadata == nullptr ? nullptr : metadata->child(index_name);
  if (node == nullptr) return {};
  const auto node_below = cgns::join(cgns::join(below, metadata->name), node->name);
  const PieceNode index{at.piece, node};
  auto places = integers_of(zone, index, node_below);
  if (std::ssize(places) != count)
    throw zone.error(index, node_below, fmt::format("has {} numbers for {} points", places.size(), count));
  for (auto& place : places) {
    if (--place < 0) throw zone.error(index, node_below, "has a number below 1");
  }
  return places;
}

/// Requires the pieces of a list to be complete, with one point per position.
void require_whole_list(const StructuredJob& zone, const PieceNodes& nodes,
                        const std::vector<Region>& regions, const std::string& below) {
  struct Placed {
    std::int64_t place = 0;
    std::int64_t key = 0;
    int at = 0;
  };
  std::vector<Placed> all;
  for (const auto& region : regions) {
    for (std::size_t i = 0; i < region.keys.size(); ++i) {
      if (region.keys[i] >= 0) all.push_back({region.places[i], region.keys[i], region.node});
    }
  }
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.place < b.place; });
  Placed last{.place = -1};
  for (const auto& point : all) {
    const auto& at = nodes[static_cast<std::size_t>(point.at)];
    if (point.place == last.place && point.key != last.key)
      throw zone.error(at, below,
                       fmt::format("point {} of the list differs in {}", point.place + 1,
                                   zone.file_of(nodes[static_cast<std::size_t>(last.at)])));
    if (point.place > last.place + 1 && !zone.job.allow_missing)
      throw zone.error(at, below, fmt::format("no piece has point {} of the list", last.place + 2));
    last = point;
  }
}

/// GridLocation of the points of `at`.
std::string location_of_points(const StructuredJob& zone, const PieceNode& at, const std::string& below) {
  auto text = cgns::location_of(*at.node);
  if (is_location_of_points(zone, text)) return text;
  throw zone.error(at, below,
                   fmt::format("has the GridLocation {}, which is not valid for a structured zone", text));
}

}  // namespace

Block owned_block(const Original& original, const Piece& piece, const Location& location) {
  Block block;
  for (std::size_t d = 0; d < dimension_of(original); ++d) {
    block.begin[d] = piece.cells[d].begin;
    block.end[d] = piece.cells[d].end + (location[d] ? 1 : 0);
  }
  return block;
}

Block with_ghosts(const Original& original, const Piece& piece, const Location& location) {
  auto block = owned_block(original, piece, location);
  for (std::size_t d = 0; d < dimension_of(original); ++d) {
    block.begin[d] -= piece.ghosts[2 * d];
    block.end[d] += piece.ghosts[2 * d + 1];
  }
  return block;
}

plan::Box box_between(int array, const Block& source, const Block& target, const Share& share,
                      std::int64_t width) {
  plan::Box box{.source = array,
                .source_extents = source.sizes(),
                .target_extents = target.sizes(),
                .count = share.what.sizes(),
                .shared = share.shared};
  for (std::size_t d = 0; d < 3; ++d) {
    box.source_begin[d] = share.what.begin[d] - source.begin[d];
    box.target_begin[d] = share.what.begin[d] - target.begin[d];
  }
  for (auto* indices :
       {&box.source_extents, &box.source_begin, &box.target_extents, &box.target_begin, &box.count}) {
    indices->front() *= width;
  }
  return box;
}

void add_children(StructuredJob& zone, const PieceNodes& nodes, const std::string& below, cgns::Node& node) {
  for (const auto& at : nodes) add_extras(node, *at.node);
  for (const auto& group : grouped(nodes)) {
    if (is_metadata(group.first())) continue;
    auto child = unite(zone, group.nodes, cgns::join(below, group.name));
    if (child) node.children.push_back(*std::move(child));
  }
}

PieceNodes point_sets_of(const PieceNodes& nodes) {
  PieceNodes sets;
  for (const auto& group : grouped(nodes))
    if (is_point_set(group.first())) sets.insert(sets.end(), group.nodes.begin(), group.nodes.end());
  return sets;
}

cgns::Node completed(StructuredJob& zone, cgns::Node node, const PieceNodes& nodes,
                     const std::string& below) {
  add_children(zone, nodes, below, node);
  return node;
}

void project_planes(const StructuredJob& zone, const Piece& piece, Index3& begin, Index3& end) {
  const bool all_outermost = has_zone_rind(piece);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    if (begin[d] != end[d]) continue;
    const auto low = 1 + piece.ghosts[2 * d];
    const auto high = vertices_of(piece, d) - piece.ghosts[2 * d + 1];
    const bool is_first = piece.cells[d].begin == 0;
    const bool is_last = piece.cells[d].end == zone.original.cells[d];
    // Beyond the original, only its surface can be meant.
    if (begin[d] < low && (is_first || (all_outermost && begin[d] == 1))) begin[d] = low;
    if (begin[d] > high && (is_last || (all_outermost && begin[d] == vertices_of(piece, d)))) begin[d] = high;
    end[d] = begin[d];
  }
}

Index3 in_original(const StructuredJob& zone, const Piece& piece, const Index3& index) {
  Index3 result = {};
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    result[d] = index[d] - 1 - piece.ghosts[2 * d] + piece.cells[d].begin;
  }
  return result;
}

bool have_places(const std::vector<Region>& regions) {
  return !regions.empty() && std::all_of(regions.begin(), regions.end(), [](const Region& region) {
    return !region.is_box && region.places.size() == region.keys.size();
  });
}

bool Region::is_empty() const {
  if (is_box) return owned.empty();
  return std::all_of(keys.begin(), keys.end(), [](std::int64_t key) { return key < 0; });
}

bool means_vertices(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  for (const auto& at : nodes) {
    const auto text = cgns::location_of(*at.node);
    if (text == "Vertex" || !is_location_of_points(zone, text)) continue;
    for (const auto& child : at.node->children) {
      if (!is_point_set(child) || is_list(child)) continue;
      const auto& piece = zone.piece(at.piece);
      const auto [begin, end] = read_range(zone, {at.piece, &child}, cgns::join(below, child.name));
      const auto location = location_of_range(zone, piece, text, begin, end);
      for (std::size_t d = 0; d < zone.dimension(); ++d) {
        if (!location[d] && begin[d] < end[d] && end[d] == vertices_of(piece, d)) return true;
      }
    }
  }
  return false;
}

std::vector<Region> regions_of(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  std::vector<Region> regions;
  const bool at_vertices = means_vertices(zone, nodes, below);
  const PieceNode* first = nullptr;
  std::string location;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const auto& child : nodes[i].node->children) {
      if (!is_point_set(child)) continue;
      const auto text = at_vertices ? "Vertex" : location_of_points(zone, nodes[i], below);
      if (first != nullptr && text != location) {
        throw zone.error(
            nodes[i], below,
            fmt::format("has the GridLocation {}, but {} in {}", text, location, zone.file_of(*first)));
      }
      first = &nodes[i];
      location = text;
      const auto child_below = cgns::join(below, child.name);
      const PieceNode points{nodes[i].piece, &child};
      auto region = is_list(child) ? list_region(zone, points, text, child_below)
                                   : range_region(zone, points, text, child_below);
      region.node = static_cast<int>(i);
      region.name = child.name;
      if (is_list(child)) region.places = places_of(zone, nodes[i], region.count(), below);
      regions.push_back(std::move(region));
    }
  }
  if (have_places(regions)) require_whole_list(zone, nodes, regions, below);
  return regions;
}

std::optional<std::vector<Region>> between_vertices(const StructuredJob& zone,
                                                    const std::vector<Region>& regions) {
  auto result = regions;
  for (auto& region : result) {
    if (!region.is_box) return std::nullopt;
    Location location = {};
    for (std::size_t d = 0; d < zone.dimension(); ++d) {
      location[d] = region.whole.size(d) == 1;
      if (!location[d]) --region.whole.end[d];
    }
    region.owned = intersect(region.whole, owned_block(zone.original, zone.piece(region.piece), location));
  }
  return result;
}

cgns::DataType type_of_point_sets(const PieceNodes& nodes) {
  for (const auto& at : nodes) {
    for (const auto& child : at.node->children) {
      if (is_point_set(child) && child.type == cgns::DataType::I8) return cgns::DataType::I8;
    }
  }
  return cgns::DataType::I4;
}

bool are_uncut(const StructuredJob& zone, const PieceNodes& arrays) {
  return std::any_of(arrays.begin(), arrays.end(),
                     [&](const PieceNode& at) { return is_uncut(zone.piece(at.piece), *at.node); });
}

std::int64_t width_of(const PieceNodes& arrays, const std::vector<Region>& regions) {
  if (arrays.size() != regions.size()) return 0;
  std::int64_t width = 0;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto total = cgns::count_of(arrays[i].node->dims);
    const auto count = regions[i].count();
    if (count == 0 || total == 0 || total % count != 0) return 0;
    if (width != 0 && total / count != width) return 0;
    width = total / count;
  }
  return width;
}

bool have_points(const std::vector<Region>& regions) {
  return std::ranges::any_of(regions, [](const Region& region) { return region.count() > 0; });
}

std::optional<cgns::Node> unite_empty(StructuredJob& zone, const PieceNodes& nodes,
                                      const std::vector<Region>& regions, const std::string& below) {
  return have_points(regions) ? std::nullopt : unite(zone, nodes, below);
}

}  // namespace pcgns::fileset
