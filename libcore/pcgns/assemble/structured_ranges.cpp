#include "pcgns/assemble/structured_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace pcgns::assemble {

namespace {

/// Cassiopée notes the ghost layers of a zone so, and moves all ranges out to the outermost plane.
bool has_zone_rind(const Part& part) {
  const auto* rind = part.zone->child("ZoneRind");
  return rind != nullptr && rind->label == "Rind_t";
}

bool is_list(const tree::Node& node) { return node.label == "IndexArray_t"; }

/// Vertices of a part in one direction, ghosts too.
std::int64_t vertices_of(const Part& part, std::size_t d) {
  return part.cells[d].size() + part.ghosts[2 * d] + part.ghosts[2 * d + 1] + 1;
}

/// Where the points of a range lie. Which direction a face is normal to shows in the range: where it is one
/// plane. A plane beyond the last cell is one of faces, too.
Location location_of_range(const StructuredJob& zone, const Part& part, std::string_view text,
                           const Index3& begin, const Index3& end) {
  const auto named = parse_location(text, zone.dimension());
  auto location = named.value_or(Location{});
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    if (begin[d] != end[d]) continue;
    if (!named || begin[d] == vertices_of(part, d)) location[d] = true;
  }
  return location;
}

bool is_location_of_points(const StructuredJob& zone, std::string_view text) {
  if (parse_location(text, zone.dimension())) return true;
  return text == "FaceCenter" || (text == "EdgeCenter" && zone.dimension() < 3);
}

void require_inside(const StructuredJob& zone, const Piece& piece, const Block& points,
                    const Location& location, const std::string& below) {
  const auto all = with_ghosts(zone, zone.part(piece.part), location);
  if (intersect(points, all) == points) return;
  throw zone.error(piece, below, "has points outside of its zone");
}

/// 1-based, inclusive, in the indices of the part.
struct LocalRange {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};
};

LocalRange read_range(const StructuredJob& zone, const Piece& range, const std::string& below) {
  const auto& part = zone.part(range.part);
  const auto values = integers_of(zone, range, below);
  if (values.size() != 2 * zone.dimension()) {
    throw zone.error(range, below, fmt::format("has {} values, not {}", values.size(), 2 * zone.dimension()));
  }
  LocalRange local;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    local.begin[d] = std::min(values[d], values[d + zone.dimension()]);
    local.end[d] = std::max(values[d], values[d + zone.dimension()]);
    if (local.begin[d] < 1 || local.end[d] > vertices_of(part, d)) {
      throw zone.error(range, below, "has points outside of its zone");
    }
  }
  return local;
}

Region range_region(const StructuredJob& zone, const Piece& range, std::string_view text,
                    const std::string& below) {
  const auto& part = zone.part(range.part);
  auto [begin, end] = read_range(zone, range, below);
  const auto location = location_of_range(zone, part, text, begin, end);
  auto projected_begin = begin;
  auto projected_end = end;
  project_planes(zone, part, projected_begin, projected_end);
  for (std::size_t d = 0; d < 3; ++d) {
    if (!location[d]) continue;
    begin[d] = projected_begin[d];
    end[d] = projected_end[d];
  }
  Region region{.part = range.part, .whole = {}, .owned = {}, .keys = {}};
  region.whole = {in_original(zone, part, begin), in_original(zone, part, end)};
  for (auto& last : region.whole.end) ++last;
  require_inside(zone, range, region.whole, location, below);
  region.owned = intersect(region.whole, owned_block(zone, part, location));
  return region;
}

