#include "pcgns/deal/cut_faces.hpp"

#include <algorithm>
#include <tuple>

#include "pcgns/deal/ask.hpp"
#include "pcgns/deal/shared_vertices.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

constexpr std::int64_t elements_in_chunk = 1 << 16;

struct Seen {
  kernel::FaceKey key;
  std::int64_t part = 0;
};

/// The faces of this rank's cells that may lie between parts come to the ranks that own their keys.
std::vector<Seen> seen_faces(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  const SharedVertices shared(session, dealt.vertices);
  move::Exchange exchange(session, memory_for_messages);
  std::vector<Seen> seen;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    const auto& dealing = dealt.elements.sections[s];
    const bool has_cells = mesh.roles[s].cells || mesh.roles[s].mixed;
    if (!has_cells || mesh.sections[s].section->type == sids::element_type::nface) continue;
    for (const auto& chunk : mesh::chunks_of(session, std::span(&mesh.sections[s], 1), elements_in_chunk)) {
      std::vector<Seen> mine;
      mesh::Block block;
      block.load(mesh.sections[s], chunk.range);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto slot = dealing.slots(chunk.range.begin + i).begin;
        const auto nodes = block.nodes(i);
        const auto count = std::count_if(nodes.begin(), nodes.end(),
                                         [&](std::int64_t node) { return shared.may_have(node - 1); });
        if (count < mesh.dimension()) continue;
        mesh::each_side(block, i, mesh.dimension(), [&](const kernel::Face& face, int, const auto&) {
          mine.push_back({face.key, dealing.parts[static_cast<std::size_t>(slot)]});
        });
      }
      mesh::post<Seen>(
          session, exchange, mine,
          [&](const Seen& face) { return mesh::owner_of_face(kernel::hash_of(face.key), session.size()); },
          [&](const Seen& face) { seen.push_back(face); });
    }
  }
  return seen;
}

std::int64_t polygons_between(const ZoneMesh& mesh, const MeshDealing& dealt) {
  std::int64_t cut = 0;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    if (!mesh.roles[s].polygons) continue;
    const auto& dealing = dealt.elements.sections[s];
    for (std::int64_t i = 0; i < dealing.mine.size(); ++i) cut += dealing.slots(i).size() > 1 ? 1 : 0;
  }
  return cut;
}

}  // namespace

std::int64_t count_cut_faces(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  if (dealt.cells.totals.size() < 2) return 0;
  auto seen = seen_faces(session, mesh, dealt);
  std::sort(seen.begin(), seen.end(),
            [](const Seen& a, const Seen& b) { return std::tie(a.key, a.part) < std::tie(b.key, b.part); });
  auto cut = polygons_between(mesh, dealt);
  for (std::size_t i = 1; i < seen.size(); ++i)
    cut += seen[i].key == seen[i - 1].key && seen[i].part != seen[i - 1].part ? 1 : 0;
  return par::all_sum(session.comm(), cut);
}

}  // namespace pcgns::deal
