// Order::rcm: orders cells by their vertices.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <vector>

#include "pcgns/kernel/orders.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/distinct.hpp"
#include "pcgns/partition/run/distribute_elements.hpp"
#include "pcgns/partition/run/ordering.hpp"

namespace pcgns::partition {

namespace {

/// Calls what(block, i, slot, vertex indices in the part) for all slots of this rank's elements.
/// @note Collective.
template <typename What>
void for_each_slot(par::Session& session, const ZoneMesh& mesh, const MeshDistribution& distributed,
                   std::size_t s, What&& what) {
  const auto& elements = mesh.sections[s];
  const auto& distribution = distributed.elements.sections[s];
  mesh::Block block;
  std::vector<std::int64_t> vertices;
  for (const auto& chunk : mesh::chunks_of(session, std::span(&elements, 1))) {
    block.load(elements, chunk.range);
    std::vector<std::int64_t> asked;
    for (std::int64_t i = 0; i < block.size(); ++i) {
      for (const auto node : block.nodes(i)) {
        if (node > 0) asked.push_back(node - 1);
      }
    }
    const Distinct numbers(asked);
    const auto indices = local_indices_of(session, distributed.vertices, numbers.numbers());
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto slots = distribution.slots(chunk.range.begin + i);
      for (auto slot = slots.begin; slot < slots.end; ++slot) {
        vertices.clear();
        for (const auto node : block.nodes(i)) {
          if (node > 0)
            vertices.push_back(indices.in_part(numbers.index_of(node - 1), distribution.part_of(slot)));
        }
        what(block, i, slot, std::span<const std::int64_t>(vertices));
      }
    }
  }
}

constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

bool is_nface(const ZoneMesh& mesh, std::size_t s) {
  return mesh.sections[s].section->type == cgns::element_type::nface;
}

/// Collects positions of cells from any rank.
class CellPlaces {
 public:
  CellPlaces(par::Session& session, const Distribution& cells)
      : cells_(cells), exchange_(session), places_(cells.parts.size(), nowhere) {}

  /// Keeps the lowest position. `part`: as in Distribution::parts.
  void add(std::int64_t cell, std::int32_t part, std::int64_t place) {
    found_.push_back({cell, part, place});
  }

  /// @note Collective.
  void deliver() {
    par::scatter_to_owners(
        exchange_, found_, [&](const Found& found) { return cells_.owner_of(found.cell); },
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

  const Distribution& cells_;
  par::Exchange exchange_;
  std::vector<std::int64_t> places_;
  std::vector<Found> found_;
};

class VertexOrder {
 public:
  VertexOrder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
              MeshDistribution& distributed)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        distributed_(distributed),
        cells_(session, distributed.cells),
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
    order_cells(session_, mesh_, cells_.places(), distributed_);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (has_cells(s)) order_section(session_, mesh_, s, lowest_[s], distributed_);
    }
  }

 private:
  [[nodiscard]] bool has_cells(std::size_t s) const { return mesh_.roles[s].cells || mesh_.roles[s].mixed; }

  /// Finds the lowest vertex of each slot of a section.
  void find_lowest(std::size_t s) {
    for_each_slot(session_, mesh_, distributed_, s,
                  [&](const mesh::Block&, std::int64_t, std::int64_t, const auto& vertices) {
                    const auto least = std::min_element(vertices.begin(), vertices.end());
                    lowest_[s].push_back(least == vertices.end() ? nowhere : *least);
                  });
  }

