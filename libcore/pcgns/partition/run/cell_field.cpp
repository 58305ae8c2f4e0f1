#include "pcgns/partition/run/cell_field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

namespace {

const plan::Target& target_of(const plan::Plan& plan, const cgns::Node& field) {
  return plan.targets[static_cast<std::size_t>(field.array)];
}

/// True if arrays of `node` may have a value for each cell, in the order of the cells.
bool has_cells(const cgns::Node& node, int dimension) {
  if (std::ranges::any_of(node.children, cgns::is_point_set)) return false;
  const auto* location = node.child_labelled("GridLocation_t");
  if (location == nullptr) return node.label == "UserDefinedData_t";
  return cgns::is_of_cells(cgns::text_of(*location), dimension);
}

/// In native byte order.
mesh::Share values_of(par::Session& session, const mesh::Dataset& dataset, const cgns::Node& field,
                      Range mine) {
  const auto& target = target_of(dataset.plan, field);
  if (!cgns::is_any_integer(target.type) && !cgns::is_real(target.type))
    throw node_error(target.path, fmt::format("is {}, not integers or reals", cgns::to_string(target.type)));
  const auto share = mesh::read_share(session, dataset, field.array);
  mesh::Share values;
  values.type = share.type;
  values.bytes = mesh::fetch_range(session, share, mine);
  return values;
}

/// What somebody who named the array `name` may have meant, or which there are.
std::string hint_for(const std::string& name, const std::vector<std::string>& known) {
  if (auto similar = suggestion(name, {known.begin(), known.end()}); !similar.empty() || known.empty())
    return similar;
  constexpr std::size_t most = 8;
  const auto more = known.size() > most ? fmt::format(" and {} more", known.size() - most) : std::string();
  return fmt::format("; it has {}{}", fmt::join(std::span(known).first(std::min(most, known.size())), ", "),
                     more);
}

bool is_real(const mesh::Share& share) { return cgns::is_real(share.type); }

}  // namespace

const cgns::Node& cell_field(const plan::Plan& plan, const cgns::Node& zone, const std::string& path,
                             std::int64_t cells, int dimension, const std::string& name) {
  const bool has_node = name.find('/') != std::string::npos;
  const cgns::Node* found = nullptr;
  const cgns::Node* ghosts = nullptr;  // A solution that has the field, but with values of ghost cells.
  std::set<std::string> known;
  for (const auto& child : zone.children) {
    if (!has_cells(child, dimension)) continue;
    for (const auto& field : child.children) {
      const auto named = has_node ? child.name + "/" + field.name : field.name;
      if (named == name && may_have_ghosts(child)) ghosts = &child;
      if (!field.is_bulk() || cgns::count_of(target_of(plan, field).dims) != cells) continue;
      known.insert(named);
      if (named == name) found = &field;
    }
  }
  if (found != nullptr) return *found;
  if (ghosts != nullptr)
    throw node_error(cgns::join(path, ghosts->name),
                     "has a Rind_t: name a field without values of ghost cells");
  throw node_error(path, fmt::format("has no array {} with one value per cell{}", name,
                                     hint_for(name, {known.begin(), known.end()})));
}

std::vector<std::int64_t> integers_of(par::Session& session, const mesh::Dataset& dataset,
                                      const cgns::Node& field, Range mine) {
  const auto values = values_of(session, dataset, field, mine);
  std::vector<std::int64_t> numbers;
  if (!is_real(values)) {
    numbers = mesh::integers_of(values);
    for (auto& number : numbers) number = std::max<std::int64_t>(number, -1);
    return numbers;
  }
  for (const auto value : mesh::reals_of(values)) {
    const bool is_whole = value >= 0 && value < 9e15 && value == std::floor(value);
    numbers.push_back(is_whole ? static_cast<std::int64_t>(value) : -1);
  }
  return numbers;
}

