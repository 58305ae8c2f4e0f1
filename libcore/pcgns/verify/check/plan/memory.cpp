#include "pcgns/verify/check/plan/memory.hpp"

#include <algorithm>

namespace pcgns::verify::check {

namespace {

/// Of a structured zone, while its cells are looked at: three coordinates of a row, and of one direction what
/// was read, what is fetched, and what it is converted to (measured: 61).
constexpr std::int64_t bytes_of_vertex = 64;

}  // namespace

std::int64_t planes_at_once(const cgns::ZoneShape& shape, Budget memory, int ranks) {
  const auto last = static_cast<std::size_t>(shape.dimension) - 1;
  const auto plane = shape.vertex_count() / shape.vertices[last];
  const auto planes = memory.bytes() / bytes_of_vertex * ranks / plane;
  return std::clamp<std::int64_t>(planes - 1, 1, shape.cells[last]);
}

}  // namespace pcgns::verify::check
