#include "pcgns/deal/cell_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "pcgns/deal/cell_field.hpp"
#include "pcgns/deal/cell_points.hpp"
#include "pcgns/deal/graph_parts.hpp"
#include "pcgns/deal/split_cells.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

using partition::Method;

std::vector<std::int32_t> by_bisection(par::Session& session, std::vector<kernel::GridPoint> points,
                                       const std::vector<std::int64_t>& sizes,
                                       std::span<const std::int64_t> weights) {
  std::array<std::vector<std::uint32_t>, 3> axes;
  for (std::size_t d = 0; d < 3; ++d) {
    axes[d].reserve(points.size());
    for (const auto& point : points) axes[d].push_back(point[d]);
  }
  points = {};
  const auto mine = std::ssize(axes[0]);
  return split_cells<std::uint32_t>(session, axes, mine, sizes, weights);
}

std::vector<std::int32_t> by_curve(par::Session& session, std::vector<kernel::GridPoint> points,
                                   const std::vector<std::int64_t>& sizes,
                                   std::span<const std::int64_t> weights) {
  std::array<std::vector<std::uint64_t>, 1> places;
  for (const auto& point : points) places[0].push_back(kernel::hilbert_place(point));
  points = {};
  const auto mine = std::ssize(places[0]);
  return split_cells<std::uint64_t>(session, places, mine, sizes, weights);
}

const tree::Node& zone_in(const plan::Plan& plan, const std::string& file, const std::string& path) {
  const auto* zone = tree::find(plan.output, path);
  if (zone == nullptr) throw error_at(file, fmt::format("has no zone {}", path));
  return *zone;
}

/// The field says the rank of each cell: there is a part for each rank.
std::vector<std::int32_t> by_field(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const Division& division, std::int64_t partitions, Range mine,
                                   partition::DealtZone& zone) {
  const auto& source = division.map == nullptr ? dataset : *division.map;
  const auto& node =
      division.map == nullptr ? *mesh.zone.node : zone_in(source.plan, division.map_name, mesh.zone.path);
  const auto prefix = division.map == nullptr ? std::string() : division.map_name + ":";
  const auto& field = cell_field(source.plan, node, prefix + mesh.zone.path, mesh.zone.cells, division.field);
  const auto numbers = integers_of(session, source, field, mine);
  std::int64_t bad = 0;
  for (const auto number : numbers) bad = number >= 0 && number < partitions ? bad : 1;
  if (par::all_max(session.comm(), bad) != 0) {
    throw error_at(prefix + source.plan.targets[static_cast<std::size_t>(field.array)].path,
                   fmt::format("has values that are no ranks from 0 to {}", partitions - 1));
  }
  zone.parts.clear();
  for (std::int64_t rank = 0; rank < partitions; ++rank) zone.parts.push_back({.rank = rank});
  return {numbers.begin(), numbers.end()};
}

std::vector<std::int32_t> chosen(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                 const Division& division, const std::vector<std::int64_t>& begins,
                                 const std::vector<std::int64_t>& weights,
                                 const std::vector<std::int64_t>& sizes) {
  if (division.method == Method::graph)
    return graph_parts(session, dataset, mesh, division.weights, begins, sizes,
                       std::max<std::int64_t>(1, dataset.memory / bytes_of_graph_cell));
  if (division.method == Method::rcb)
    return by_bisection(session, cell_points(session, dataset, mesh, begins), sizes, weights);
  if (division.method == Method::hilbert)
    return by_curve(session, cell_points(session, dataset, mesh, begins), sizes, weights);
  const auto rank = static_cast<std::size_t>(session.rank());
  return split_cells<std::uint32_t>(session, {}, begins[rank + 1] - begins[rank], sizes, weights);
}

/// What the parts have; those that have no cells go.
void settle_parts(par::Session& session, const std::vector<std::int64_t>& weights,
                  std::vector<std::int32_t>& parts, partition::DealtZone& zone) {
  std::vector<std::int64_t> counts(2 * zone.parts.size(), 0);
  const auto sums = std::span(counts).subspan(zone.parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = static_cast<std::size_t>(parts[i]);
    ++counts[part];
    sums[part] += weights.empty() ? 1 : weights[i];
  }
  par::sum_over_ranks(session.comm(), counts);
  std::vector<std::int32_t> places(zone.parts.size(), 0);
  std::vector<partition::ZonePart> kept;
  for (std::size_t part = 0; part < zone.parts.size(); ++part) {
    places[part] = static_cast<std::int32_t>(kept.size());
    zone.parts[part].weight = sums[part];
    if (counts[part] > 0) kept.push_back(zone.parts[part]);
  }
  if (kept.empty()) kept.push_back(zone.parts.empty() ? partition::ZonePart{} : zone.parts.front());
  zone.parts = std::move(kept);
  for (auto& part : parts) part = places[static_cast<std::size_t>(part)];
}

}  // namespace

std::vector<std::int32_t> cell_parts(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const Division& division, std::int64_t partitions,
                                     const std::vector<std::int64_t>& begins, partition::DealtZone& zone) {
  const auto rank = static_cast<std::size_t>(session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  const auto weights = weights_of(session, dataset, mesh, division.weights, mine);
  std::vector<std::int32_t> parts(static_cast<std::size_t>(mine.size()), 0);
  std::vector<std::int64_t> sizes;
  for (const auto& part : zone.parts) sizes.push_back(part.weight);
  if (division.method == Method::file && mesh.zone.cells > 0) {
    parts = by_field(session, dataset, mesh, division, partitions, mine, zone);
  } else if (sizes.size() > 1) {
    parts = chosen(session, dataset, mesh, division, begins, weights, sizes);
  }
  settle_parts(session, weights, parts, zone);
  return parts;
}

}  // namespace pcgns::deal
