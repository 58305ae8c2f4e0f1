#include "pcgns/plan/compare_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/sids/grid_location.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

using tree::DataType;
using tree::Node;

namespace {

bool are_integers(const Node& node) { return node.type == DataType::I4 || node.type == DataType::I8; }

/// True for two points, of as many indices each as there may be.
bool has_ends(const Node& range) {
  return !range.is_bulk() && range.dims.size() == 2 && range.dims[1] == 2 && are_integers(range) &&
         !range.data.empty();
}

/// Points from the first half of `ends` to the second; nothing if it makes no sense.
std::optional<std::int64_t> points_between(const std::vector<std::int64_t>& ends) {
  // Nobody has so many points: whatever the range means, it cannot be told apart point by point.
  constexpr std::int64_t most = std::int64_t(1) << 40;
  const auto width = ends.size() / 2;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < width; ++i) {
    if (ends[i] < 1 || ends[width + i] < ends[i] || ends[width + i] > most) return std::nullopt;
    const auto extent = ends[width + i] - ends[i] + 1;
    if (count > most / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

Entity entity_at(const Node& node) {
  const auto text = sids::location_of(node);
  if (text == "Vertex") return Entity::vertex;
  if (text == "CellCenter") return Entity::cell;
  return text.ends_with("FaceCenter") ? Entity::face : Entity::value;
}

}  // namespace

bool says_nothing(const Node& node) {
  if (node.label == "GridLocation_t") return tree::text_of(node) == "Vertex" && node.children.empty();
  if (node.label != "Rind_t" || node.is_bulk()) return false;
  return std::all_of(node.data.begin(), node.data.end(), [](std::byte byte) { return byte == std::byte{0}; });
}

std::string label_text(const Node& node) {
  return node.label.empty() ? "a node without label" : fmt::format("a {}", node.label);
}

std::string presence(const Node& node) {
  auto text = node.label.empty() ? std::string("no label") : node.label;
  if (node.type != DataType::MT || node.link) text += " " + tree::brief(node);
  return text;
}

bool is_join(const Node& node) { return node.label == "GridConnectivity1to1_t"; }

std::vector<std::int64_t> points_of_join(const Node& join) {
  std::vector<std::int64_t> numbers;
  for (const auto* name : {"PointRange", "PointRangeDonor", "Transform"}) {
    const auto* node = join.child(name);
    const bool has_numbers = node != nullptr && are_integers(*node) && !node->data.empty();
    const auto values = has_numbers ? tree::integers_of(*node) : std::vector<std::int64_t>{};
    numbers.push_back(static_cast<std::int64_t>(values.size()));
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  return numbers;
}

PointSetPair::Points points_of(const Node& node) {
  if (const auto* list = node.child("PointList"); list != nullptr && list->dims.size() == 2) {
    return are_integers(*list) ? PointSetPair::Points{list, false, list->dims[1]} : PointSetPair::Points{};
  }
  const auto* range = node.child("PointRange");
  if (range == nullptr || !has_ends(*range)) return {};
  const auto count = points_between(tree::integers_of(*range));
  return count ? PointSetPair::Points{range, true, *count} : PointSetPair::Points{};
}

Entity entity_of_children(const Node& node) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Entity::vertex;
  if (node.child("PointList") != nullptr || node.child("PointRange") != nullptr) return Entity::entry;
  return sids::is_solution(node.label) ? entity_at(node) : Entity::value;
}

}  // namespace pcgns::plan
