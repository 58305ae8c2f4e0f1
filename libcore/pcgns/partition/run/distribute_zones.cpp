#include "pcgns/partition/distribute_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/cell_field.hpp"
#include "pcgns/partition/run/cell_points.hpp"
#include "pcgns/partition/run/cell_sides.hpp"
#include "pcgns/partition/run/distribute_elements.hpp"
#include "pcgns/partition/run/distribute_interfaces.hpp"
#include "pcgns/partition/run/distribution_context.hpp"
#include "pcgns/partition/run/ghosts.hpp"
#include "pcgns/partition/run/graph_parts.hpp"
#include "pcgns/partition/run/ordering.hpp"
#include "pcgns/partition/run/particles.hpp"
#include "pcgns/partition/run/shared_vertices.hpp"
#include "pcgns/partition/run/split_cells.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

namespace {

std::vector<std::int32_t> by_curve(par::Session& session, GridPoints points,
                                   const std::vector<std::int64_t>& sizes,
                                   std::span<const std::int64_t> weights) {
  std::array<std::vector<std::uint64_t>, 1> places;
  for (std::size_t i = 0; i < points.size(); ++i) places[0].push_back(kernel::hilbert_place(points.at(i)));
  points = GridPoints(0);
  return split_cells<std::uint64_t>(session, places, std::ssize(places[0]), sizes, weights);
}

/// Assigns cells by a field of ranks, with one part per rank.
std::vector<std::int32_t> by_field(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const Division& division, std::int64_t partitions, Range mine,
                                   DistributedZone& zone) {
  const auto& source = division.map == nullptr ? dataset : *division.map;
  const auto* node =
      division.map == nullptr ? mesh.zone.node : cgns::find(source.plan.output, mesh.zone.path);
  if (node == nullptr) throw node_error(mesh.zone.path, "the map has no such zone");
  const auto& field =
      cell_field(source.plan, *node, mesh.zone.path, mesh.zone.cells, mesh.dimension(), division.field);
  const auto numbers = integers_of(session, source, field, mine);
  std::int64_t bad = 0;
  for (const auto number : numbers) bad = number >= 0 && number < partitions ? bad : 1;
  if (par::all_max(session.comm(), bad) != 0) {
    throw node_error(source.plan.targets[static_cast<std::size_t>(field.array)].path,
                     fmt::format("has values that are not ranks from 0 to {}", partitions - 1));
  }
  zone.pieces.clear();
  for (std::int64_t rank = 0; rank < partitions; ++rank) zone.pieces.push_back({.rank = rank});
  return {numbers.begin(), numbers.end()};
}

std::vector<std::int32_t> chosen(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                 const Division& division, const std::vector<std::int64_t>& begins,
                                 const std::vector<std::int64_t>& weights,
                                 const std::vector<std::int64_t>& sizes) {
  if (division.method == Method::graph)
    return graph_parts(session, dataset, mesh, division.weights, begins, sizes,
                       most_in_graph(dataset.memory));
  if (division.method == Method::hilbert)
    return by_curve(session, cell_points(session, dataset, mesh, begins), sizes, weights);
  const auto rank = static_cast<std::size_t>(session.rank());
  const auto mine = begins[rank + 1] - begins[rank];
  if (division.method == Method::rcb) {
    const auto points = cell_points(session, dataset, mesh, begins);
    return split_cells<std::uint32_t>(session, points.axes, mine, sizes, weights);
  }
  return split_cells<std::uint32_t>(session, {}, mine, sizes, weights);
}

/// Sets the cells and weights of the parts, and removes parts without cells.
void settle_parts(par::Session& session, const std::vector<std::int64_t>& weights,
                  std::vector<std::int32_t>& parts, DistributedZone& zone) {
  std::vector<std::int64_t> counts(2 * zone.pieces.size(), 0);
  const auto sums = std::span(counts).subspan(zone.pieces.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = static_cast<std::size_t>(parts[i]);
    ++counts[part];
    sums[part] += weights.empty() ? 1 : weights[i];
  }
  par::sum_over_ranks(session.comm(), counts);
  std::vector<std::int32_t> places(zone.pieces.size(), 0);
  std::vector<UnstructuredPiece> kept;
  for (std::size_t part = 0; part < zone.pieces.size(); ++part) {
    places[part] = static_cast<std::int32_t>(kept.size());
    zone.pieces[part].weight = sums[part];
    if (counts[part] > 0) kept.push_back(zone.pieces[part]);
  }
  if (kept.empty()) kept.push_back(zone.pieces.empty() ? UnstructuredPiece{} : zone.pieces.front());
  zone.pieces = std::move(kept);
  for (auto& part : parts) part = places[static_cast<std::size_t>(part)];
}

/// The part (index into DistributedZone::pieces) of each of this rank's cells; `begins` as in Distribution.
/// Removes parts without cells, but keeps at least one; with Method::file, makes the parts. Sets
/// UnstructuredPiece::weight to the actual weight. Throws the same Error on every rank. @note Collective.
std::vector<std::int32_t> cell_parts(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const Division& division, std::int64_t partitions,
                                     const std::vector<std::int64_t>& begins, DistributedZone& zone) {
  const auto rank = static_cast<std::size_t>(session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  const auto weights = weights_of(session, dataset, mesh, division.weights, mine);
  std::vector<std::int32_t> parts;
  std::vector<std::int64_t> sizes;
  for (const auto& piece : zone.pieces) sizes.push_back(piece.weight);
  if (division.method == Method::file && mesh.zone.cells > 0) {
    const auto assign = [&] { return by_field(session, dataset, mesh, division, partitions, mine, zone); };
    parts = division.map == nullptr ? assign() : with_files(division.map_name, assign);
  } else if (sizes.size() > 1) {
    parts = chosen(session, dataset, mesh, division, begins, weights, sizes);
  } else {
    parts.assign(static_cast<std::size_t>(mine.size()), 0);
  }
  settle_parts(session, weights, parts, zone);
  return parts;
}

struct Seen {
  kernel::FaceKey key;
  std::int64_t part = 0;
};

/// Sends the faces of this rank's cells that may lie between parts to the ranks that own their keys.
std::vector<Seen> seen_faces(par::Session& session, const ZoneMesh& mesh,
                             const MeshDistribution& distributed) {
  const SharedVertices shared(session, distributed.vertices);
  par::Exchange exchange(session);
  std::vector<Seen> seen;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    const auto& distribution = distributed.elements.sections[s];
    const bool has_cells = mesh.roles[s].cells || mesh.roles[s].mixed;
    if (!has_cells || mesh.sections[s].section->type == cgns::element_type::nface) continue;
    for (const auto& chunk : mesh::chunks_of(session, std::span(&mesh.sections[s], 1))) {
      std::vector<Seen> mine;
      mesh::Block block;
      block.load(mesh.sections[s], chunk.range);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (!mesh.is_cell(s, block, i)) continue;
        const auto slot = distribution.slots(chunk.range.begin + i).begin;
        const auto nodes = block.nodes(i);
        const auto count = std::count_if(nodes.begin(), nodes.end(),
                                         [&](std::int64_t node) { return shared.may_have(node - 1); });
        if (count < mesh.dimension()) continue;
        each_side_of_cell(mesh, block, i, [&](const kernel::FaceKey& key) {
          mine.push_back({key, distribution.parts[static_cast<std::size_t>(slot)]});
        });
      }
      par::scatter_to_owners(
          exchange, mine,
          [&](const Seen& face) { return mesh::owner_of_face(kernel::hash_of(face.key), session.size()); },
          [&](const Seen& face) { seen.push_back(face); });
    }
  }
  return seen;
}

