#include <algorithm>

#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

namespace {

double vertices_of(const Index3& cells, int dimension) {
  double vertices = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
    vertices *= static_cast<double>(cells[d] + 1);
  return vertices;
}

/// Vertices of all pieces divided by those of all zones.
double inflation_of(const Mesh& mesh) {
  double before = 0;
  double after = 0;
  const auto& cut = mesh.decomposition;
  for (const auto& zone : cut.zones) before += vertices_of(zone.cells, zone.dimension);
  for (const auto& piece : cut.pieces)
    after += vertices_of(piece.cells.sizes(), cut.zones[static_cast<std::size_t>(piece.zone)].dimension);
  for (const auto& zone : mesh.unstructured) {
    before += static_cast<double>(cgns::integers_of(*zone.zone).front());
    for (const auto& piece : zone.pieces) after += static_cast<double>(piece.vertices);
  }
  return before > 0 ? after / before : 1;
}

}  // namespace

Quality quality_of(const Mesh& mesh) {
  if (mesh.unstructured.empty()) return quality_of(mesh.decomposition);
  Quality quality;
  if (!mesh.decomposition.pieces.empty()) quality = quality_of(mesh.decomposition);
  std::vector<std::int64_t> loads(static_cast<std::size_t>(mesh.decomposition.partitions), 0);
  std::int64_t total = 0;
  const auto add = [&](std::int64_t rank, std::int64_t cells) {
    loads[static_cast<std::size_t>(rank)] += cells;
    total += cells;
  };
  for (const auto& piece : mesh.decomposition.pieces) add(piece.rank, piece.cells.count());
  for (const auto& zone : mesh.unstructured) {
    quality.cut_faces += zone.cut_faces;
    for (const auto& piece : zone.pieces) add(piece.rank, piece.cells);
  }
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  quality.least_cells = *least;
  quality.empty_ranks = std::count(loads.begin(), loads.end(), 0);
  quality.most_cells = *most;
  quality.max_over_mean =
      total > 0 ? static_cast<double>(*most) * static_cast<double>(loads.size()) / static_cast<double>(total)
                : 1;
  quality.inflation = inflation_of(mesh);
  return quality;
}

double most_over_target(const Mesh& mesh) {
  std::vector<std::int64_t> loads(static_cast<std::size_t>(mesh.decomposition.partitions), 0);
  for (const auto& piece : mesh.decomposition.pieces)
    loads[static_cast<std::size_t>(piece.rank)] += piece.weight;
  for (const auto& zone : mesh.unstructured) {
    for (const auto& piece : zone.pieces) loads[static_cast<std::size_t>(piece.rank)] += piece.weight;
  }
  double sum_of_targets = 0;
  double sum = 0;
  double most = 0;
  for (std::size_t rank = 0; rank < loads.size(); ++rank) {
    const double target = mesh.targets.empty() ? 1 : mesh.targets[rank];
    sum_of_targets += target;
    sum += static_cast<double>(loads[rank]);
    most = std::max(most, static_cast<double>(loads[rank]) / target);
  }
  return sum > 0 ? most * sum_of_targets / sum : 1;
}

}  // namespace pcgns::partition
