// Finds ranges of vertices in conditions and regions that state another location.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

namespace {

using cgns::Node;

bool has_location(const Node& node) {
  constexpr std::array<std::string_view, 3> labels = {"BC_t", "BCDataSet_t", "ZoneSubRegion_t"};
  return std::ranges::find(labels, node.label) != labels.end();
}

/// True if the range of `owner` lies in the zone, but ends one beyond the faces or cells of `location`.
bool means_vertices(const Node& owner, const std::string& location, const cgns::ZoneShape& shape) {
  const auto dimension = static_cast<std::size_t>(shape.dimension);
  const auto named = cgns::parse_location(location, dimension);
  const bool is_of_faces = location == "FaceCenter" || (location == "EdgeCenter" && dimension < 3);
  const auto range = cgns::range_in(owner.child("PointRange"), shape.dimension);
  if (!(named || is_of_faces) || !range || !range->is_inside(shape.vertices)) return false;
  for (int axis = 0; axis < shape.dimension; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const bool counts_vertices = named && (*named)[d];
    if (!counts_vertices && range->extent(axis) > 1 && range->high(axis) == shape.cells[d]) return true;
  }
  return false;
}

void locate(Node& owner, const std::string& path, const cgns::ZoneShape& shape, plan::Notes& notes) {
  const auto location = cgns::location_of(owner);
  const auto node = std::ranges::find(owner.children, "GridLocation_t", &Node::label);
  if (node == owner.children.end() || !means_vertices(owner, location, shape)) return;
  notes.add(
      plan::Note::Kind::warning, "ranges of vertices",
      fmt::format("{}: has ranges of vertices, and the GridLocation {}; it becomes Vertex", path, location));
  auto vertex = cgns::text_node(node->name, node->label, "Vertex");
  node->dims = std::move(vertex.dims);
  node->data = std::move(vertex.data);
}

void locate_below(Node& parent, const std::string& path, const cgns::ZoneShape& shape, plan::Notes& notes) {
  for (auto& child : parent.children) {
    const bool is_owner = has_location(child);
    if (child.link || !(is_owner || child.label == "ZoneBC_t")) continue;
    const auto child_path = cgns::join(path, child.name);
    if (is_owner) locate(child, child_path, shape, notes);
    locate_below(child, child_path, shape, notes);
  }
}

}  // namespace

void locate_at_vertices(cgns::Node& root, plan::Notes& notes) {
  for (auto& base : root.children) {
    for (auto& zone : base.children) {
      const auto shape = zone.label == "Zone_t" && !zone.link ? cgns::shape_of(zone) : std::nullopt;
      if (shape && shape->structured)
        locate_below(zone, cgns::join(cgns::join("/", base.name), zone.name), *shape, notes);
    }
  }
}

}  // namespace pcgns::partition
