// digest.hpp: the digest of a mesh, wherever its values lie.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/digest.hpp"

namespace pcgns::verify {

/// True for what says nothing of the mesh: versions of the library, marks of parts and lists that are empty
/// without them, and a GridLocation_t that says what its absence says.
[[nodiscard]] bool is_no_content(const tree::Node& parent, const tree::Node& child);

/// Of all nodes of the mesh, on rank 0; empty on the others. The same for any number of ranks. Throws the
/// same Error on every rank. `progress` is called on every rank, with about the bytes that all have read.
/// @note Collective.
[[nodiscard]] std::vector<plan::NodeDigest> digest(
    par::Session& session, const mesh::Dataset& dataset,
    const std::function<void(std::int64_t bytes)>& progress = [](std::int64_t) {});

}  // namespace pcgns::verify
