#include "pcgns/partition/forecast.hpp"

#include <algorithm>
#include <set>
#include <utility>

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

std::int64_t bytes_of(const cgns::Node& container, const StructuredPiece& piece, std::size_t dimension) {
  const auto location = cgns::location_of_fields(container, dimension);
  if (!location || has_points(container)) return 0;
  return bytes_of(container, points_of(piece.cells, *location, dimension).count());
}

void add_neighbour(std::int64_t rank, PieceForecast& forecast) {
  ++forecast.neighbours;
  forecast.neighbour_ranks.push_back(rank);
}

PieceForecast forecast_of(const Mesh& mesh, const StructuredPiece& piece) {
  const auto zone = static_cast<std::size_t>(piece.zone);
  const auto& size = mesh.decomposition.zones[zone];
  const auto dimension = static_cast<std::size_t>(size.dimension);
  PieceForecast forecast{.zone = size.path,
                         .rank = piece.rank,
                         .cells = piece.cells.count(),
                         .cut_faces = inner_faces(piece, size)};
  for (const auto other : neighbours_of(mesh, piece)) add_neighbour(mesh.piece(other).rank, forecast);
  for (std::size_t d = 0; d < dimension; ++d) {
    forecast.first.push_back(piece.cells.begin[d] + 1);
    forecast.last.push_back(piece.cells.end[d]);
  }
  for (const auto& child : mesh.zones[zone]->children) {
    if (cgns::is_field_container(child.label)) forecast.bytes += bytes_of(child, piece, dimension);
  }
  return forecast;
}

PieceForecast forecast_of(const DistributedZone& zone, const UnstructuredPiece& piece) {
  PieceForecast forecast{.zone = zone.path,
                         .rank = piece.rank,
                         .cells = piece.cells,
                         .vertices = piece.vertices,
                         .cut_faces = piece.cut_faces};
  for (const auto other : piece.neighbours)
    add_neighbour(zone.pieces[static_cast<std::size_t>(other)].rank, forecast);
  for (const auto& child : zone.zone->children) {
    if (!cgns::is_field_container(child.label) || has_points(child)) continue;
    const auto location = cgns::location_of(child);
    if (location == "Vertex") forecast.bytes += bytes_of(child, piece.vertices);
    if (cgns::is_of_cells(location, zone.cell_dimension)) forecast.bytes += bytes_of(child, piece.cells);
  }
  return forecast;
}

}  // namespace

Forecast forecast_of(const Mesh& mesh, bool lists_pieces) {
  Forecast forecast;
  const auto parts = static_cast<std::size_t>(mesh.decomposition.partitions);
  std::vector<std::int64_t> bytes(parts);
  std::vector<std::set<std::int64_t>> neighbours(parts);
  const auto add = [&](std::vector<PieceForecast>& list, PieceForecast piece) {
    const auto part = static_cast<std::size_t>(piece.rank);
    for (const auto rank : piece.neighbour_ranks)
      if (rank != piece.rank) neighbours[part].insert(rank);
    bytes[part] += piece.bytes;
    if (lists_pieces) list.push_back(std::move(piece));
  };
  for (const auto& piece : mesh.decomposition.pieces) add(forecast.structured, forecast_of(mesh, piece));
  for (const auto& zone : mesh.unstructured) {
    for (const auto& piece : zone.pieces) add(forecast.unstructured, forecast_of(zone, piece));
  }
  for (const auto& others : neighbours) forecast.neighbours.push_back(std::ssize(others));
  const auto [least, most] = std::minmax_element(bytes.begin(), bytes.end());
  forecast.least_bytes = *least;
  forecast.most_bytes = *most;
  return forecast;
}

}  // namespace pcgns::partition
