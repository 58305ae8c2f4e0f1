// range_locations.cpp: where the points of a range or list of a structured zone are.

#include <algorithm>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

namespace {

/// Location of edges, which are between vertices in one direction that the GridLocation does not name. A
/// single edge belongs to the cell of its indices.
Location location_of_edges(const ZoneSize& zone, const Block& edges) {
  Location location = {};
  for (std::size_t d = 0; d < location.size(); ++d) {
    const bool is_plane = edges.size(d) == 1 && edges.count() > 1;
    location[d] = is_plane || edges.end[d] == zone.cells[d] + 1;
  }
  return location;
}

/// Where the points of a range are if its GridLocation is right.
Location location_at(const ZoneSize& zone, std::string_view text, const Block& range) {
  const auto dimension = static_cast<std::size_t>(zone.dimension);
  const auto named = cgns::parse_location(text, dimension);
  if (text == "EdgeCenter" && zone.dimension == 3) return location_of_edges(zone, range);
  if (!named) return location_of_faces(zone, range);
  auto location = *named;
  for (std::size_t d = 0; d < dimension; ++d) {
    if (range.size(d) == 1 && range.begin[d] == zone.cells[d]) location[d] = true;
  }
  return location;
}

}  // namespace

Location location_of_faces(const ZoneSize& zone, const Block& faces) {
  Location at_end = {};
  Location at_begin = {};
  Location planes = {};
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d) {
    planes[d] = faces.size(d) == 1;
    at_begin[d] = planes[d] && faces.begin[d] == 0;
    at_end[d] = planes[d] && faces.begin[d] == zone.cells[d];
  }
  if (at_end != Location{}) return at_end;
  if (at_begin != Location{}) return at_begin;
  return std::count(planes.begin(), planes.end(), true) == 1 ? planes : Location{};
}

bool means_vertices(const ZoneSize& zone, std::string_view text, const Block& range) {
  const auto location = location_at(zone, text, range);
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d) {
    if (!location[d] && range.size(d) > 1 && range.end[d] == zone.cells[d] + 1) return true;
  }
  return false;
}

Location location_of_range(const ZoneSize& zone, std::string_view text, const Block& range) {
  return location_at(zone, means_vertices(zone, text, range) ? "Vertex" : text, range);
}

}  // namespace pcgns::partition