Region list_region(const StructuredJob& zone, const Piece& list, std::string_view text,
                   const std::string& below) {
  const auto& part = zone.part(list.part);
  const auto values = integers_of(zone, list, below);
  const auto dimension = zone.dimension();
  if (values.size() % dimension != 0) {
    throw zone.error(list, below, fmt::format("must have {} values a point", dimension));
  }
  const auto location = parse_location(text, dimension).value_or(Location{true, true, true});
  const auto owned = owned_block(zone, part, location);
  Region region{.part = list.part, .is_box = false, .whole = {}, .owned = {}, .keys = {}};
  for (std::size_t i = 0; i < values.size(); i += dimension) {
    Index3 index = {1, 1, 1};
    for (std::size_t d = 0; d < dimension; ++d) {
      index[d] = values[i + d];
      if (index[d] < 1 || index[d] > vertices_of(part, d)) {
        throw zone.error(list, below, "has points outside of its zone");
      }
    }
    const auto point = in_original(zone, part, index);
    region.keys.push_back(owned.contains(point) ? key_of(zone, point) : -1);
  }
  return region;
}

}  // namespace

std::string grid_location(const tree::Node& node) {
  const auto* location = node.child_labelled("GridLocation_t");
  if (location == nullptr || location->type != tree::DataType::C1) return "Vertex";
  return tree::text_of(*location);
}

std::optional<Location> parse_location(std::string_view text, std::size_t dimension) {
  if (text == "Vertex") return Location{true, true, true};
  if (text == "CellCenter") return Location{false, false, false};
  if (text == "IFaceCenter") return Location{true, false, false};
  if (text == "JFaceCenter" && dimension > 1) return Location{false, true, false};
  if (text == "KFaceCenter" && dimension > 2) return Location{false, false, true};
  return std::nullopt;
}

Block owned_block(const StructuredJob& zone, const Part& part, const Location& location) {
  Block block;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    block.begin[d] = part.cells[d].begin;
    block.end[d] = part.cells[d].end + (location[d] ? 1 : 0);
  }
  return block;
}

Block with_ghosts(const StructuredJob& zone, const Part& part, const Location& location) {
  auto block = owned_block(zone, part, location);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    block.begin[d] -= part.ghosts[2 * d];
    block.end[d] += part.ghosts[2 * d + 1];
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

void add_children(StructuredJob& zone, const Pieces& pieces, const std::string& below, tree::Node& node) {
  for (const auto& group : grouped(pieces)) {
    if (is_mark(*group.pieces.front().node)) continue;
    auto child = unite(zone, group.pieces, tree::join(below, group.name));
    if (child) node.children.push_back(*std::move(child));
  }
}

void project_planes(const StructuredJob& zone, const Part& part, Index3& begin, Index3& end) {
  const bool all_outermost = has_zone_rind(part);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    if (begin[d] != end[d]) continue;
    const auto low = 1 + part.ghosts[2 * d];
    const auto high = vertices_of(part, d) - part.ghosts[2 * d + 1];
    const bool is_first = part.cells[d].begin == 0;
    const bool is_last = part.cells[d].end == zone.original.cells[d];
    // Outside of the original there is nothing that a plane could be in, but its surface.
    if (begin[d] < low && (is_first || (all_outermost && begin[d] == 1))) begin[d] = low;
    if (begin[d] > high && (is_last || (all_outermost && begin[d] == vertices_of(part, d)))) begin[d] = high;
    end[d] = begin[d];
  }
}

Index3 in_original(const StructuredJob& zone, const Part& part, const Index3& index) {
  Index3 result = {};
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    result[d] = index[d] - 1 - part.ghosts[2 * d] + part.cells[d].begin;
  }
  return result;
}

bool is_point_set(const tree::Node& node) {
  if (node.label == "IndexRange_t") return node.name.starts_with("PointRange") || node.name == "ElementRange";
  return node.label == "IndexArray_t" && (node.name == "PointList" || node.name == "ElementList");
}

bool Region::is_empty() const {
  if (is_box) return owned.empty();
  return std::all_of(keys.begin(), keys.end(), [](std::int64_t key) { return key < 0; });
}

