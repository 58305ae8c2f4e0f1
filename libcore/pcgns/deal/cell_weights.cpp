#include "pcgns/deal/cell_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "pcgns/deal/cell_field.hpp"
#include "pcgns/deal/dealing.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/share_out.hpp"

namespace pcgns::deal {

namespace {

/// Of reals that are not negative; their bits ascend with them.
double all_max(par::Session& session, double value) {
  return std::bit_cast<double>(par::all_max(session.comm(), std::bit_cast<std::int64_t>(value)));
}

/// This rank's weights of a zone, and the largest of all; infinite if one makes no sense.
std::vector<double> read_weights(par::Session& session, const mesh::Dataset& dataset,
                                 const partition::DealtZone& zone, const std::string& name, double& most) {
  const auto cells = partition::cells_of(zone);
  if (cells == 0) return {};
  const auto& field = cell_field(dataset.plan, *zone.zone, zone.path, cells, name);
  const auto begins = equal_begins(cells, session.size());
  const auto rank = static_cast<std::size_t>(session.rank());
  auto values = reals_of(session, dataset, field, {begins[rank], begins[rank + 1]});
  for (const auto value : values)
    most = value >= 0 ? std::max(most, value) : std::numeric_limits<double>::infinity();
  most = all_max(session, most);
  if (!std::isfinite(most))
    throw error_at(dataset.plan.targets[static_cast<std::size_t>(field.array)].path,
                   "has weights that are negative or not finite");
  return values;
}

}  // namespace

CellWeights weigh_cells(par::Session& session, const mesh::Dataset& dataset, const partition::Mesh& mesh,
                        const std::string& field) {
  CellWeights weights{.field = field};
  std::vector<std::vector<double>> values;
  std::int64_t count = 0;
  double most = 0;
  for (const auto& zone : mesh.unstructured) {
    values.push_back(read_weights(session, dataset, zone, field, most));
    count += partition::cells_of(zone);
  }
  if (most == 0 && count > 0) throw Error(ErrorKind::input, fmt::format("{}: all weights are zero", field));
  weights.scale.emplace(most, std::max<std::int64_t>(1, count));
  for (const auto& of_zone : values) {
    auto& total = weights.totals.emplace_back(0);
    for (const auto value : of_zone) total += weights.scale->of(value);
  }
  par::sum_over_ranks(session.comm(), weights.totals);
  return weights;
}

std::vector<std::int64_t> weights_of(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const CellWeights& weights, Range mine) {
  if (weights.field.empty() || mesh.zone.cells == 0) return {};
  const auto& field =
      cell_field(dataset.plan, *mesh.zone.node, mesh.zone.path, mesh.zone.cells, weights.field);
  std::vector<std::int64_t> scaled;
  for (const auto value : reals_of(session, dataset, field, mine)) scaled.push_back(weights.scale->of(value));
  return scaled;
}

}  // namespace pcgns::deal