/// The faces between parts that this rank found, and their parts.
struct Between {
  std::vector<std::int64_t> faces;  ///< By part.
  std::set<std::pair<std::int64_t, std::int64_t>> parts = {};

  void add(std::int64_t a, std::int64_t b) {
    ++faces[static_cast<std::size_t>(a)];
    ++faces[static_cast<std::size_t>(b)];
    parts.emplace(std::min(a, b), std::max(a, b));
  }
};

void add_polygons(const ZoneMesh& mesh, const MeshDistribution& distributed, Between& between) {
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    if (!mesh.roles[s].polygons) continue;
    const auto& distribution = distributed.elements.sections[s];
    for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
      const auto slots = distribution.slots(i);
      if (slots.size() < 2) continue;
      const auto first = static_cast<std::size_t>(slots.begin);
      between.add(distribution.parts[first], distribution.parts[first + 1]);
    }
  }
}

/// By part, over all ranks.
std::vector<std::vector<int>> neighbours_of(par::Session& session, const Between& between,
                                            std::size_t parts) {
  std::vector<std::int64_t> mine;
  for (const auto& [a, b] : between.parts) mine.insert(mine.end(), {a, b});
  std::set<std::pair<std::int64_t, std::int64_t>> all;
  const auto pairs = par::gather_joined(session.comm(), mine);
  for (std::size_t i = 0; i < pairs.size(); i += 2) all.emplace(pairs[i], pairs[i + 1]);
  std::vector<std::vector<int>> neighbours(parts);
  for (const auto& [a, b] : all) {
    neighbours[static_cast<std::size_t>(a)].push_back(static_cast<int>(b));
    neighbours[static_cast<std::size_t>(b)].push_back(static_cast<int>(a));
  }
  return neighbours;
}

