#include "pcgns/verify/check/plan/memory.hpp"

#include <algorithm>

namespace pcgns::verify::check {

namespace {

/// Of a structured zone, while its cells are looked at: three coordinates of a row, and of one direction what
/// was read, what is fetched, and what it is converted to (measured: 61).
constexpr std::int64_t bytes_of_vertex = 64;
/// Of an unstructured zone: what each node of a cell leads to besides itself, if most faces have no neighbour
/// that sees them from the other side (measured: 93). Otherwise it is less, which is not known before.
constexpr std::int64_t bytes_of_node = 96;

std::int64_t plane_of(const cgns::ZoneShape& shape) {
  return shape.vertex_count() / shape.vertices[static_cast<std::size_t>(shape.dimension) - 1];
}

/// What exceeds `memory`: a rank needs a plane of its neighbour, too.
std::int64_t bytes_of_structured(const cgns::ZoneShape& shape, Budget memory, int ranks) {
  if (shape.dimension < 2) return 0;
  const auto planes = planes_at_once(shape, memory, ranks) + 1;
  const auto vertices = planes * plane_of(shape) / ranks + plane_of(shape);
  return std::max<std::int64_t>(0, vertices * bytes_of_vertex - memory.bytes());
}

std::int64_t bytes_of_unstructured(const cgns::Node& zone, const cgns::ZoneShape& shape, int ranks) {
  auto bytes = 3 * std::int64_t(sizeof(double)) * shape.vertices[0];
  for (const auto& section : zone.children) {
    if (section.label != "Elements_t") continue;
    for (const auto& array : section.children) {
      const auto each = cgns::size_of(array.type) + (array.name == "ElementConnectivity" ? bytes_of_node : 0);
      if (array.is_bulk()) bytes += cgns::count_of(array.dims) * each;
    }
  }
  return bytes / ranks;
}

}  // namespace

std::int64_t planes_at_once(const cgns::ZoneShape& shape, Budget memory, int ranks) {
  const auto last = static_cast<std::size_t>(shape.dimension) - 1;
  const auto planes = (memory.bytes() / bytes_of_vertex / plane_of(shape) - 1) * ranks;
  return std::max<std::int64_t>(1, std::min(planes - 1, shape.cells[last]));
}

std::int64_t bytes_of_mesh(const cgns::Node& tree, Budget memory, int ranks) {
  std::int64_t most = 0;
  for (const auto& base : tree.children) {
    for (const auto& zone : base.children) {
      const auto shape = zone.label == "Zone_t" && !zone.link ? cgns::shape_of(zone) : std::nullopt;
      if (!shape) continue;
      most = std::max(most, shape->structured ? bytes_of_structured(*shape, memory.share(2), ranks)
                                              : bytes_of_unstructured(zone, *shape, ranks));
    }
  }
  return most;
}

}  // namespace pcgns::verify::check
