#include "pcgns/partition/decomposition.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "pcgns/partition/plan/constraints.hpp"

namespace pcgns::partition {

namespace {

Block whole(const ZoneSize& zone) { return {{0, 0, 0}, zone.cells}; }

std::int64_t vertices_of(const Block& cells, int dimension) {
  std::int64_t vertices = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) vertices *= cells.size(d) + 1;
  return vertices;
}

}  // namespace

std::int64_t inner_faces(const StructuredPiece& piece, const ZoneSize& zone) {
  std::int64_t faces = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto area = piece.cells.size((d + 1) % 3) * piece.cells.size((d + 2) % 3);
    faces += (piece.cells.begin[d] > 0 ? area : 0) + (piece.cells.end[d] < zone.cells[d] ? area : 0);
  }
  return faces;
}

void number_pieces(Decomposition& decomposition) {
  auto& pieces = decomposition.pieces;
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const StructuredPiece& a, const StructuredPiece& b) { return a.zone < b.zone; });
  std::map<std::pair<int, std::int64_t>, int> numbers;
  for (auto& piece : pieces) piece.number = numbers[{piece.zone, piece.rank}]++;
}

Decomposition decompose(std::vector<ZoneSize> zones, std::int64_t partitions,
                        const Constraints& constraints) {
  Decomposition result{.partitions = partitions, .zones = std::move(zones), .pieces = {}};
  if (const auto conflict = pack(result, constraints, true))
    throw conflict_error(result.zones, partitions, constraints, *conflict);
  number_pieces(result);
  return result;
}

Quality quality_of(const Decomposition& decomposition) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  Quality quality{.thinnest = decomposition.pieces.empty() ? 0 : most};
  std::vector<std::int64_t> loads(static_cast<std::size_t>(decomposition.partitions));
  double vertices = 0;
  double vertices_before = 0;
  std::int64_t total = 0;
  std::int64_t faces = 0;  // each cut face belongs to two pieces
  for (const auto& zone : decomposition.zones) {
    vertices_before += static_cast<double>(vertices_of(whole(zone), zone.dimension));
    total += zone.cell_count();
  }
  for (const auto& piece : decomposition.pieces) {
    const auto& zone = decomposition.zones[static_cast<std::size_t>(piece.zone)];
    loads[static_cast<std::size_t>(piece.rank)] += piece.cells.count();
    vertices += static_cast<double>(vertices_of(piece.cells, zone.dimension));
    faces += inner_faces(piece, zone);
    for (std::size_t d = 0; d < 3; ++d) {
      if (zone.cells[d] > 1) quality.thinnest = std::min(quality.thinnest, piece.cells.size(d));
    }
  }
  if (quality.thinnest == most) quality.thinnest = 1;  // All zones are single cells.
  const auto [lowest, highest] = std::minmax_element(loads.begin(), loads.end());
  quality.least_cells = *lowest;
  quality.empty_ranks = std::count(loads.begin(), loads.end(), 0);
  quality.most_cells = *highest;
  quality.cut_faces = faces / 2;
  if (total == 0) return quality;
  quality.max_over_mean =
      static_cast<double>(*highest) * static_cast<double>(loads.size()) / static_cast<double>(total);
  quality.inflation = vertices / vertices_before;
  return quality;
}

}  // namespace pcgns::partition
