// mesh_digest.hpp: computes the digests of a mesh.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pcgns/digest/manifest.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::digest {

/// The digests of all nodes, on rank 0; empty on other ranks. Independent of the number of ranks. Throws the
/// same Error on every rank. `progress` is called on every rank, with the approximate bytes read by all
/// ranks. @note Collective.
[[nodiscard]] std::vector<NodeDigest> digest(
    par::Session& session, const mesh::Dataset& dataset,
    const std::function<void(std::int64_t bytes)>& progress = [](std::int64_t) {});

}  // namespace pcgns::digest
