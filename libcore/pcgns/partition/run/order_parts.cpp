#include <algorithm>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/cell_points.hpp"
#include "pcgns/partition/run/ordering.hpp"

namespace pcgns::partition {

namespace {

std::vector<std::int64_t> curve_places(const GridPoints& points) {
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < points.size(); ++i)
    places.push_back(static_cast<std::int64_t>(kernel::hilbert_place(points.at(i))));
  return places;
}

/// Repeats the position of each entity for all its slots.
std::vector<std::int64_t> of_slots(const Distribution& distribution,
                                   const std::vector<std::int64_t>& places) {
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
    found.insert(found.end(), static_cast<std::size_t>(distribution.slots(i).size()),
                 places[static_cast<std::size_t>(i)]);
  }
  return found;
}

std::vector<bool> cells_among(const ZoneMesh& mesh, std::size_t section) {
  std::vector<bool> are_cells;
  mesh::for_each_block(mesh.sections[section], [&](const mesh::Block& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) are_cells.push_back(mesh.is_cell(section, block, i));
  });
  return are_cells;
}

/// Orders along a Hilbert curve.
class CurveOrder {
 public:
  CurveOrder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
             MeshDistribution& distributed)
      : session_(session), dataset_(dataset), mesh_(mesh), distributed_(distributed) {}

  void run() {
    const auto vertices =
        curve_places(vertex_points(session_, dataset_, mesh_, distributed_.vertices.begins));
    std::vector<OrderKey> keys;
    for (const auto place : of_slots(distributed_.vertices, vertices)) keys.push_back({.place = place});
    order_by(session_, distributed_.vertices, keys);
    const auto cells = curve_places(cell_points(session_, dataset_, mesh_, distributed_.cells.begins));
    order_cells(session_, mesh_, of_slots(distributed_.cells, cells), distributed_);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (mesh_.roles[s].cells || mesh_.roles[s].mixed) order_elements(s, cells);
    }
  }

 private:
  void order_elements(std::size_t s, const std::vector<std::int64_t>& cells) {
    const auto are_cells = cells_among(mesh_, s);
    const auto first = mesh_.roles[s].first_cell;
    const auto of_cells =
        places_of_cells(cells, {first, first + std::count(are_cells.begin(), are_cells.end(), true)});
    std::vector<std::int64_t> places;
    auto next = of_cells.begin();
    for (const bool is_cell : are_cells) places.push_back(is_cell ? *next++ : 0);
    order_section(session_, mesh_, s, of_slots(distributed_.elements.sections[s], places), distributed_);
  }

  /// Positions of consecutive cells of the zone.
  std::vector<std::int64_t> places_of_cells(const std::vector<std::int64_t>& places, Range cells) {
    mesh::Share share;
    share.type = cgns::DataType::I8;
    share.count = mesh_.zone.cells;
    share.per_rank = std::max<std::int64_t>(1, distributed_.cells.begins[1]);
    share.values = distributed_.cells.mine;
    const auto bytes = std::as_bytes(std::span(places));
    share.bytes.assign(bytes.begin(), bytes.end());
    mesh::Share found;
    found.type = share.type;
    found.bytes = mesh::fetch_range(session_, share, cells);
    return mesh::integers_of(found);
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  MeshDistribution& distributed_;
};

}  // namespace

void order_cells(par::Session& session, const ZoneMesh& mesh, std::span<const std::int64_t> places,
                 MeshDistribution& distributed) {
  // Rank 0 has the first elements of all sections.
  std::vector<std::int64_t> firsts;
  for (const auto& role : mesh.roles) firsts.push_back(session.is_root() ? role.first_cell : 0);
  par::sum_over_ranks(session.comm(), firsts);
  std::vector<OrderKey> keys;
  for (const auto& [cell, part] : pairs_of(distributed.cells)) {
    const auto section = std::upper_bound(firsts.begin(), firsts.end(), cell) - firsts.begin();
    keys.push_back({section, places[keys.size()]});
  }
  order_by(session, distributed.cells, keys);
  if (mesh.cells_are_implied) distributed.elements.implied = distributed.cells;
}

