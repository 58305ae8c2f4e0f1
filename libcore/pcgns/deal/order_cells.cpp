// Order::rcm: cells by their vertices.

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "pcgns/deal/ask.hpp"
#include "pcgns/deal/element_slots.hpp"
#include "pcgns/deal/ordering.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/post.hpp"

namespace pcgns::deal {

namespace {

constexpr std::int64_t elements_in_chunk = 1 << 16;
constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

bool is_nface(const ZoneMesh& mesh, std::size_t s) {
  return mesh.sections[s].section->type == sids::element_type::nface;
}

/// Places of cells, whoever finds them out.
class CellPlaces {
 public:
  CellPlaces(par::Session& session, const Dealing& cells)
      : session_(session),
        cells_(cells),
        exchange_(session, memory_for_messages),
        places_(cells.parts.size(), nowhere) {}

  /// The lowest counts. `part`: as in Dealing::parts.
  void add(std::int64_t cell, std::int32_t part, std::int64_t place) {
    found_.push_back({cell, part, place});
  }

  /// @note Collective.
  void deliver() {
    mesh::post<Found>(
        session_, exchange_, found_, [&](const Found& found) { return cells_.owner_of(found.cell); },
        [&](const Found& found) {
          const auto slots = cells_.slots(found.cell - cells_.mine.begin);
          for (auto slot = slots.begin; slot < slots.end; ++slot) {
            auto& place = places_[static_cast<std::size_t>(slot)];
            if (cells_.parts[static_cast<std::size_t>(slot)] == found.part)
              place = std::min(place, found.place);
          }
        });
    found_.clear();
  }

  [[nodiscard]] const std::vector<std::int64_t>& places() const { return places_; }

 private:
  struct Found {
    std::int64_t cell = 0;
    std::int64_t part = 0;
    std::int64_t place = 0;
  };

  par::Session& session_;
  const Dealing& cells_;
  move::Exchange exchange_;
  std::vector<std::int64_t> places_;
  std::vector<Found> found_;
};

class VertexOrder {
 public:
  VertexOrder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh, MeshDealing& dealt)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        dealt_(dealt),
        cells_(session, dealt.cells),
        lowest_(mesh.sections.size()) {}

  void run() {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (!is_nface(mesh_, s)) find_lowest(s);
    }
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (is_nface(mesh_, s)) find_lowest_of_faces(s);
      if (has_cells(s)) add_cells(s);
      if (mesh_.cells_are_implied) add_implied(s);
    }
    order_cells(session_, mesh_, cells_.places(), dealt_);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (has_cells(s)) order_section(session_, mesh_, s, lowest_[s], dealt_);
    }
  }

 private:
  [[nodiscard]] bool has_cells(std::size_t s) const { return mesh_.roles[s].cells || mesh_.roles[s].mixed; }

  /// The lowest vertex of each slot of a section.
  void find_lowest(std::size_t s) {
    for_each_slot(session_, mesh_, dealt_, s,
                  [&](const mesh::Block&, std::int64_t, std::int64_t, const auto& vertices) {
                    const auto least = std::min_element(vertices.begin(), vertices.end());
                    lowest_[s].push_back(least == vertices.end() ? nowhere : *least);
                  });
  }

  /// The same of polyhedra, from their polygons.
  void find_lowest_of_faces(std::size_t s) {
    ElementDealings faces;
    for (std::size_t at = 0; at < mesh_.sections.size(); ++at) {
      auto& dealing = faces.sections.emplace_back();
      if (!mesh_.roles[at].polygons) continue;
      dealing = dealt_.elements.sections[at];
      dealing.indices = lowest_[at];
    }
    faces.firsts.resize(faces.sections.size() + 1);
    const auto& elements = mesh_.sections[s];
    const auto& dealing = dealt_.elements.sections[s];
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1), elements_in_chunk)) {
      block.load(elements, chunk.range);
      std::vector<std::int64_t> asked;
      for (const auto face : block.values()) asked.push_back(std::abs(face));
      const Distinct numbers(asked);
      const auto places = places_of_elements(session_, mesh_, faces, numbers.numbers());
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto slots = dealing.slots(chunk.range.begin + i);
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          auto lowest = nowhere;
          for (const auto face : block.nodes(i)) {
            const auto place = places.in_part(numbers.index_of(std::abs(face)), dealing.part_of(slot));
            lowest = std::min(lowest, place);
          }
          lowest_[s].push_back(lowest);
        }
      }
    }
  }

  /// The cells of a section tell who has them as cells of the zone.
  void add_cells(std::size_t s) {
    const auto& dealing = dealt_.elements.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    mesh::for_each_block(mesh_.sections[s], [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (!mesh_.is_cell(s, block, i)) continue;
        add_slots(dealing, s, block.number(i) - dealing.mine.begin, cell++);
      }
    });
    cells_.deliver();
  }

  void add_slots(const Dealing& dealing, std::size_t s, std::int64_t i, std::int64_t cell) {
    const auto slots = dealing.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot) {
      const auto at = static_cast<std::size_t>(slot);
      cells_.add(cell, dealing.parts[at], lowest_[s][at]);
    }
  }

  /// Cells that only their faces know. A face that a part has as its own may be that of a ghost there.
  void add_implied(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto& dealing = dealt_.elements.sections[s];
    const auto columns = mesh::parent_columns(session_, dataset_, elements, elements.section->parents);
    if (!columns) return;
    for (const auto& column : *columns) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        const auto cell = column[i] - mesh_.last_element() - 1;
        if (cell < 0 || cell >= mesh_.zone.cells) continue;
        const auto slots = dealing.slots(static_cast<std::int64_t>(i));
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          const auto lowest = lowest_[s][static_cast<std::size_t>(slot)];
          cells_.add(cell, dealing.part_of(slot), lowest);
          if (dealing.ghosts > 0) cells_.add(cell, dealing.part_of(slot) + dealing.ghosts, lowest);
        }
      }
    }
    cells_.deliver();
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  MeshDealing& dealt_;
  CellPlaces cells_;
  std::vector<std::vector<std::int64_t>> lowest_;  ///< Of each section, by slot: the lowest vertex.
};

}  // namespace

void order_cells_by_vertices(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                             MeshDealing& dealt) {
  VertexOrder(session, dataset, mesh, dealt).run();
}

}  // namespace pcgns::deal
