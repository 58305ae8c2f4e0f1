#include "pcgns/partition/run/ghosts.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/partition/run/distinct.hpp"
#include "pcgns/partition/run/pair_collector.hpp"
#include "pcgns/partition/run/shared_vertices.hpp"

namespace pcgns::partition {

namespace {

/// The vertices each part has so far.
struct Touched {
  Distribution vertices;
  SharedVertices shared;
};

/// The parts that have any of some entities.
class Around {
 public:
  Around(Distinct numbers, LocalIndices indices)
      : numbers_(std::move(numbers)), indices_(std::move(indices)) {}

  /// Ascending; valid until the next call. @pre Each of `numbers` was requested.
  const std::vector<std::int32_t>& of(std::span<const std::int64_t> numbers) {
    parts_.clear();
    for (const auto number : numbers) {
      for (const auto& local : indices_.of(numbers_.index_of(number))) parts_.push_back(local.part);
    }
    std::sort(parts_.begin(), parts_.end());
    parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
    return parts_;
  }

 private:
  Distinct numbers_;
  LocalIndices indices_;
  std::vector<std::int32_t> parts_;
};

/// The numbers to look up for each element of a block.
struct Asked {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int64_t> numbers;

  void close() { starts.push_back(std::ssize(numbers)); }
  [[nodiscard]] std::span<const std::int64_t> of(std::int64_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(numbers).subspan(static_cast<std::size_t>(starts[at]),
                                      static_cast<std::size_t>(starts[at + 1] - starts[at]));
  }
};

class GhostFinder {
 public:
  GhostFinder(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
              const MeshDistribution& distributed)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        distributed_(distributed),
        cells_(session, distributed.cells.begins),
        vertices_(session, distributed.vertices.begins) {
    for (const auto& elements : mesh.sections)
      elements_.emplace_back(session, elements.begins, PairCollector::few_seen);
  }

  MeshDistribution run(std::int64_t layers) {
    for (std::int64_t layer = 0; layer < layers; ++layer) add_layer();
    MeshDistribution made;
    made.cells = with_ghosts(session_, distributed_.cells, cells_.pairs());
    made.vertices = with_ghosts(session_, distributed_.vertices, vertices_.pairs());
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      made.elements.sections.push_back(
          with_ghosts(session_, distributed_.elements.sections[s], elements_[s].pairs()));
    }
    if (mesh_.cells_are_implied) made.elements.implied = made.cells;
    number_elements(made.elements, counts_of(made.cells).size());
    return made;
  }

