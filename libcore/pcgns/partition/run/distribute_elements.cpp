#include "pcgns/partition/run/distribute_elements.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <utility>
#include <vector>

#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/elements_at.hpp"
#include "pcgns/partition/run/pair_collector.hpp"

namespace pcgns::partition {

namespace {

bool has_polyhedra(const ZoneMesh& mesh) {
  return std::any_of(mesh.zone.sections.begin(), mesh.zone.sections.end(),
                     [](const mesh::Section& section) { return section.type == cgns::element_type::nface; });
}

/// The cells on both sides of this rank's surface elements: two per face, 0 for none.
std::vector<std::int64_t> cells_of(const mesh::ZoneFaces& faces) {
  std::vector<std::int64_t> cells;
  for (const auto& face : faces.faces) {
    const bool counts = face.elements > 0 && face.uses > 0;
    cells.push_back(counts ? face.first.cell : 0);
    cells.push_back(counts && face.uses > 1 ? face.second.cell : 0);
  }
  return cells;
}

/// Surface elements (number in the zone, 1-based), paired with the parts of the cells they bound; others are
/// left out. @note Collective.
std::vector<Pair> parts_of_surface(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const ElementDistributions& distributions) {
  const bool with_polygons = mesh.dimension() == 3 && !has_polyhedra(mesh);
  auto faces = mesh::match_faces(session, dataset, mesh.zone, mesh.sections, with_polygons);
  const auto cells = cells_of(faces);
  const auto indices = local_indices_of_elements(session, mesh, distributions, cells);
  std::vector<kernel::FaceKey> keys;
  for (const auto& element : faces.surface) keys.push_back(element.key);
  std::vector<Pair> found;
  par::ask_owners_for_lists<std::int64_t>(
      session, std::span<const kernel::FaceKey>(keys),
      [&](const kernel::FaceKey& key) { return faces.owner_of(key); },
      [&](const kernel::FaceKey& key, std::vector<std::int64_t>& answers) {
        const auto* face = faces.find(key);
        if (face == nullptr) return;
        const auto at = static_cast<std::size_t>(face - faces.faces.data());
        for (const auto i : {2 * at, 2 * at + 1}) {
          for (const auto& local : indices.of(i)) answers.push_back(local.part);
        }
      },
      [&](std::size_t i, std::span<const std::int64_t> answers) {
        for (const auto part : answers)
          found.emplace_back(faces.surface[i].element, static_cast<std::int32_t>(part));
      });
  return found;
}

class ElementDistributor {
 public:
  ElementDistributor(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                     Distribution cells)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        parts_(cells.totals.size()),
        vertices_(session, equal_begins(mesh.zone.vertices, session.size())) {
    made_.cells = std::move(cells);
    for (const auto& elements : mesh.sections)
      pairs_.emplace_back(session, elements.begins, PairCollector::few_seen);
    is_distributed_.resize(mesh.sections.size(), false);
    made_.elements.sections.resize(mesh.sections.size());
    made_.elements.firsts.resize(mesh.sections.size() + 1);
  }

  MeshDistribution run() {
    set_indices(made_.cells);
    if (mesh_.cells_are_implied) made_.elements.implied = made_.cells;
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) distribute_cells(s);
    distribute_faces();
    add_vertices();
    distribute_lonely();
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (!is_distributed_[s]) distribute(s, pairs_[s].pairs());
    }
    finish_vertices();
    number_elements(made_.elements, parts_);
    return std::move(made_);
  }

 private:
  /// Assigns this rank's elements of a section of cells to their parts.
  void distribute_cells(std::size_t s) {
    const auto& role = mesh_.roles[s];
    if (!role.cells && !role.mixed) return;
    const auto& elements = mesh_.sections[s];
    const bool has_all_cells = !role.mixed && elements.begins == made_.cells.begins;
    if (has_all_cells) {
      made_.elements.sections[s] = made_.cells;
      is_distributed_[s] = true;
      return;
    }
    std::vector<bool> is_cell;
    if (role.mixed) {
      mesh::for_each_block(elements, [&](const mesh::Block& block) {
        for (std::int64_t i = 0; i < block.size(); ++i) is_cell.push_back(mesh_.is_cell(s, block, i));
      });
    }
    const auto others = std::count(is_cell.begin(), is_cell.end(), false);
    auto parts = parts_of_cells({role.first_cell, role.first_cell + elements.mine.size() - others});
    if (!role.mixed || par::all_max(session_.comm(), static_cast<std::int64_t>(others)) == 0) {
      made_.elements.sections[s] = distribution_of(session_, elements.begins, std::move(parts), parts_);
      set_indices(made_.elements.sections[s]);
      is_distributed_[s] = true;
      return;
    }
    std::size_t cell = 0;
    for (std::size_t i = 0; i < is_cell.size(); ++i) {
      if (is_cell[i]) pairs_[s].add(elements.mine.begin + static_cast<std::int64_t>(i), parts[cell++]);
    }
    pairs_[s].deliver();
    // Provisional: surface elements of the section follow later.
    distribute(s, pairs_[s].pairs());
  }

