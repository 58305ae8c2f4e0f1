// open_faces.hpp: the faces that are not seen as often from one side as from the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/face_key.hpp"
#include "pcgns/mesh/elements.hpp"

namespace pcgns::mesh {

/// Which rank has a face, by the hash of its key.
[[nodiscard]] inline int owner_of_face(std::uint64_t hash, int ranks) {
  return static_cast<int>(((hash & 0xFFFFFFFFU) * static_cast<std::uint64_t>(ranks)) >> 32);
}

/// Those that this rank owns, in any order. Each rank cancels what its own cells have from both sides, and
/// sends the rest to the owners. If the tables get larger than `memory`, the faces are done in several passes
/// by their hashes. @note Collective.
[[nodiscard]] std::vector<kernel::FaceKey> open_faces(par::Session& session, const Zone& zone,
                                                      std::span<const Elements> sections,
                                                      std::int64_t memory);

}  // namespace pcgns::mesh
