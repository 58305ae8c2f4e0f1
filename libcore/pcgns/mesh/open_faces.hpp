// open_faces.hpp: finds faces that cells do not use equally often from both sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/elements.hpp"

namespace pcgns::mesh {

/// The rank that owns a face, by the hash of its key.
[[nodiscard]] inline int owner_of_face(std::uint64_t hash, int ranks) {
  return static_cast<int>(((hash & 0xFFFFFFFFU) * static_cast<std::uint64_t>(ranks)) >> 32);
}

/// The open faces that this rank owns, in any order. Each rank cancels faces that its own cells use from both
/// sides and sends the rest to the owners. Works in several passes over hash ranges if the tables exceed
/// `memory`. @note Collective.
[[nodiscard]] std::vector<kernel::FaceKey> open_faces(par::Session& session, const Zone& zone,
                                                      std::span<const Elements> sections, Budget memory);

}  // namespace pcgns::mesh