std::vector<std::int64_t> keys_of(const StructuredJob& zone, const Region& region) {
  if (!region.is_box) return region.keys;
  std::vector<std::int64_t> keys;
  keys.reserve(static_cast<std::size_t>(region.whole.count()));
  Index3 p = {};
  for (p[2] = region.whole.begin[2]; p[2] < region.whole.end[2]; ++p[2]) {
    for (p[1] = region.whole.begin[1]; p[1] < region.whole.end[1]; ++p[1]) {
      for (p[0] = region.whole.begin[0]; p[0] < region.whole.end[0]; ++p[0]) {
        keys.push_back(region.owned.contains(p) ? key_of(zone, p) : -1);
      }
    }
  }
  return keys;
}

void add_run(plan::Composite& composite, const PointMove& move) {
  const auto width = move.width;
  if (!composite.boxes.empty()) {
    auto& last = composite.boxes.back();
    const bool follows = last.source == move.array && last.shared == move.shared &&
                         last.source_begin[0] + last.count[0] == move.source * width &&
                         last.target_begin[0] + last.count[0] == move.target * width;
    if (follows) {
      last.count[0] += width;
      return;
    }
  }
  composite.boxes.push_back({.source = move.array,
                             .source_extents = {move.source_total * width, 1, 1},
                             .source_begin = {move.source * width, 0, 0},
                             .target_extents = {move.target_total * width, 1, 1},
                             .target_begin = {move.target * width, 0, 0},
                             .count = {width, 1, 1},
                             .shared = move.shared});
}

bool means_vertices(const StructuredJob& zone, const Pieces& pieces, const std::string& below) {
  for (const auto& piece : pieces) {
    const auto text = grid_location(*piece.node);
    if (text == "Vertex") continue;
    for (const auto& child : piece.node->children) {
      if (!is_point_set(child) || is_list(child)) continue;
      const auto& part = zone.part(piece.part);
      const auto [begin, end] = read_range(zone, {piece.part, &child}, tree::join(below, child.name));
      const auto location = location_of_range(zone, part, text, begin, end);
      for (std::size_t d = 0; d < zone.dimension(); ++d) {
        if (!location[d] && begin[d] < end[d] && end[d] == vertices_of(part, d)) return true;
      }
    }
  }
  return false;
}

std::vector<Region> regions_of(const StructuredJob& zone, const Pieces& pieces, const std::string& below,
                               std::string_view location) {
  std::vector<Region> regions;
  const bool at_vertices = means_vertices(zone, pieces, below);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const auto& child : pieces[i].node->children) {
      if (!is_point_set(child)) continue;
      auto text = grid_location(*pieces[i].node);
      if (pieces[i].node->child_labelled("GridLocation_t") == nullptr) {
        if (!location.empty()) text = location;
        // Element… is what old files call faces.
        if (child.name.starts_with("Element")) text = "FaceCenter";
      }
      if (at_vertices) text = "Vertex";
      if (!is_location_of_points(zone, text)) {
        throw zone.error(pieces[i], below,
                         fmt::format("has the GridLocation {}, which a structured zone has not", text));
      }
      const auto child_below = tree::join(below, child.name);
      const Piece points{pieces[i].part, &child};
      auto region = is_list(child) ? list_region(zone, points, text, child_below)
                                   : range_region(zone, points, text, child_below);
      region.piece = static_cast<int>(i);
      regions.push_back(std::move(region));
    }
  }
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
    region.owned = intersect(region.whole, owned_block(zone, zone.part(region.part), location));
  }
  return result;
}

PointSet::PointSet(const StructuredJob& zone, const std::vector<Region>& regions) {
  if (std::all_of(regions.begin(), regions.end(), [](const Region& r) { return r.is_box; })) {
    std::vector<Block> blocks;
    for (const auto& region : regions) blocks.push_back(region.owned);
    box_ = united_block(blocks);
    if (box_) return;
  }
  for (const auto& region : regions) {
    for (const auto key : keys_of(zone, region)) {
      if (key >= 0) keys_.push_back(key);
    }
  }
  auto sorted = keys_;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  // One list alone still has the order that it had.
  const bool keeps_order = regions.size() == 1 && sorted.size() == keys_.size();
  if (!keeps_order) keys_ = std::move(sorted);
  order_.resize(keys_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](std::int64_t a, std::int64_t b) {
    return keys_[static_cast<std::size_t>(a)] < keys_[static_cast<std::size_t>(b)];
  });
}

