#include "pcgns/cgns/zone_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pcgns::cgns {

namespace {

constexpr std::int64_t largest_extent = std::int64_t{1} << 40;

bool has_values(const Node* node) {
  return node != nullptr && !node->data.empty() &&
         static_cast<std::int64_t>(node->data.size()) == cgns::bytes_of(node->type, node->dims);
}

/// True if products of three extents fit in 63 bits.
bool is_reasonable(const ZoneShape& shape) {
  std::int64_t product = 1;
  for (const auto extent : shape.vertices) {
    if (extent < 1 || extent > largest_extent || product > largest_extent / extent) return false;
    product *= extent;
  }
  return true;
}

std::string joined(const std::vector<std::string>& words, std::string_view with) {
  return fmt::format("{}", fmt::join(words, with));
}

}  // namespace

std::optional<std::vector<std::int64_t>> integers_in(const Node* node) {
  if (!has_values(node) || !is_integer(node->type)) return {};
  return cgns::integers_of(*node);
}

std::optional<std::vector<double>> numbers_in(const Node* node) {
  if (!has_values(node)) return {};
  if (is_real(node->type)) return cgns::reals_of(*node);
  const auto integers = integers_in(node);
  if (!integers) return {};
  return std::vector<double>(integers->begin(), integers->end());
}

bool consists_of_elements(const Node& zone) {
  const auto* type = zone.child_labelled("ZoneType_t");
  return type != nullptr && cgns::text_of(*type) == "Unstructured";
}

std::optional<ZoneShape> shape_of(const Node& zone) {
  const auto values = integers_in(&zone);
  if (!values || values->size() % 3 != 0 || values->empty() || values->size() > 9) return {};
  const auto dimension = values->size() / 3;
  ZoneShape shape{.structured = !consists_of_elements(zone), .dimension = static_cast<int>(dimension)};
  if (!shape.structured && dimension != 1) return {};
  for (std::size_t i = 0; i < dimension; ++i) {
    shape.vertices[i] = (*values)[i];
    shape.cells[i] = (*values)[dimension + i];
    if (shape.structured && shape.cells[i] != shape.vertices[i] - 1) return {};
    if (shape.cells[i] < 0 || shape.cells[i] > largest_extent) return {};
  }
  return is_reasonable(shape) ? std::optional(shape) : std::nullopt;
}

bool is_plane(const Node& zone) {
  const auto shape = zone.label == "Zone_t" ? shape_of(zone) : std::nullopt;
  return shape && shape->structured && shape->cell_count() == 0;
}

bool has_indices(const Node& list, std::size_t dimension) {
  if (list.type == DataType::MT || count_of(list.dims) == 0) return true;
  const auto rows = list.dims.size() == 1 ? 1 : list.dims.front();
  return rows == static_cast<std::int64_t>(dimension);
}

namespace {

/// False if the indices beyond `dimension` mean something.
bool drop_extra_indices_of(Node& node, std::int64_t dimension) {
  const bool is_transform = node.name == "Transform";
  if (node.dims.empty() || node.dims.front() != most_directions) return false;
  const auto values = integers_in(&node);
  if (!values) return false;
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const auto direction = static_cast<std::int64_t>(i) % most_directions;
    const auto none = is_transform ? direction + 1 : 1;
    if (direction < dimension) kept.push_back((*values)[i]);
    if (direction >= dimension && (*values)[i] != none) return false;
  }
  node.dims.front() = dimension;
  node.data = integer_node({}, {}, node.dims, kept, node.type).data;
  node.array = -1;
  return true;
}

}  // namespace

std::int64_t drop_extra_indices(Node& node, std::int64_t dimension, bool with_lists) {
  std::int64_t count = 0;
  for (auto& child : node.children) {
    const bool has_indices = child.name == "Transform" || child.label == "IndexRange_t" ||
                             (with_lists && child.label == "IndexArray_t");
    if (has_indices && drop_extra_indices_of(child, dimension)) ++count;
    count += drop_extra_indices(child, dimension, with_lists);
  }
  return count;
}

bool IndexRange::is_inside(const Index& extents) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (low(axis) < 0 || high(axis) >= extents[at(axis)]) return false;
  }
  return true;
}

bool IndexRange::has_same_points(const IndexRange& other) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (low(axis) != other.low(axis) || high(axis) != other.high(axis)) return false;
  }
  return true;
}

bool IndexRange::overlaps(const IndexRange& other) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (high(axis) < other.low(axis) || other.high(axis) < low(axis)) return false;
  }
  return true;
}

std::optional<IndexRange> range_in(const Node* node, int dimension) {
  const auto values = integers_in(node);
  const auto rows = static_cast<std::size_t>(dimension);
  if (!values || values->size() != 2 * rows) return {};
  IndexRange range;
  for (std::size_t i = 0; i < rows; ++i) {
    for (const auto value : {(*values)[i], (*values)[rows + i]}) {
      if (value < -largest_extent || value > largest_extent) return {};
    }
    range.first[i] = (*values)[i] - 1;
    range.last[i] = (*values)[rows + i] - 1;
  }
  return range;
}

std::string text_of(const IndexRange& range, int dimension) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
    words.push_back(fmt::format("[{}:{}]", range.first[i] + 1, range.last[i] + 1));
  }
  return joined(words, " x ");
}

std::string text_of(const Index& index, int dimension) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
    words.push_back(fmt::to_string(index[i] + 1));
  }
  return "(" + joined(words, ", ") + ")";
}

std::string text_of_extents(const Index& extents, int dimension) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
    words.push_back(fmt::to_string(extents[i]));
  }
  return joined(words, " x ");
}

}  // namespace pcgns::cgns
