#include "pcgns/deal/cell_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pcgns/deal/cell_points.hpp"
#include "pcgns/deal/split_cells.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

using partition::Method;

std::vector<std::int32_t> by_bisection(par::Session& session, std::vector<kernel::GridPoint> points,
                                       const std::vector<std::int64_t>& sizes) {
  std::array<std::vector<std::uint32_t>, 3> axes;
  for (std::size_t d = 0; d < 3; ++d) {
    axes[d].reserve(points.size());
    for (const auto& point : points) axes[d].push_back(point[d]);
  }
  points = {};
  const auto mine = std::ssize(axes[0]);
  return split_cells<std::uint32_t>(session, axes, mine, sizes);
}

std::vector<std::int32_t> by_curve(par::Session& session, std::vector<kernel::GridPoint> points,
                                   const std::vector<std::int64_t>& sizes) {
  std::array<std::vector<std::uint64_t>, 1> places;
  for (const auto& point : points) places[0].push_back(kernel::hilbert_place(point));
  points = {};
  const auto mine = std::ssize(places[0]);
  return split_cells<std::uint64_t>(session, places, mine, sizes);
}

bool is_field(const plan::Plan& plan, const tree::Node& node, std::int64_t cells) {
  return node.is_bulk() && tree::count_of(plan.targets[static_cast<std::size_t>(node.array)].dims) == cells;
}

/// The array that says to which rank each cell goes.
const tree::Node& field_of(const plan::Plan& plan, const ZoneMesh& mesh, const std::string& name) {
  const auto slash = name.find('/');
  for (const auto& child : mesh.zone.node->children) {
    if (slash != std::string::npos && child.name != name.substr(0, slash)) continue;
    const auto* location = child.child_labelled("GridLocation_t");
    const bool has_cells = child.label == "UserDefinedData_t" ||
                           (location != nullptr && tree::text_of(*location) == "CellCenter");
    const auto* field =
        has_cells ? child.child(slash == std::string::npos ? name : name.substr(slash + 1)) : nullptr;
    if (field != nullptr && is_field(plan, *field, mesh.zone.cells)) return *field;
  }
  throw error_at(mesh.zone.path, fmt::format("has no array {} with a value for each cell", name));
}

std::vector<std::int64_t> numbers_of(par::Session& session, const mesh::Dataset& dataset,
                                     const tree::Node& field, Range mine) {
  const auto share = mesh::read_share(session, dataset, field.array);
  mesh::Share part;
  part.type = share.type;
  part.bytes = mesh::fetch_range(session, share, mine);
  if (share.type != tree::DataType::R4 && share.type != tree::DataType::R8) return mesh::integers_of(part);
  std::vector<std::int64_t> numbers;
  for (const auto value : mesh::reals_of(part)) {
    const bool is_whole = value >= 0 && value < 9e15 && value == std::floor(value);
    numbers.push_back(is_whole ? static_cast<std::int64_t>(value) : -1);
  }
  return numbers;
}

std::vector<std::int32_t> by_field(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const Division& division, std::int64_t partitions, Range mine,
                                   partition::DealtZone& zone) {
  const auto& field = field_of(dataset.plan, mesh, division.field);
  const auto numbers = numbers_of(session, dataset, field, mine);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(partitions), 0);
  std::int64_t bad = 0;
  for (const auto number : numbers) {
    const bool is_rank = number >= 0 && number < partitions;
    if (is_rank) ++counts[static_cast<std::size_t>(number)];
    bad = is_rank ? bad : 1;
  }
  if (par::all_max(session.comm(), bad) != 0) {
    throw error_at(dataset.plan.targets[static_cast<std::size_t>(field.array)].path,
                   fmt::format("has values that are no ranks from 0 to {}", partitions - 1));
  }
  par::sum_over_ranks(session.comm(), counts);
  std::vector<std::int32_t> part_of_rank(counts.size(), 0);
  zone.parts.clear();
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    part_of_rank[rank] = static_cast<std::int32_t>(zone.parts.size());
    if (counts[rank] > 0)
      zone.parts.push_back({.rank = static_cast<std::int64_t>(rank), .cells = counts[rank]});
  }
  if (zone.parts.empty()) zone.parts.push_back({});
  std::vector<std::int32_t> parts;
  for (const auto number : numbers) parts.push_back(part_of_rank[static_cast<std::size_t>(number)]);
  return parts;
}

}  // namespace

std::vector<std::int32_t> cell_parts(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const Division& division, std::int64_t partitions,
                                     const std::vector<std::int64_t>& begins, partition::DealtZone& zone) {
  const auto rank = static_cast<std::size_t>(session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  if (division.method == Method::file && mesh.zone.cells > 0)
    return by_field(session, dataset, mesh, division, partitions, mine, zone);
  std::vector<std::int64_t> sizes;
  for (const auto& part : zone.parts) sizes.push_back(part.cells);
  if (sizes.size() <= 1) {
    if (zone.parts.empty()) zone.parts.push_back({});
    return std::vector<std::int32_t>(static_cast<std::size_t>(mine.size()), 0);
  }
  if (division.method == Method::rcb)
    return by_bisection(session, cell_points(session, dataset, mesh, begins), sizes);
  if (division.method == Method::hilbert)
    return by_curve(session, cell_points(session, dataset, mesh, begins), sizes);
  return split_cells<std::uint32_t>(session, {}, mine.size(), sizes);
}

}  // namespace pcgns::deal