  /// The same for polyhedra, from their polygons.
  void find_lowest_of_faces(std::size_t s) {
    ElementDistributions faces;
    for (std::size_t at = 0; at < mesh_.sections.size(); ++at) {
      auto& distribution = faces.sections.emplace_back();
      if (!mesh_.roles[at].polygons) continue;
      distribution = distributed_.elements.sections[at];
      distribution.indices = lowest_[at];
    }
    faces.firsts.resize(faces.sections.size() + 1);
    const auto& elements = mesh_.sections[s];
    const auto& distribution = distributed_.elements.sections[s];
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      std::vector<std::int64_t> asked;
      for (std::int64_t i = 0; i < block.size(); ++i) {
        for (const auto face : block.nodes(i)) asked.push_back(std::abs(face));
      }
      const Distinct numbers(asked);
      const auto indices = local_indices_of_elements(session_, mesh_, faces, numbers.numbers());
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto slots = distribution.slots(chunk.range.begin + i);
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          auto lowest = nowhere;
          for (const auto face : block.nodes(i)) {
            const auto place = indices.in_part(numbers.index_of(std::abs(face)), distribution.part_of(slot));
            lowest = std::min(lowest, place);
          }
          lowest_[s].push_back(lowest);
        }
      }
    }
  }

  /// Sends the positions of a section's cells to the ranks that own the cells.
  void add_cells(std::size_t s) {
    const auto& distribution = distributed_.elements.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    mesh::for_each_block(mesh_.sections[s], [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (!mesh_.is_cell(s, block, i)) continue;
        add_slots(distribution, s, block.number(i) - distribution.mine.begin, cell++);
      }
    });
    cells_.deliver();
  }

  void add_slots(const Distribution& distribution, std::size_t s, std::int64_t i, std::int64_t cell) {
    const auto slots = distribution.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot) {
      const auto at = static_cast<std::size_t>(slot);
      cells_.add(cell, distribution.parts[at], lowest_[s][at]);
    }
  }

  /// Cells that exist only in ParentElements. A face that a part owns may belong to a ghost cell there.
  void add_implied(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto& distribution = distributed_.elements.sections[s];
    const auto columns = mesh::parent_columns(session_, dataset_, elements);
    if (!columns) return;
    for (const auto& column : *columns) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        const auto cell = column[i] - mesh_.last_element() - 1;
        if (cell < 0 || cell >= mesh_.zone.cells) continue;
        const auto slots = distribution.slots(static_cast<std::int64_t>(i));
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          const auto lowest = lowest_[s][static_cast<std::size_t>(slot)];
          cells_.add(cell, distribution.part_of(slot), lowest);
          if (distribution.ghosts > 0)
            cells_.add(cell, distribution.part_of(slot) + distribution.ghosts, lowest);
        }
      }
    }
    cells_.deliver();
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  MeshDistribution& distributed_;
  CellPlaces cells_;
  std::vector<std::vector<std::int64_t>> lowest_;  ///< By section and slot: the lowest vertex.
};

}  // namespace

void order_cells_by_vertices(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                             MeshDistribution& distributed) {
  VertexOrder(session, dataset, mesh, distributed).run();
}

namespace {

/// A vertex of an element, for the rank that handles the part.
struct Member {
  std::int64_t part = 0;
  std::int64_t element = 0;
  std::int64_t vertex = 0;

  friend auto operator<=>(const Member&, const Member&) = default;
};

/// Parts are assigned to ranks round-robin.
int looker_of(const par::Session& session, std::int64_t part) {
  return static_cast<int>(part % session.size());
}

/// The position of each vertex of a part, 0-based.
std::vector<std::int64_t> places_in_part(std::int64_t vertices, std::span<const Member> members) {
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> of_groups;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i == 0 || members[i].element != members[i - 1].element)
      starts.push_back(static_cast<std::int64_t>(i));
    of_groups.push_back(members[i].vertex);
  }
  starts.push_back(std::ssize(members));
  const auto order = kernel::cuthill_mckee(vertices, starts, of_groups);
  std::vector<std::int64_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    places[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return places;
}

/// The elements of all parts that this rank handles, sorted.
std::vector<Member> members_of(par::Session& session, const ZoneMesh& mesh,
                               const MeshDistribution& distributed) {
  par::Exchange exchange(session);
  std::vector<Member> members;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    if (mesh.sections[s].section->type == cgns::element_type::nface) continue;
    std::vector<Member> sent;
    for_each_slot(session, mesh, distributed, s,
                  [&](const mesh::Block& block, std::int64_t i, std::int64_t slot, const auto& vertices) {
                    const auto part = distributed.elements.sections[s].part_of(slot);
                    for (const auto vertex : vertices) sent.push_back({part, block.element(i), vertex});
                  });
    par::scatter_to_owners(
        exchange, sent, [&](const Member& member) { return looker_of(session, member.part); },
        [&](const Member& member) { members.push_back(member); });
  }
  std::sort(members.begin(), members.end());
  return members;
}

}  // namespace

std::vector<std::int64_t> rcm_places(par::Session& session, const ZoneMesh& mesh,
                                     const MeshDistribution& distributed) {
  const auto members = members_of(session, mesh, distributed);
  const auto counts = counts_of(distributed.vertices);
  std::map<std::int64_t, std::vector<std::int64_t>> places;
  for (std::int64_t part = session.rank(); part < std::ssize(counts); part += session.size()) {
    const auto by_part = [](const Member& member, std::int64_t value) { return member.part < value; };
    const auto begin = std::lower_bound(members.begin(), members.end(), part, by_part);
    const auto end = std::lower_bound(begin, members.end(), part + 1, by_part);
    places[part] = places_in_part(counts[static_cast<std::size_t>(part)], {begin, end});
    session.alive();
  }
  struct Question {
    std::int64_t part = 0;
    std::int64_t vertex = 0;
  };
  std::vector<Question> questions;
  for (std::int64_t slot = 0; slot < std::ssize(distributed.vertices.parts); ++slot) {
    questions.push_back(
        {distributed.vertices.part_of(slot), distributed.vertices.indices[static_cast<std::size_t>(slot)]});
  }
  return par::ask_owners(
      session, questions, [&](const Question& question) { return looker_of(session, question.part); },
      [&](const Question& question) {
        return places.at(question.part)[static_cast<std::size_t>(question.vertex)];
      });
}

}  // namespace pcgns::partition