/// For all parts. @note Collective.
void count_cut_faces(par::Session& session, const ZoneMesh& mesh, const MeshDistribution& distributed,
                     DistributedZone& zone) {
  const auto parts = distributed.cells.totals.size();
  if (parts < 2) return;
  auto seen = seen_faces(session, mesh, distributed);
  std::sort(seen.begin(), seen.end(),
            [](const Seen& a, const Seen& b) { return std::tie(a.key, a.part) < std::tie(b.key, b.part); });
  Between between{std::vector<std::int64_t>(parts, 0)};
  add_polygons(mesh, distributed, between);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i].key == seen[i - 1].key && seen[i].part != seen[i - 1].part)
      between.add(seen[i - 1].part, seen[i].part);
  }
  par::sum_over_ranks(session.comm(), between.faces);
  auto neighbours = neighbours_of(session, between, parts);
  zone.cut_faces = std::accumulate(between.faces.begin(), between.faces.end(), std::int64_t{0}) / 2;
  for (std::size_t part = 0; part < parts; ++part) {
    zone.pieces[part].neighbours = std::move(neighbours[part]);
    zone.pieces[part].cut_faces = between.faces[part];
  }
}

ZoneMesh mesh_of(par::Session& session, const mesh::Dataset& dataset, const DistributedZone& zone,
                 mesh::Zone& known) {
  auto read = mesh::unstructured_zone(dataset.plan, *zone.base, *zone.zone);
  if (!read || read->dimension < 1 || read->dimension > 3)
    throw node_error(zone.path, "invalid Zone_t: number of vertices or cells missing");
  const auto sizes = cgns::integers_of(*zone.zone);
  if (sizes.size() == 3 && (sizes[2] < 0 || sizes[2] > sizes[0]))
    throw node_error(zone.path,
                     fmt::format("has {} boundary vertices; expected 0 to {}", sizes[2], sizes[0]));
  known = *std::move(read);
  known.dimension = cell_dimension_of(known);
  return read_mesh(session, dataset, known);
}

/// Writes the rank of each cell, in zone order, to the scratch file.
int keep_ranks(par::Session& session, io::ScratchFile& scratch, const DistributedZone& zone,
               std::int64_t first, std::int64_t cells, const std::vector<std::int32_t>& parts) {
  std::vector<std::int32_t> ranks;
  for (const auto part : parts)
    ranks.push_back(static_cast<std::int32_t>(zone.pieces[static_cast<std::size_t>(part)].rank));
  constexpr std::int64_t width = sizeof(std::int32_t);
  const auto at = scratch.add_room(cells * width);
  par::collectively(session.comm(), "writing the map",
                    [&] { scratch.write(at + first * width, std::as_bytes(std::span(ranks))); });
  return scratch.add_array(zone.path + "/Rank", at, cells, cgns::DataType::I4);
}

/// One in `cells_per_sample` cells, evenly scattered over the numbers of the cells.
std::vector<CellSample> samples_of(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const std::vector<std::int64_t>& begins,
                                   const std::vector<std::int32_t>& parts, std::int64_t cells_per_sample,
                                   const DistributedZone& zone) {
  if (mesh.zone.cells == 0 || mesh.zone.coordinates.empty()) return {};
  const auto points = cell_points(session, dataset, mesh, begins);
  const auto first = static_cast<std::uint64_t>(begins[static_cast<std::size_t>(session.rank())]);
  constexpr std::uint64_t scattering = 0x9E3779B97F4A7C15;
  std::vector<CellSample> mine;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto number = ((first + i) * scattering) >> 32;
    if (number % static_cast<std::uint64_t>(cells_per_sample) != 0) continue;
    const auto rank = zone.pieces[static_cast<std::size_t>(parts[i])].rank;
    mine.push_back({points.at(i), static_cast<std::int32_t>(rank)});
  }
  return par::gather_joined(session.comm(), mine);
}