std::vector<double> reals_of(par::Session& session, const mesh::Dataset& dataset, const cgns::Node& field,
                             Range mine) {
  const auto values = values_of(session, dataset, field, mine);
  if (is_real(values)) return mesh::reals_of(values);
  const auto numbers = mesh::integers_of(values);
  if (values.type != cgns::DataType::U8) return {numbers.begin(), numbers.end()};
  std::vector<double> reals;
  for (const auto number : numbers) reals.push_back(static_cast<double>(static_cast<std::uint64_t>(number)));
  return reals;
}

namespace {

/// A zone whose cells have weights.
struct WeighedZone {
  const cgns::Node* node = nullptr;
  const std::string* path = nullptr;
  std::int64_t cells = 0;
  int dimension = 3;  ///< Of the cells.
};

/// The structured zones first.
std::vector<WeighedZone> zones_of(const plan::Plan& plan, const Mesh& mesh) {
  std::vector<WeighedZone> zones;
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    const auto& zone = mesh.decomposition.zones[z];
    zones.push_back({mesh.zones[z], &zone.path, zone.cell_count(), zone.dimension});
  }
  for (const auto& zone : mesh.unstructured) {
    const auto known = mesh::unstructured_zone(plan, *zone.base, *zone.zone);
    zones.push_back({zone.zone, &zone.path, cells_of(zone), known ? cell_dimension_of(*known) : 3});
  }
  return zones;
}

/// Maximum over ranks of non-negative reals, whose bit patterns have the same order.
double all_max(par::Session& session, double value) {
  return std::bit_cast<double>(par::all_max(session.comm(), std::bit_cast<std::int64_t>(value)));
}

/// This rank's weights of a zone, and the overall maximum; infinite if a weight is invalid.
std::vector<double> read_weights(par::Session& session, const mesh::Dataset& dataset, const WeighedZone& zone,
                                 const std::string& name, double& most) {
  if (zone.cells == 0) return {};
  const auto& field = cell_field(dataset.plan, *zone.node, *zone.path, zone.cells, zone.dimension, name);
  const auto begins = equal_begins(zone.cells, session.size());
  const auto rank = static_cast<std::size_t>(session.rank());
  auto values = reals_of(session, dataset, field, {begins[rank], begins[rank + 1]});
  for (const auto value : values)
    most = value >= 0 ? std::max(most, value) : std::numeric_limits<double>::infinity();
  most = all_max(session, most);
  if (!std::isfinite(most))
    throw node_error(dataset.plan.targets[static_cast<std::size_t>(field.array)].path,
                     "has weights that are negative or not finite");
  return values;
}

}  // namespace

ZoneWeights weigh_cells(par::Session& session, const mesh::Dataset& dataset, const Mesh& mesh,
                        const std::string& field) {
  ZoneWeights weights{.cells = {.field = field}};
  std::vector<std::vector<double>> values;
  std::int64_t count = 0;
  double most = 0;
  for (const auto& zone : zones_of(dataset.plan, mesh)) {
    values.push_back(read_weights(session, dataset, zone, field, most));
    count += zone.cells;
  }
  if (most == 0 && count > 0) throw Error(ErrorKind::input, fmt::format("{}: all weights are zero", field));
  const auto& scale = weights.cells.scale.emplace(most, std::max<std::int64_t>(1, count));
  for (std::size_t z = 0; z < values.size(); ++z) {
    std::vector<std::int64_t> scaled;
    for (const auto value : values[z]) scaled.push_back(scale.of(value));
    weights.totals.push_back(std::accumulate(scaled.begin(), scaled.end(), std::int64_t{0}));
    if (z < mesh.zones.size()) weights.structured.push_back(std::move(scaled));
  }
  par::sum_over_ranks(session.comm(), weights.totals);
  return weights;
}

std::vector<std::int64_t> weights_of(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const CellWeights& weights, Range mine) {
  if (weights.field.empty() || mesh.zone.cells == 0) return {};
  const auto& field = cell_field(dataset.plan, *mesh.zone.node, mesh.zone.path, mesh.zone.cells,
                                 mesh.dimension(), weights.field);
  std::vector<std::int64_t> scaled;
  for (const auto value : reals_of(session, dataset, field, mine)) scaled.push_back(weights.scale->of(value));
  return scaled;
}

}  // namespace pcgns::partition