void order_section(par::Session& session, const ZoneMesh& mesh, std::size_t section,
                   std::span<const std::int64_t> places, MeshDistribution& distributed) {
  auto& distribution = distributed.elements.sections[section];
  const auto are_cells = cells_among(mesh, section);
  std::vector<OrderKey> keys;
  for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
    const bool is_cell = are_cells[static_cast<std::size_t>(i)];
    for (auto copies = distribution.slots(i).size(); copies > 0; --copies)
      keys.push_back({is_cell ? 0 : 1, is_cell ? places[keys.size()] : 0});
  }
  order_by(session, distribution, keys);
}

void order_parts(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh, Order order,
                 MeshDistribution& distributed) {
  if (order == Order::hilbert) return CurveOrder(session, dataset, mesh, distributed).run();
  std::vector<OrderKey> keys;
  for (const auto place : rcm_places(session, mesh, distributed)) keys.push_back({.place = place});
  order_by(session, distributed.vertices, keys);
  order_cells_by_vertices(session, dataset, mesh, distributed);
}

namespace {

/// An entry of a part, to be ranked among those of all parts.
struct Item {
  std::int64_t part = 0;
  OrderKey key;
  std::int64_t entity = 0;

  friend auto operator<=>(const Item&, const Item&) = default;
};

struct Placed {
  std::int64_t part = 0;
  std::int64_t entity = 0;
  std::int64_t position = 0;
};

/// Samples per rank for choosing splitters.
constexpr std::int64_t most_samples = 64;

/// The first item of each rank but rank 0.
std::vector<Item> splitters_of(par::Session& session, const std::vector<Item>& sorted) {
  const auto count = std::ssize(sorted);
  std::vector<Item> samples;
  for (std::int64_t i = 0; i < std::min(count, most_samples); ++i)
    samples.push_back(sorted[static_cast<std::size_t>(i * count / std::min(count, most_samples))]);
  auto all = par::gather_joined(session.comm(), samples);
  std::sort(all.begin(), all.end());
  std::vector<Item> splitters;
  for (std::int64_t rank = 1; rank < session.size() && !all.empty(); ++rank)
    splitters.push_back(all[static_cast<std::size_t>(rank * std::ssize(all) / session.size())]);
  return splitters;
}

std::vector<Item> items_of(const Distribution& distribution, std::span<const OrderKey> keys) {
  std::vector<Item> items;
  for (const auto& [entity, part] : pairs_of(distribution))
    items.push_back({part, keys[items.size()], entity});
  std::sort(items.begin(), items.end());
  return items;
}

/// The global positions of this rank's items.
std::vector<Placed> placed(par::Session& session, par::Exchange& exchange, const Distribution& distribution,
                           std::vector<Item> items) {
  const auto splitters = splitters_of(session, items);
  auto received = par::scatter_to_owners(exchange, items, [&](const Item& item) {
    return static_cast<int>(std::upper_bound(splitters.begin(), splitters.end(), item) - splitters.begin());
  });
  std::sort(received.begin(), received.end());
  std::int64_t count = std::ssize(received);
  auto position = par::sums_before(session.comm(), {&count, 1}).front();
  std::vector<Placed> all;
  for (const auto& item : received) all.push_back({item.part, item.entity, position++});
  return par::scatter_to_owners(exchange, all,
                                [&](const Placed& place) { return distribution.owner_of(place.entity); });
}

}  // namespace

void order_by(par::Session& session, Distribution& distribution, std::span<const OrderKey> keys) {
  par::Exchange exchange(session);
  const auto mine = placed(session, exchange, distribution, items_of(distribution, keys));
  // Offset of each part, and the number of its owned entities before its ghosts.
  std::vector<std::int64_t> shifts;
  std::int64_t begin = 0;
  for (std::size_t part = 0; part < distribution.totals.size(); ++part) {
    const auto ghosts = static_cast<std::size_t>(distribution.ghosts);
    shifts.push_back((ghosts > 0 && part >= ghosts ? distribution.totals[part - ghosts] : 0) - begin);
    begin += distribution.totals[part];
  }
  for (const auto& place : mine) {
    const auto slots = distribution.slots(place.entity - distribution.mine.begin);
    const auto first = distribution.parts.begin() + slots.begin;
    const auto found = std::lower_bound(first, distribution.parts.begin() + slots.end, place.part);
    distribution.indices[static_cast<std::size_t>(found - distribution.parts.begin())] =
        place.position + shifts[static_cast<std::size_t>(place.part)];
  }
  distribution.is_ordered = true;
}

}  // namespace pcgns::partition
