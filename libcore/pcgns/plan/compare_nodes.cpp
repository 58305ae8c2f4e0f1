#include "pcgns/plan/compare_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/sids/labels.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

using tree::DataType;
using tree::Node;

namespace {

bool are_integers(const Node& node) { return node.type == DataType::I4 || node.type == DataType::I8; }

Entity entity_at(const Node& node) {
  const auto text = location_of(node);
  if (text == "Vertex") return Entity::vertex;
  if (text == "CellCenter") return Entity::cell;
  return text.ends_with("FaceCenter") ? Entity::face : Entity::value;
}

}  // namespace

std::string location_of(const Node& node) {
  const auto* location = node.child_labelled("GridLocation_t");
  return location == nullptr ? "Vertex" : tree::text_of(*location);
}

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
    const bool numbers = are_integers(*list);
    return numbers ? PointSetPair::Points{list, false, list->dims[1]} : PointSetPair::Points{};
  }
  const auto* range = node.child("PointRange");
  if (range == nullptr || range->is_bulk() || range->dims.size() != 2 || range->dims[1] != 2) return {};
  if (!are_integers(*range)) return {};
  if (range->data.empty()) return {};
  const auto ends = tree::integers_of(*range);
  const auto width = ends.size() / 2;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < width; ++i) {
    // Nobody has so many points: whatever the range means, it cannot be told apart point by point.
    constexpr std::int64_t most = std::int64_t(1) << 40;
    if (ends[i] < 1 || ends[width + i] < ends[i] || ends[width + i] > most) return {};
    const auto extent = ends[width + i] - ends[i] + 1;
    if (count > most / extent) return {};
    count *= extent;
  }
  return {range, true, count};
}

Entity entity_of_children(const Node& node) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Entity::vertex;
  if (node.child("PointList") != nullptr || node.child("PointRange") != nullptr) return Entity::entry;
  return sids::is_solution(node.label) ? entity_at(node) : Entity::value;
}

}  // namespace pcgns::plan
