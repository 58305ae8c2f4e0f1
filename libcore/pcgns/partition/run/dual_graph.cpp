#include "pcgns/partition/run/dual_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/cell_sides.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

namespace {

using kernel::FaceKey;

/// Most unmatched faces that are worth keeping on the rank of their first cell, and their bytes: the table is
/// at most half full, and while it grows both old and new exist.
constexpr std::int64_t most_waiting = 1 << 20;
constexpr std::int64_t bytes_of_waiting = 24 * 6;

/// A cell waiting for its neighbour at a face.
struct Half {
  FaceKey key;
  std::int64_t cell = 0;
};

/// An edge, from the first of its cells.
struct Edge {
  std::int64_t cell = 0;
  std::int64_t neighbour = 0;
};

class GraphBuilder {
 public:
  GraphBuilder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
               std::vector<std::int64_t> begins)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        exchange_(session),
        most_waiting_(dataset.memory.buffer(bytes_of_waiting, most_waiting)) {
    const auto rank = static_cast<std::size_t>(session.rank());
    owners_.mine = {begins[rank], begins[rank + 1]};
    owners_.begins = std::move(begins);
  }

  DualGraph run() {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (mesh_.cells_are_implied) {
        add_parents(s);
      } else if (mesh_.roles[s].cells || mesh_.roles[s].mixed) {
        add_cells(s);
      }
    }
    hand_over(0);
    return graph();
  }

 private:
  void add_cells(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (mesh_.is_cell(s, block, i)) add_cell(block, i, cell++);
      }
      hand_over(most_waiting_);
      session_.alive();
    }
  }

  void add_cell(const mesh::Block& block, std::int64_t i, std::int64_t cell) {
    if (block.type(i) == cgns::element_type::nface) {
      for (const auto face : block.nodes(i)) meet(key_of_number(std::abs(face)), cell);
    } else {
      each_side_of_cell(mesh_, block, i, [&](const FaceKey& key) { meet(key, cell); });
    }
  }

  void meet(const FaceKey& key, std::int64_t cell) {
    if (const auto other = mine_.meet(key, cell); other >= 0) add_edge(cell, other);
  }

  /// A cell may have the same face twice.
  void add_edge(std::int64_t cell, std::int64_t other) {
    if (cell == other) return;
    edges_.push_back({cell, other});
    edges_.push_back({other, cell});
  }

  /// Sends unmatched faces to the ranks that own their keys, if there are more than `most`, and edges to the
  /// owners of their first cells. @note Collective.
  void hand_over(std::int64_t most) {
    std::vector<Half> halves;
    if (mine_.size() > most)
      mine_.drain([&](const FaceKey& key, std::int64_t cell) { halves.push_back({key, cell}); });
    par::scatter_to_owners(
        exchange_, halves,
        [&](const Half& half) { return mesh::owner_of_face(kernel::hash_of(half.key), session_.size()); },
        [&](const Half& half) {
          if (const auto other = others_.meet(half.key, half.cell); other >= 0) add_edge(half.cell, other);
        });
    par::scatter_to_owners(
        exchange_, std::exchange(edges_, {}), [&](const Edge& edge) { return owners_.owner_of(edge.cell); },
        [&](const Edge& edge) { owned_.push_back(edge); });
  }

  /// Adds edges from ParentElements.
  void add_parents(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto columns = mesh::parent_columns(session_, dataset_, elements);
    if (!columns) return;
    const auto& [left, right] = *columns;
    const auto is_cell = [&](std::int64_t cell) { return cell >= 0 && cell < mesh_.zone.cells; };
    for (std::size_t i = 0; i < left.size(); ++i) {
      const auto first = left[i] - mesh_.last_element() - 1;
      const auto second = right[i] - mesh_.last_element() - 1;
      if (is_cell(first) && is_cell(second)) add_edge(first, second);
    }
    hand_over(most_waiting_);
  }

  /// The graph of the received edges, without repetitions.
  DualGraph graph() {
    DualGraph graph{.begins = std::move(owners_.begins), .starts = {}, .neighbours = {}};
    const auto cells = static_cast<std::size_t>(owners_.mine.size());
    const auto place_of = [&](const Edge& edge) {
      return static_cast<std::size_t>(edge.cell - owners_.mine.begin);
    };
    std::vector<std::int64_t> ends(cells + 1, 0);
    for (const auto& edge : owned_) ++ends[place_of(edge) + 1];
    for (std::size_t i = 0; i < cells; ++i) ends[i + 1] += ends[i];
    graph.neighbours.resize(owned_.size());
    auto next = ends;
    for (const auto& edge : owned_)
      graph.neighbours[static_cast<std::size_t>(next[place_of(edge)]++)] = edge.neighbour;
    owned_ = {};
    graph.starts.reserve(cells + 1);
    auto end = graph.neighbours.begin();
    for (std::size_t i = 0; i < cells; ++i) {
      graph.starts.push_back(end - graph.neighbours.begin());
      const auto first = graph.neighbours.begin() + ends[i];
      const auto last = graph.neighbours.begin() + ends[i + 1];
      std::sort(first, last);
      end = std::move(first, std::unique(first, last), end);
    }
    graph.starts.push_back(end - graph.neighbours.begin());
    graph.neighbours.erase(end, graph.neighbours.end());
    return graph;
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  par::Exchange exchange_;
  std::int64_t most_waiting_;
  Distribution owners_;       ///< Only the ownership of cells is set.
  kernel::FaceMates mine_;    ///< Faces of this rank's elements.
  kernel::FaceMates others_;  ///< Faces whose keys this rank owns.
  std::vector<Edge> edges_;   ///< To be sent.
  std::vector<Edge> owned_;   ///< Of this rank's cells.
};

}  // namespace

DualGraph dual_graph(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                     std::vector<std::int64_t> begins) {
  return GraphBuilder(session, dataset, mesh, std::move(begins)).run();
}

}  // namespace pcgns::partition
