#include "pcgns/partition/forecast.hpp"

#include <algorithm>
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

std::int64_t bytes_of(const cgns::Node& container, const Part& part, std::size_t dimension) {
  const auto location = cgns::parse_location(cgns::location_of(container), dimension);
  if (!location || has_points(container)) return 0;
  return bytes_of(container, points_of(part.cells, *location, dimension).count());
}

PieceForecast piece_of(const Mesh& mesh, const Part& part) {
  const auto& size = mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  const auto dimension = static_cast<std::size_t>(size.dimension);
  PieceForecast piece{.zone = size.path,
                      .rank = part.rank,
                      .cells = part.cells.count(),
                      .neighbours = std::ssize(neighbours_of(mesh, part))};
  for (std::size_t d = 0; d < dimension; ++d) {
    piece.first.push_back(part.cells.begin[d] + 1);
    piece.last.push_back(part.cells.end[d]);
  }
  for (const auto& child : mesh.zones[static_cast<std::size_t>(part.zone)]->children) {
    if (cgns::is_field_container(child.label)) piece.bytes += bytes_of(child, part, dimension);
  }
  return piece;
}

PieceForecast piece_of(const DistributedZone& zone, const ZonePart& part) {
  PieceForecast piece{.zone = zone.path,
                      .rank = part.rank,
                      .cells = part.cells,
                      .vertices = part.vertices,
                      .neighbours = part.neighbours};
  for (const auto& child : zone.zone->children) {
    if (!cgns::is_field_container(child.label) || has_points(child)) continue;
    const auto location = cgns::location_of(child);
    if (location == "Vertex") piece.bytes += bytes_of(child, part.vertices);
    if (location == "CellCenter") piece.bytes += bytes_of(child, part.cells);
  }
  return piece;
}

/// Over all pieces.
class Sums {
 public:
  explicit Sums(std::int64_t ranks) : bytes_(static_cast<std::size_t>(ranks)) {}

  void add(const PieceForecast& piece) {
    bytes_[static_cast<std::size_t>(piece.rank)] += piece.bytes;
    most_ = std::max(most_, piece.neighbours);
    neighbours_ += piece.neighbours;
    ++pieces_;
  }

  [[nodiscard]] Forecast value() const {
    const auto [least, most] = std::minmax_element(bytes_.begin(), bytes_.end());
    return {.most_neighbours = most_,
            .mean_neighbours =
                static_cast<double>(neighbours_) / static_cast<double>(std::max<std::int64_t>(1, pieces_)),
            .most_bytes = *most,
            .least_bytes = *least};
  }

 private:
  std::vector<std::int64_t> bytes_;  ///< By rank.
  std::int64_t most_ = 0;
  std::int64_t neighbours_ = 0;
  std::int64_t pieces_ = 0;
};

}  // namespace

Forecast forecast_of(const Mesh& mesh, bool lists_pieces) {
  Sums sums(mesh.decomposition.partitions);
  std::vector<PieceForecast> structured;
  std::vector<PieceForecast> unstructured;
  const auto add = [&](std::vector<PieceForecast>& list, PieceForecast piece) {
    sums.add(piece);
    if (lists_pieces) list.push_back(std::move(piece));
  };
  for (const auto& part : mesh.decomposition.parts) add(structured, piece_of(mesh, part));
  for (const auto& zone : mesh.unstructured) {
    for (const auto& part : zone.parts) add(unstructured, piece_of(zone, part));
  }
  auto forecast = sums.value();
  forecast.structured = std::move(structured);
  forecast.unstructured = std::move(unstructured);
  return forecast;
}

}  // namespace pcgns::partition
