#include "pcgns/check/join_lists.hpp"

#include <algorithm>

namespace pcgns::check {

namespace {

std::optional<EntityList> list_in(const tree::Node* node, int dimension) {
  const bool is_list = node != nullptr && node->is_bulk() && !node->dims.empty() &&
                       (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
  if (!is_list) return {};
  const auto values = tree::count_of(node->dims);
  if (values % dimension != 0 || (node->dims.size() > 1 && node->dims.front() != dimension)) return {};
  return EntityList{node, dimension, values / dimension};
}

/// The highest number that an element of the zone has.
std::optional<std::int64_t> last_element(const tree::Node& zone) {
  std::optional<std::int64_t> last;
  for (const auto& section : zone.children) {
    if (section.label != "Elements_t") continue;
    const auto range = integers_in(section.child("ElementRange"));
    if (!range || range->size() != 2) return {};
    last = std::max(last.value_or(0), (*range)[1]);
  }
  return last;
}

}  // namespace

JoinLists lists_of(const Joins& joins, const Join& join) {
  JoinLists lists{.location = sids::location_of(*join.node)};
  lists.here = list_in(join.node->child("PointList"), joins.zone_of(join).shape.dimension);
  const int dimension = join.donor < 0 ? 1 : joins.donor_of(join).shape.dimension;
  lists.there = list_in(join.node->child("PointListDonor"), dimension);
  if (!lists.there) {
    lists.there = list_in(join.node->child("CellListDonor"), dimension);
    lists.donor_has_cells = lists.there.has_value();
  }
  return lists;
}

std::vector<int> mirrors_of(const Joins& joins, const Join& join) {
  std::vector<int> mirrors;
  const auto lists = lists_of(joins, join);
  for (const auto number : joins.donor_of(join).joins) {
    const auto& other = joins.all[static_cast<std::size_t>(number)];
    if (other.is_1to1 || other.kind != "Abutting1to1" || other.donor != join.zone) continue;
    const auto back = lists_of(joins, other);
    if (!back.here || !back.there || back.location != lists.location) continue;
    if (lists.here && back.here->count == lists.here->count) mirrors.push_back(number);
  }
  // A connection of a zone with itself may be its own way back, but another one is more likely.
  std::stable_partition(mirrors.begin(), mirrors.end(), [&](int number) {
    return joins.all[static_cast<std::size_t>(number)].node != join.node;
  });
  return mirrors;
}

std::optional<Index> largest_index(const JoinZone& zone, const std::string& location) {
  const auto& shape = zone.shape;
  if (location == "Vertex") return shape.vertices;
  if (location == "CellCenter") return shape.cells;
  if (shape.structured) {
    // Of faces across an axis there is one more in its direction; FaceCenter leaves open which axis.
    auto most = location == "FaceCenter" || location == "EdgeCenter" ? shape.vertices : shape.cells;
    const auto axis = std::string_view("IJK").find(location.empty() ? ' ' : location.front());
    if (axis < 3 && location.substr(1) == "FaceCenter") most[axis] = shape.vertices[axis];
    return most;
  }
  if (location != "FaceCenter" && location != "EdgeCenter") return {};
  const auto last = last_element(*zone.zone);
  if (!last) return {};
  return Index{*last, 1, 1};
}

}  // namespace pcgns::check
