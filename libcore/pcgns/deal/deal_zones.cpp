#include "pcgns/deal/deal_zones.hpp"

#include <span>

#include "pcgns/deal/cell_parts.hpp"
#include "pcgns/deal/cut_faces.hpp"
#include "pcgns/deal/deal_job.hpp"
#include "pcgns/deal/deal_joins.hpp"
#include "pcgns/deal/ghosts.hpp"
#include "pcgns/deal/ordering.hpp"
#include "pcgns/deal/zone_mesh.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/sids/elements.hpp"

namespace pcgns::deal {

namespace {

ZoneMesh mesh_of(par::Session& session, const mesh::Dataset& dataset, const partition::DealtZone& zone,
                 mesh::Zone& known) {
  auto read = mesh::unstructured_zone(dataset.plan, *zone.base, *zone.zone);
  if (!read || read->dimension < 1 || read->dimension > 3)
    throw error_at(zone.path, "has no numbers of vertices and cells");
  known = *std::move(read);
  std::vector<std::int64_t> types;
  for (const auto& section : known.sections) types.push_back(section.type);
  known.dimension = sids::cell_dimension(static_cast<int>(known.dimension), types);
  return read_mesh(session, dataset, known);
}

/// The rank of each cell, in the order of the zone.
int keep_ranks(par::Session& session, move::ScratchFile& scratch, const partition::DealtZone& zone,
               std::int64_t first, std::int64_t cells, const std::vector<std::int32_t>& parts) {
  std::vector<std::int32_t> ranks;
  for (const auto part : parts)
    ranks.push_back(static_cast<std::int32_t>(zone.parts[static_cast<std::size_t>(part)].rank));
  constexpr std::int64_t width = sizeof(std::int32_t);
  const auto at = scratch.add_room(cells * width);
  par::collectively(session.comm(), "writing the map",
                    [&] { scratch.write(at + first * width, std::as_bytes(std::span(ranks))); });
  return scratch.add_array(zone.path + "/Rank", at, cells, tree::DataType::I4);
}

MeshDealing dealing_of_zone(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                            const Division& division, std::int64_t partitions, partition::DealtZone& zone) {
  const auto begins = equal_begins(mesh.zone.cells, session.size());
  auto parts = cell_parts(session, dataset, mesh, division, partitions, begins, zone);
  if (division.ranks != nullptr) {
    zone.ranks = keep_ranks(session, *division.ranks, zone, begins[static_cast<std::size_t>(session.rank())],
                            mesh.zone.cells, parts);
  }
  auto cells = dealing_of(session, begins, std::move(parts), zone.parts.size());
  auto dealt = deal_elements(session, dataset, mesh, std::move(cells));
  for (std::size_t p = 0; p < zone.parts.size(); ++p) {
    zone.parts[p].vertices = dealt.vertices.totals[p];
    zone.parts[p].cells = dealt.cells.totals[p];
  }
  return dealt;
}

void deal_arrays(DealJob& job) {
  deal_sections(job);
  deal_nodes(job);
  job.out.numbers.emplace_back("Vertex", deal_numbers(job, job.out.path, job.dealt.vertices));
  job.out.numbers.emplace_back("Cell", deal_numbers(job, job.out.path, job.dealt.cells));
  if (job.dealt.cells.ghosts > 0) deal_owners(job);
}

}  // namespace

void deal_zones(par::Session& session, const mesh::Dataset& dataset, const Destination* to,
                const Division& division, partition::Mesh& mesh) {
  auto& zones = mesh.unstructured;
  std::vector<mesh::Zone> known(zones.size());
  std::vector<ZoneMesh> meshes;
  DirectArrays unkept;
  auto& kept = to == nullptr ? unkept : to->direct;
  std::vector<MeshDealing*> dealings;
  for (std::size_t z = 0; z < zones.size(); ++z) {
    auto& read = meshes.emplace_back(mesh_of(session, dataset, zones[z], known[z]));
    auto& dealt = kept.add_zone(
        dealing_of_zone(session, dataset, read, division, mesh.decomposition.partitions, zones[z]));
    dealings.push_back(&dealt);
    const auto faces = cut_faces(session, read, dealt);
    zones[z].cut_faces = faces.count;
    for (std::size_t p = 0; p < zones[z].parts.size(); ++p)
      zones[z].parts[p].neighbours = faces.neighbours[p];
    if (to != nullptr) {
      if (mesh.ghosts > 0) dealt = add_ghosts(session, dataset, read, dealt, mesh.ghosts);
      if (division.order != partition::Order::keep)
        order_parts(session, dataset, read, division.order, dealt);
      DealJob job{session, dataset, to->scratch, to->direct, read, dealt, zones[z]};
      deal_arrays(job);
    }
    for (auto& elements : read.sections) {
      elements.values = {};
      elements.offsets = {};
    }
  }
  partition::number_parts(mesh);
  if (division.ranks != nullptr) division.ranks->settle();
  if (to == nullptr) return;
  std::vector<DealJob> jobs;
  for (std::size_t z = 0; z < zones.size(); ++z)
    jobs.push_back({session, dataset, to->scratch, to->direct, meshes[z], *dealings[z], zones[z]});
  deal_joins(jobs, mesh);
  to->scratch.settle();
  to->direct.settle();
}

}  // namespace pcgns::deal
