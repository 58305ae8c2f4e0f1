// point_set.cpp: the union of the points of a node's regions, and arrays of values for them.

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "pcgns/fileset/plan/structured/regions.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::int64_t most_points = std::int64_t{1} << 31;

}  // namespace

std::int64_t key_of(const StructuredJob& zone, const Index3& point) {
  const auto& cells = zone.original.cells;
  return (point[2] * (cells[1] + 1) + point[1]) * (cells[0] + 1) + point[0];
}

Index3 point_of(const StructuredJob& zone, std::int64_t key) {
  const auto& cells = zone.original.cells;
  const auto row = key / (cells[0] + 1);
  return {key % (cells[0] + 1), row % (cells[1] + 1), row / (cells[1] + 1)};
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

PointSet::PointSet(const StructuredJob& zone, const std::vector<Region>& regions)
    : are_elements_(!regions.empty() && regions.front().name.starts_with("Element")) {
  if (std::all_of(regions.begin(), regions.end(), [](const Region& r) { return r.is_box; })) {
    std::vector<Block> blocks;
    for (const auto& region : regions) blocks.push_back(region.owned);
    box_ = united_block(blocks);
    if (box_) return;
  }
  std::int64_t total = 0;
  for (const auto& region : regions) {
    total += region.count();
    if (total > most_points) {
      throw zone.error({region.piece, nullptr}, "",
                       "has points that do not form a range, and too many for a list");
    }
  }
  have_places(regions) ? put_in_places(regions) : put_in_order(zone, regions);
}

void PointSet::put_in_places(const std::vector<Region>& regions) {
  std::vector<std::pair<std::int64_t, std::int64_t>> points;  // position and key
  for (const auto& region : regions) {
    for (std::size_t i = 0; i < region.keys.size(); ++i) {
      if (region.keys[i] >= 0) points.emplace_back(region.places[i], region.keys[i]);
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (const auto& [place, key] : points) {
    places_.push_back(place);
    keys_.push_back(key);
  }
}

void PointSet::put_in_order(const StructuredJob& zone, const std::vector<Region>& regions) {
  for (const auto& region : regions) {
    for (const auto key : keys_of(zone, region)) {
      if (key >= 0) keys_.push_back(key);
    }
  }
  auto sorted = keys_;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  // A single list keeps its order.
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

std::optional<std::vector<std::int64_t>> PointSet::extents(const StructuredJob& zone,
                                                           const PieceNodes& arrays,
                                                           const std::vector<Region>& regions) const {
  // Only an array of several points tells which of its extents is theirs.
  const auto longest =
      std::ranges::max_element(arrays, {}, [](const PieceNode& at) { return cgns::count_of(at.node->dims); });
  const auto& dims = longest->node->dims;
  for (const bool is_box : {box_.has_value(), false}) {
    const auto extents_for = [&](const Block& points, std::int64_t number) {
      return is_box ? plan::extents_at(points, *box_, zone.dimension(), dims.size())
                    : plan::extents_of_list(dims, number);
    };
    std::size_t fitting = 0;
    while (fitting < arrays.size() &&
           extents_for(regions[fitting].whole, regions[fitting].count()) == arrays[fitting].node->dims)
      ++fitting;
    if (fitting == arrays.size()) return extents_for(box_.value_or(Block{}), count());
  }
  return std::nullopt;
}

cgns::Node PointSet::node(StructuredJob& zone, cgns::DataType type) const {
  const auto dimension = static_cast<std::int64_t>(zone.dimension());
  if (box_) {
    std::vector<std::int64_t> values;
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(box_->begin[d] + 1);
    for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(box_->end[d]);
    auto integers = stored(values, type);
    return {.name = are_elements_ ? "ElementRange" : "PointRange",
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
  cgns::Node node{.name = are_elements_ ? "ElementList" : "PointList",
                  .label = "IndexArray_t",
                  .type = integers.type,
                  .dims = {dimension, count()}};
  node.array = add_values(zone.job, node.type, node.dims, std::move(integers.bytes));
  return node;
}

std::vector<cgns::Node> set_nodes(StructuredJob& zone, const std::vector<Region>& regions,
                                  cgns::DataType type) {
  std::map<std::string, std::vector<Region>> ranges;
  for (const auto& region : regions) {
    if (!region.is_box || !region.name.starts_with("PointRange"))
      return {PointSet(zone, regions).node(zone, type)};
    ranges[region.name].push_back(region);
  }
  std::vector<cgns::Node> nodes;
  for (const auto& [name, of_name] : ranges) {
    const PointSet set(zone, of_name);
    if (!set.box()) return {PointSet(zone, regions).node(zone, type)};
    nodes.push_back(set.node(zone, type));
    nodes.back().name = name;
  }
  return nodes;
}

std::int64_t PointSet::position_of(const StructuredJob& zone, const Region& region, std::int64_t i,
                                   std::int64_t key) const {
  if (!places_.empty()) {
    const auto place = region.places[static_cast<std::size_t>(i)];
    return std::lower_bound(places_.begin(), places_.end(), place) - places_.begin();
  }
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
      const auto position = position_of(zone, regions[r], i, key);
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

}  // namespace pcgns::fileset