  void distribute(std::size_t s, std::vector<Pair> pairs) {
    made_.elements.sections[s] =
        distribution_of(session_, mesh_.sections[s].begins, std::move(pairs), parts_);
    set_indices(made_.elements.sections[s]);
  }

  /// Parts of consecutive cells of the zone.
  std::vector<std::int32_t> parts_of_cells(Range cells) {
    mesh::Share share;
    share.type = cgns::DataType::I4;
    share.count = mesh_.zone.cells;
    share.per_rank = std::max<std::int64_t>(1, made_.cells.begins[1]);
    share.values = made_.cells.mine;
    const auto bytes = std::as_bytes(std::span(made_.cells.parts));
    share.bytes.assign(bytes.begin(), bytes.end());
    const auto fetched = mesh::fetch_range(session_, std::move(share), cells);
    std::vector<std::int32_t> parts(fetched.size() / sizeof(std::int32_t));
    if (!parts.empty()) std::memcpy(parts.data(), fetched.data(), fetched.size());
    return parts;
  }

  void distribute_faces() {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (mesh_.sections[s].section->type == cgns::element_type::nface) distribute_polygons_of(s);
    }
    std::vector<bool> is_known;
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) is_known.push_back(distribute_by_parents(s));
    const bool has_unknown = std::any_of(
        mesh_.zone.sections.begin(), mesh_.zone.sections.end(), [&](const mesh::Section& section) {
          const bool is_face = section.dimension() == mesh_.dimension() - 1 || section.dimension() < 0;
          const auto at = static_cast<std::size_t>(&section - mesh_.zone.sections.data());
          const bool bounds_polyhedra = mesh_.roles[at].polygons && has_polyhedra(mesh_);
          return is_face && !is_known[at] && !is_distributed_[at] && !bounds_polyhedra;
        });
    if (!has_unknown) return;
    for (const auto& [element, part] : parts_of_surface(session_, dataset_, mesh_, made_.elements)) {
      const auto s = static_cast<std::size_t>(mesh_.section_of(element));
      if (!is_known[s]) pairs_[s].add(element - mesh_.zone.sections[s].first, part);
    }
    for (auto& pairs : pairs_) pairs.deliver();
  }

  /// Assigns polygons to the parts of the polyhedra of a section.
  void distribute_polygons_of(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto& distribution = made_.elements.sections[s];
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      mesh::Block block;
      block.load(elements, chunk.range);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto part = distribution.parts[static_cast<std::size_t>(chunk.range.begin + i)];
        for (const auto face : block.nodes(i)) {
          const auto at = static_cast<std::size_t>(mesh_.section_of(std::abs(face)));
          pairs_[at].add(std::abs(face) - mesh_.zone.sections[at].first, part);
        }
      }
      for (auto& pairs : pairs_) pairs.deliver();
    }
  }

  /// False if the section does not have ParentElements.
  bool distribute_by_parents(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    if (elements.section->dimension() != mesh_.dimension() - 1) return false;
    const auto columns = mesh::parent_columns(session_, dataset_, elements);
    if (!columns) return false;
    require_cells(session_, mesh_, elements, *columns);
    for (const auto& column : *columns) {
      const auto indices = local_indices_of_elements(session_, mesh_, made_.elements, column);
      for (std::size_t i = 0; i < column.size(); ++i) {
        for (const auto& local : indices.of(i))
          pairs_[s].add(elements.mine.begin + static_cast<std::int64_t>(i), local.part);
      }
    }
    pairs_[s].deliver();
    return true;
  }

  /// Assigns elements that no cell brings to a part that has as many of their vertices as any.
  void distribute_lonely() {
    std::vector<Lonely> lonely;
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (!is_distributed_[s]) find_lonely(s, lonely);
    }
    place_lonely(lonely);
  }

  /// An element without a part.
  struct Lonely {
    std::size_t section = 0;
    std::int64_t index = 0;  ///< Index among this rank's elements of the section.
    std::vector<std::int64_t> vertices;
  };

  void find_lonely(std::size_t s, std::vector<Lonely>& lonely) {
    const auto& elements = mesh_.sections[s];
    const auto pairs = pairs_[s].pairs();
    auto next = pairs.begin();
    mesh::for_each_block(elements, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto number = block.number(i);
        bool has_part = false;
        for (; next != pairs.end() && next->first == number; ++next) has_part = true;
        const auto nodes = block.nodes(i);
        if (!has_part) lonely.push_back({s, number - elements.mine.begin, {nodes.begin(), nodes.end()}});
      }
    });
  }

  void place_lonely(const std::vector<Lonely>& lonely) {
    const auto parts = parts_of_lonely(lonely);
    for (std::size_t i = 0; i < lonely.size(); ++i) {
      pairs_[lonely[i].section].add(mesh_.sections[lonely[i].section].mine.begin + lonely[i].index, parts[i]);
      add_nodes(lonely[i].vertices, parts[i]);
    }
    for (auto& pairs : pairs_) pairs.deliver();
    vertices_.deliver();
  }

  /// The lowest part of those that have most of the vertices; 0 if none has any.
  std::vector<std::int32_t> parts_of_lonely(const std::vector<Lonely>& lonely) {
    std::vector<std::int64_t> asked;
    std::vector<std::int64_t> element_of;
    for (std::size_t i = 0; i < lonely.size(); ++i) {
      for (const auto vertex : lonely[i].vertices) {
        asked.push_back(std::max<std::int64_t>(0, vertex - 1));
        element_of.push_back(static_cast<std::int64_t>(i));
      }
    }
    std::vector<Pair> found;  // of elements, each once for each of its vertices
    par::ask_owners_for_lists<std::int64_t>(
        session_, std::span<const std::int64_t>(asked),
        [&](std::int64_t vertex) { return vertices_.owners().owner_of(vertex); },
        [&](std::int64_t vertex, std::vector<std::int64_t>& parts) { vertices_.add_parts_of(vertex, parts); },
        [&](std::size_t i, std::span<const std::int64_t> parts) {
          for (const auto part : parts) found.emplace_back(element_of[i], static_cast<std::int32_t>(part));
        });
    std::sort(found.begin(), found.end());
    std::vector<std::int32_t> best(lonely.size(), 0);
    std::vector<std::ptrdiff_t> most(lonely.size(), 0);
    for (auto begin = found.begin(); begin != found.end();) {
      const auto end = std::upper_bound(begin, found.end(), *begin);
      const auto i = static_cast<std::size_t>(begin->first);
      if (end - begin > most[i]) {
        most[i] = end - begin;
        best[i] = begin->second;
      }
      begin = end;
    }
    return best;
  }

  /// Adds the vertices of all elements that already have parts.
  void add_vertices() {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (mesh_.sections[s].section->type != cgns::element_type::nface) add_vertices_of(s);
    }
  }

  /// Elements known only from ParentElements have zeros instead of nodes.
  void add_nodes(std::span<const std::int64_t> nodes, std::int32_t part) {
    for (const auto node : nodes) {
      if (node > 0) vertices_.add(node - 1, part);
    }
  }

  void add_vertices_of(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto& distribution = made_.elements.sections[s];
    const bool is_distributed = is_distributed_[s];
    const auto pairs = pairs_[s].pairs();
    auto next = pairs.begin();
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      mesh::for_each_block(elements, chunk.range, [&](const mesh::Block& block) {
        for (std::int64_t i = 0; i < block.size(); ++i) {
          const auto number = block.number(i);
          if (is_distributed) {
            const auto part = distribution.parts[static_cast<std::size_t>(number - elements.mine.begin)];
            add_nodes(block.nodes(i), part);
            continue;
          }
          for (; next != pairs.end() && next->first == number; ++next) {
            add_nodes(block.nodes(i), next->second);
          }
        }
      });
      vertices_.deliver();
    }
  }

  void finish_vertices() {
    made_.vertices = vertices_.distribution(session_, parts_);
    set_indices(made_.vertices);
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  std::size_t parts_;
  MeshDistribution made_;
  std::deque<PairCollector> pairs_;  ///< By section: its elements, 0-based.
  PairCollector vertices_;
  std::vector<bool> is_distributed_;  ///< By section: final.
};

}  // namespace

MeshDistribution distribute_elements(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, Distribution cells) {
  return ElementDistributor(session, dataset, mesh, std::move(cells)).run();
}

}  // namespace pcgns::partition