MeshDistribution distribution_of_zone(par::Session& session, const mesh::Dataset& dataset,
                                      const ZoneMesh& mesh, const Division& division, std::int64_t partitions,
                                      std::int64_t cells_per_sample, DistributedZone& zone) {
  const auto begins = equal_begins(mesh.zone.cells, session.size());
  auto parts = cell_parts(session, dataset, mesh, division, partitions, begins, zone);
  if (division.ranks != nullptr) {
    zone.ranks = keep_ranks(session, *division.ranks, zone, begins[static_cast<std::size_t>(session.rank())],
                            mesh.zone.cells, parts);
  }
  if (cells_per_sample > 0)
    zone.samples = samples_of(session, dataset, mesh, begins, parts, cells_per_sample, zone);
  auto cells = distribution_of(session, begins, std::move(parts), zone.pieces.size());
  auto distributed = distribute_elements(session, dataset, mesh, std::move(cells));
  for (std::size_t p = 0; p < zone.pieces.size(); ++p) {
    zone.pieces[p].vertices = distributed.vertices.totals[p];
    zone.pieces[p].cells = distributed.cells.totals[p];
  }
  return distributed;
}

void distribute_arrays(DistributionContext& context) {
  distribute_sections(context);
  distribute_nodes(context);
  context.out.numbers.emplace_back(
      "Vertex", distribute_numbers(context, context.out.path, context.distributed.vertices));
  context.out.numbers.emplace_back("Cell",
                                   distribute_numbers(context, context.out.path, context.distributed.cells));
  if (context.distributed.cells.ghosts > 0) distribute_owners(context);
}

}  // namespace

std::shared_ptr<const DirectArrays> distribute_zones(par::Session& session, const mesh::Dataset& dataset,
                                                     io::ScratchFile* scratch, const Division& division,
                                                     Mesh& mesh) {
  auto& zones = mesh.unstructured;
  std::int64_t cells = 0;
  for (const auto& zone : zones) cells += cells_of(zone);
  const auto cells_per_sample = division.samples > 0 ? 1 + (cells - 1) / division.samples : 0;
  std::vector<mesh::Zone> known(zones.size());
  std::vector<ZoneMesh> meshes;
  auto direct = std::make_shared<DirectArrays>(division.keeps_connectivity
                                                   ? std::numeric_limits<std::int64_t>::max()
                                                   : session.size() * dataset.memory.share(2).bytes());
  std::vector<MeshDistribution*> distributions;
  ParticleDistribution particles(session, dataset, mesh);
  const bool has_particles = scratch != nullptr && partition::has_particles(dataset.plan);
  for (std::size_t z = 0; z < zones.size(); ++z) {
    auto& read = meshes.emplace_back(mesh_of(session, dataset, zones[z], known[z]));
    zones[z].cell_dimension = read.dimension();
    auto& distributed = direct->add_zone(distribution_of_zone(
        session, dataset, read, division, mesh.decomposition.partitions, cells_per_sample, zones[z]));
    distributions.push_back(&distributed);
    if (division.counts_cut_faces) count_cut_faces(session, read, distributed, zones[z]);
    if (has_particles) particles.add(read, distributed.cells, zones[z]);
    if (scratch != nullptr) {
      if (mesh.ghosts > 0) distributed = add_ghosts(session, dataset, read, distributed, mesh.ghosts);
      if (division.order != Order::keep) order_parts(session, dataset, read, division.order, distributed);
      DistributionContext context{session, dataset, *scratch, *direct, read, distributed, zones[z]};
      distribute_arrays(context);
      renumber_direct_sections(context, read);
    }
    for (auto& elements : read.sections) {
      elements.values = {};
      elements.offsets = {};
    }
  }
  partition::number_pieces(mesh);
  if (division.ranks != nullptr) division.ranks->settle();
  if (scratch == nullptr) return nullptr;
  std::vector<DistributionContext> contexts;
  for (std::size_t z = 0; z < zones.size(); ++z)
    contexts.push_back({session, dataset, *scratch, *direct, meshes[z], *distributions[z], zones[z]});
  distribute_interfaces(contexts, mesh);
  if (has_particles) particles.run(*scratch, *direct);
  scratch->settle();
  direct->settle();
  return direct;
}

}  // namespace pcgns::partition