 private:
  void add_layer() {
    auto vertices = all_by_now(distributed_.vertices, vertices_);
    SharedVertices shared(session_, vertices);
    const Touched touched{std::move(vertices), std::move(shared)};
    ElementDistributions faces;
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      faces.sections.push_back(has_faces_of_cells(s) ? touched_faces(s, touched) : Distribution());
    }
    faces.firsts.resize(faces.sections.size() + 1);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (is_nface(s)) {
        add_polyhedra(s, faces);
      } else if (mesh_.roles[s].cells || mesh_.roles[s].mixed) {
        add_elements(s, touched);
      }
    }
    if (mesh_.cells_are_implied) add_implied(faces);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (has_faces_of_cells(s)) add_vertices_of_faces(s);
    }
  }

  [[nodiscard]] bool is_nface(std::size_t s) const {
    return mesh_.sections[s].section->type == cgns::element_type::nface;
  }
  /// Whether the elements of a section are faces of polyhedra.
  [[nodiscard]] bool has_faces_of_cells(std::size_t s) const {
    const auto& section = *mesh_.sections[s].section;
    const bool tells_cells = section.parents >= 0 && section.dimension() == mesh_.dimension() - 1;
    return mesh_.cells_are_implied ? tells_cells : mesh_.roles[s].polygons;
  }

  /// Parts and their entities, owned or found.
  Distribution all_by_now(const Distribution& own, PairCollector& found) {
    auto pairs = pairs_of(own);
    const auto added = found.pairs();
    pairs.insert(pairs.end(), added.begin(), added.end());
    auto distribution = distribution_of(session_, own.begins, std::move(pairs), own.totals.size());
    set_indices(distribution);
    return distribution;
  }

  /// The parts that have vertices of elements; only vertices shared by several parts are looked up.
  Around around(const mesh::Block& block, const Touched& touched, Asked& asked) {
    for (std::int64_t i = 0; i < block.size(); ++i) {
      for (const auto node : block.nodes(i)) {
        if (node > 0 && touched.shared.may_have(node - 1)) asked.numbers.push_back(node - 1);
      }
      asked.close();
    }
    Distinct numbers(asked.numbers);
    auto indices = local_indices_of(session_, touched.vertices, numbers.numbers());
    return {std::move(numbers), std::move(indices)};
  }

  template <typename What>
  void for_each_chunk(std::size_t s, What&& what) {
    const auto& elements = mesh_.sections[s];
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      what(block);
    }
  }

  /// The parts that have a vertex of a face, for faces with a shared vertex.
  Distribution touched_faces(std::size_t s, const Touched& touched) {
    std::vector<Pair> pairs;
    for_each_chunk(s, [&](const mesh::Block& block) {
      Asked asked;
      auto found = around(block, touched, asked);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        for (const auto part : found.of(asked.of(i))) pairs.emplace_back(block.number(i), part);
      }
    });
    auto distribution = distribution_of(session_, mesh_.sections[s].begins, std::move(pairs),
                                        distributed_.cells.totals.size());
    set_indices(distribution);
    return distribution;
  }

  /// Adds element `i` of the block, cell `cell`, to those of `parts` that do not have it.
  void add(std::size_t s, const mesh::Block& block, std::int64_t i, std::int64_t cell,
           const std::vector<std::int32_t>& parts) {
    const auto& distribution = distributed_.elements.sections[s];
    const auto slot = distribution.slots(block.number(i) - distribution.mine.begin).begin;
    for (const auto part : parts) {
      if (part == distribution.parts[static_cast<std::size_t>(slot)]) continue;
      elements_[s].add(block.number(i), part);
      cells_.add(cell, part);
      for (const auto node : block.nodes(i)) {
        if (!is_nface(s)) {
          vertices_.add(node - 1, part);
          continue;
        }
        const auto at = static_cast<std::size_t>(mesh_.section_of(std::abs(node)));
        elements_[at].add(std::abs(node) - mesh_.zone.sections[at].first, part);
      }
    }
  }

  void deliver() {
    for (auto& pairs : elements_) pairs.deliver();
    cells_.deliver();
    vertices_.deliver();
  }

  void add_elements(std::size_t s, const Touched& touched) {
    auto cell = mesh_.roles[s].first_cell;
    for_each_chunk(s, [&](const mesh::Block& block) {
      Asked asked;
      auto found = around(block, touched, asked);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (mesh_.is_cell(s, block, i)) add(s, block, i, cell++, found.of(asked.of(i)));
      }
      deliver();
    });
  }

  void add_polyhedra(std::size_t s, const ElementDistributions& faces) {
    auto cell = mesh_.roles[s].first_cell;
    for_each_chunk(s, [&](const mesh::Block& block) {
      Asked asked;
      for (std::int64_t i = 0; i < block.size(); ++i) {
        for (const auto face : block.nodes(i)) asked.numbers.push_back(std::abs(face));
        asked.close();
      }
      Distinct numbers(asked.numbers);
      auto indices = local_indices_of_elements(session_, mesh_, faces, numbers.numbers());
      Around found(std::move(numbers), std::move(indices));
      for (std::int64_t i = 0; i < block.size(); ++i) add(s, block, i, cell++, found.of(asked.of(i)));
      deliver();
    });
  }

  /// Cells that exist only in ParentElements: they first get parts from their faces, then pass them to all
  /// their faces.
  void add_implied(const ElementDistributions& faces) {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (!has_faces_of_cells(s)) continue;
      const auto& distribution = faces.sections[s];
      for_each_parent(s, [&](std::int64_t i, std::int64_t cell) {
        const auto slots = distribution.slots(i);
        for (auto slot = slots.begin; slot < slots.end; ++slot)
          cells_.add(cell, distribution.parts[static_cast<std::size_t>(slot)]);
      });
      deliver();
    }
    const auto cells = all_by_now(distributed_.cells, cells_);
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (!has_faces_of_cells(s)) continue;
      std::vector<std::int64_t> rows;
      std::vector<std::int64_t> parents;
      for_each_parent(s, [&](std::int64_t i, std::int64_t cell) {
        rows.push_back(mesh_.sections[s].mine.begin + i);
        parents.push_back(cell);
      });
      const auto indices = local_indices_of(session_, cells, parents);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const auto& local : indices.of(i)) elements_[s].add(rows[i], local.part);
      }
      deliver();
    }
  }

  /// Calls what(element, cell), both 0-based, for the cells beside this rank's elements.
  template <typename What>
  void for_each_parent(std::size_t s, What&& what) {
    const auto& elements = mesh_.sections[s];
    const auto columns = mesh::parent_columns(session_, dataset_, elements);
    if (!columns) return;
    for (const auto& column : *columns) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        const auto cell = column[i] - mesh_.last_element() - 1;
        if (cell >= 0 && cell < mesh_.zone.cells) what(static_cast<std::int64_t>(i), cell);
      }
    }
  }

  void add_vertices_of_faces(std::size_t s) {
    const auto pairs = elements_[s].pairs();
    auto next = pairs.begin();
    const auto end = pairs.end();
    for_each_chunk(s, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        for (; next != end && next->first == block.number(i); ++next) {
          for (const auto node : block.nodes(i)) {
            if (node > 0) vertices_.add(node - 1, next->second);
          }
        }
      }
      vertices_.deliver();
    });
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  const MeshDistribution& distributed_;
  PairCollector cells_;  ///< Cells of the zone and the parts they may be ghosts of.
  PairCollector vertices_;
  std::deque<PairCollector> elements_;  ///< By section: its elements, 0-based.
};

}  // namespace

MeshDistribution add_ghosts(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                            const MeshDistribution& distributed, std::int64_t layers) {
  return GhostFinder(session, dataset, mesh, distributed).run(layers);
}

}  // namespace pcgns::partition
