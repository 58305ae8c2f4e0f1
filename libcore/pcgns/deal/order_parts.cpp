#include <algorithm>
#include <cstring>

#include "pcgns/deal/cell_points.hpp"
#include "pcgns/deal/ordering.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

std::vector<std::int64_t> curve_places(const std::vector<kernel::GridPoint>& points) {
  std::vector<std::int64_t> places;
  for (const auto& point : points) places.push_back(static_cast<std::int64_t>(kernel::hilbert_place(point)));
  return places;
}

/// The place of its entity for each slot.
std::vector<std::int64_t> of_slots(const Dealing& dealing, const std::vector<std::int64_t>& places) {
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
    found.insert(found.end(), static_cast<std::size_t>(dealing.slots(i).size()),
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

/// Along the curve of Hilbert.
class CurveOrder {
 public:
  CurveOrder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh, MeshDealing& dealt)
      : session_(session), dataset_(dataset), mesh_(mesh), dealt_(dealt) {}

  void run() {
    const auto vertices = curve_places(vertex_points(session_, dataset_, mesh_, dealt_.vertices.begins));
    std::vector<OrderKey> keys;
    for (const auto place : of_slots(dealt_.vertices, vertices)) keys.push_back({.place = place});
    order_by(session_, dealt_.vertices, keys);
    const auto cells = curve_places(cell_points(session_, dataset_, mesh_, dealt_.cells.begins));
    order_cells(session_, mesh_, of_slots(dealt_.cells, cells), dealt_);
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
    order_section(session_, mesh_, s, of_slots(dealt_.elements.sections[s], places), dealt_);
  }

  /// Of consecutive cells of the zone.
  std::vector<std::int64_t> places_of_cells(const std::vector<std::int64_t>& places, Range cells) {
    mesh::Share share;
    share.type = tree::DataType::I8;
    share.count = mesh_.zone.cells;
    share.per_rank = std::max<std::int64_t>(1, dealt_.cells.begins[1]);
    share.values = dealt_.cells.mine;
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
  MeshDealing& dealt_;
};

}  // namespace

void order_cells(par::Session& session, const ZoneMesh& mesh, std::span<const std::int64_t> places,
                 MeshDealing& dealt) {
  // Rank 0 has the first elements of all sections.
  std::vector<std::int64_t> firsts;
  for (const auto& role : mesh.roles) firsts.push_back(session.is_root() ? role.first_cell : 0);
  par::sum_over_ranks(session.comm(), firsts);
  std::vector<OrderKey> keys;
  for (const auto& [cell, part] : pairs_of(dealt.cells)) {
    const auto section = std::upper_bound(firsts.begin(), firsts.end(), cell) - firsts.begin();
    keys.push_back({section, places[keys.size()]});
  }
  order_by(session, dealt.cells, keys);
  dealt.elements.implied = dealt.cells;
}

void order_section(par::Session& session, const ZoneMesh& mesh, std::size_t section,
                   std::span<const std::int64_t> places, MeshDealing& dealt) {
  auto& dealing = dealt.elements.sections[section];
  const auto are_cells = cells_among(mesh, section);
  std::vector<OrderKey> keys;
  for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
    const bool is_cell = are_cells[static_cast<std::size_t>(i)];
    for (auto copies = dealing.slots(i).size(); copies > 0; --copies)
      keys.push_back({is_cell ? 0 : 1, is_cell ? places[keys.size()] : 0});
  }
  order_by(session, dealing, keys);
}

void order_parts(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                 partition::Order order, MeshDealing& dealt) {
  if (order == partition::Order::hilbert) return CurveOrder(session, dataset, mesh, dealt).run();
  std::vector<OrderKey> keys;
  for (const auto place : rcm_places(session, mesh, dealt)) keys.push_back({.place = place});
  order_by(session, dealt.vertices, keys);
  order_cells_by_vertices(session, dataset, mesh, dealt);
}

}  // namespace pcgns::deal
