#include "pcgns/partition/forecast.hpp"

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/partition/plan/structured_interfaces.hpp"

namespace pcgns::partition {

namespace {

std::int64_t bytes_of(const cgns::Node& container, std::int64_t points) {
  std::int64_t bytes = 0;
  for (const auto& array : container.children) {
    if (array.label == "DataArray_t") bytes += points * cgns::size_of(array.type);
  }
  return bytes;
}

std::int64_t bytes_of(const cgns::Node& container, const Part& part, std::size_t dimension) {
  const auto location = cgns::parse_location(cgns::location_of(container), dimension);
  if (!location || has_points(container)) return 0;
  return bytes_of(container, points_of(part.cells, *location, dimension).count());
}

}  // namespace

Forecast forecast_of(const Mesh& mesh, const Part& part) {
  Forecast forecast{.neighbours = neighbours_of(mesh, part)};
  const auto& zone = *mesh.zones[static_cast<std::size_t>(part.zone)];
  const auto dimension =
      static_cast<std::size_t>(mesh.decomposition.zones[static_cast<std::size_t>(part.zone)].dimension);
  for (const auto& child : zone.children) {
    if (cgns::is_field_container(child.label)) forecast.bytes += bytes_of(child, part, dimension);
  }
  return forecast;
}

std::int64_t forecast_bytes(const DistributedZone& zone, const ZonePart& part) {
  std::int64_t bytes = 0;
  for (const auto& child : zone.zone->children) {
    if (!cgns::is_field_container(child.label) || has_points(child)) continue;
    const auto location = cgns::location_of(child);
    if (location == "Vertex") bytes += bytes_of(child, part.vertices);
    if (location == "CellCenter") bytes += bytes_of(child, part.cells);
  }
  return bytes;
}

}  // namespace pcgns::partition