std::int64_t PointSet::count() const {
  return box_ ? box_->count() : static_cast<std::int64_t>(keys_.size());
}

tree::Node PointSet::node(StructuredJob& zone, tree::DataType type) const {
  const auto dimension = static_cast<std::int64_t>(zone.dimension());
  if (box_) {
    std::vector<std::int64_t> values;
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(box_->begin[d] + 1);
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(box_->end[d]);
    auto integers = stored(values, type);
    return {.name = "PointRange",
            .label = "IndexRange_t",
            .type = integers.type,
            .dims = {dimension, 2},
            .data = std::move(integers.bytes)};
  }
  std::vector<std::int64_t> values;
  for (const auto key : keys_) {
    const auto point = point_of(zone, key);
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(point[d] + 1);
  }
  auto integers = stored(values, type);
  tree::Node node{
      .name = "PointList", .label = "IndexArray_t", .type = integers.type, .dims = {dimension, count()}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

std::int64_t PointSet::position_of(const StructuredJob& zone, std::int64_t key) const {
  if (box_) {
    const auto p = point_of(zone, key);
    return ((p[2] - box_->begin[2]) * box_->size(1) + p[1] - box_->begin[1]) * box_->size(0) + p[0] -
           box_->begin[0];
  }
  return *std::lower_bound(order_.begin(), order_.end(), key,
                           [&](std::int64_t position, std::int64_t wanted) {
                             return keys_[static_cast<std::size_t>(position)] < wanted;
                           });
}

plan::Composite PointSet::composite(const StructuredJob& zone, const std::vector<Region>& regions,
                                    const std::vector<int>& arrays, std::int64_t width) const {
  plan::Composite composite;
  if (!box_) {
    add_runs(zone, regions, arrays, width, composite);
    return composite;
  }
  std::vector<Block> blocks;
  for (const auto& region : regions) blocks.push_back(region.owned);
  for (const auto& share : shares(blocks)) {
    const auto i = static_cast<std::size_t>(share.block);
    composite.boxes.push_back(box_between(arrays[i], regions[i].whole, *box_, share, width));
  }
  return composite;
}

void PointSet::add_runs(const StructuredJob& zone, const std::vector<Region>& regions,
                        const std::vector<int>& arrays, std::int64_t width,
                        plan::Composite& composite) const {
  std::vector<bool> is_there(static_cast<std::size_t>(count()), false);
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const auto keys = keys_of(zone, regions[r]);
    const auto total = static_cast<std::int64_t>(keys.size());
    for (std::int64_t i = 0; i < total; ++i) {
      const auto key = keys[static_cast<std::size_t>(i)];
      if (key < 0) continue;
      const auto position = position_of(zone, key);
      const bool shared = is_there[static_cast<std::size_t>(position)];
      is_there[static_cast<std::size_t>(position)] = true;
      add_run(composite, {.array = arrays[r],
                          .source_total = total,
                          .source = i,
                          .target_total = count(),
                          .target = position,
                          .width = width,
                          .shared = shared});
    }
  }
}

std::int64_t key_of(const StructuredJob& zone, const Index3& point) {
  const auto& cells = zone.original.cells;
  return (point[2] * (cells[1] + 1) + point[1]) * (cells[0] + 1) + point[0];
}

Index3 point_of(const StructuredJob& zone, std::int64_t key) {
  const auto& cells = zone.original.cells;
  const auto row = key / (cells[0] + 1);
  return {key % (cells[0] + 1), row % (cells[1] + 1), row / (cells[1] + 1)};
}

tree::DataType type_of_point_sets(const Pieces& pieces) {
  for (const auto& piece : pieces) {
    for (const auto& child : piece.node->children) {
      if (is_point_set(child) && child.type == tree::DataType::I8) return tree::DataType::I8;
    }
  }
  return tree::DataType::I4;
}

}  // namespace pcgns::assemble
