// element_slots.hpp: the elements of a section with the numbers that parts give their vertices.
#pragma once

#include <vector>

#include "pcgns/deal/deal_elements.hpp"
#include "pcgns/deal/distinct.hpp"
#include "pcgns/mesh/zone_faces.hpp"

namespace pcgns::deal {

/// What(block, i, slot, indices of its vertices in the part) for all slots of this rank's elements. @note
/// Collective.
template <typename What>
void for_each_slot(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt, std::size_t s,
                   What&& what) {
  const auto& elements = mesh.sections[s];
  const auto& dealing = dealt.elements.sections[s];
  constexpr std::int64_t elements_in_chunk = 1 << 16;
  mesh::Block block;
  std::vector<std::int64_t> vertices;
  for (const auto& chunk : mesh::chunks_of(session, std::span(&elements, 1), elements_in_chunk)) {
    block.load(elements, chunk.range);
    std::vector<std::int64_t> asked;
    for (std::int64_t i = 0; i < block.size(); ++i) {
      for (const auto node : block.nodes(i)) {
        if (node > 0) asked.push_back(node - 1);
      }
    }
    const Distinct numbers(asked);
    const auto places = places_of(session, dealt.vertices, numbers.numbers());
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto slots = dealing.slots(chunk.range.begin + i);
      for (auto slot = slots.begin; slot < slots.end; ++slot) {
        vertices.clear();
        for (const auto node : block.nodes(i)) {
          if (node > 0) vertices.push_back(places.in_part(numbers.index_of(node - 1), dealing.part_of(slot)));
        }
        what(block, i, slot, std::span<const std::int64_t>(vertices));
      }
    }
  }
}

}  // namespace pcgns::deal
