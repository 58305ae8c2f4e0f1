#include <algorithm>
#include <iterator>
#include <optional>

#include "pcgns/par/collective.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/plan/weighted_boxes.hpp"
#include "pcgns/partition/run/cell_field.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

namespace {

/// Adds the weights of the cells `mine` of a zone with `extents` to those of the planes of `box`.
void add_planes(const std::vector<std::int64_t>& weights, Range mine, const Index3& extents, const Block& box,
                PlaneWeights& planes) {
  const auto layer = extents[0] * extents[1];
  const auto first = std::max(box.begin[2], mine.begin / layer);
  const auto end = std::min(box.end[2], (mine.end + layer - 1) / layer);
  for (auto k = first; k < end; ++k) {
    for (auto j = box.begin[1]; j < box.end[1]; ++j) {
      const auto row = k * layer + j * extents[0];
      const auto low = std::max(box.begin[0], mine.begin - row);
      const auto high = std::min(box.end[0], mine.end - row);
      std::int64_t sum = 0;
      for (auto i = low; i < high; ++i) {
        const auto weight = weights[static_cast<std::size_t>(row + i - mine.begin)];
        planes[0][static_cast<std::size_t>(i - box.begin[0])] += weight;
        sum += weight;
      }
      planes[1][static_cast<std::size_t>(j - box.begin[1])] += sum;
      planes[2][static_cast<std::size_t>(k - box.begin[2])] += sum;
    }
  }
}

void sum_over_ranks(par::Session& session, std::vector<PlaneWeights>& boxes) {
  std::vector<std::int64_t> sums;
  for (const auto& planes : boxes)
    for (const auto& axis : planes) sums.insert(sums.end(), axis.begin(), axis.end());
  par::sum_over_ranks(session.comm(), sums);
  auto at = sums.begin();
  for (auto& planes : boxes) {
    for (auto& axis : planes) {
      std::copy_n(at, axis.size(), axis.begin());
      std::advance(at, std::ssize(axis));
    }
  }
}

/// The weights of the planes of `boxes`, over all ranks.
std::vector<PlaneWeights> weigh_planes(par::Session& session, const Mesh& mesh, const ZoneWeights& weights,
                                       const std::vector<WeightedBoxes::Box>& boxes) {
  std::vector<PlaneWeights> planes;
  for (const auto& box : boxes) {
    if (weights.structured.empty()) {
      planes.push_back(equal_planes(box.cells));
      continue;
    }
    for (std::size_t d = 0; auto& axis : planes.emplace_back())
      axis.assign(static_cast<std::size_t>(box.cells.size(d++)), 0);
    const auto zone = static_cast<std::size_t>(box.zone);
    const auto& size = mesh.decomposition.zones[zone];
    const auto begins = equal_begins(size.cell_count(), session.size());
    const auto rank = static_cast<std::size_t>(session.rank());
    add_planes(weights.structured[zone], {begins[rank], begins[rank + 1]}, size.cells, box.cells,
               planes.back());
  }
  if (!weights.structured.empty()) sum_over_ranks(session, planes);
  return planes;
}

}  // namespace

CellWeights balance(par::Session& session, const mesh::Dataset& dataset, const Balance& how, Mesh& mesh) {
  ZoneWeights weights;
  if (!how.weights.empty()) weights = weigh_cells(session, dataset, mesh, how.weights);
  PieceSizes shares;
  std::optional<WeightedBoxes> boxes;
  par::collectively(session.comm(), "planning", [&] {
    shares = size_pieces(mesh, how.method, weights.totals, how.targets);
    boxes.emplace(mesh.decomposition.zones, shares, how.constraints);
  });
  while (!boxes->open().empty()) {
    const auto planes = weigh_planes(session, mesh, weights, boxes->open());
    par::collectively(session.comm(), "planning", [&] { boxes->take(planes); });
  }
  if (!mesh.zones.empty()) replace_pieces(mesh, boxes->take_pieces());
  return std::move(weights.cells);
}

}  // namespace pcgns::partition
