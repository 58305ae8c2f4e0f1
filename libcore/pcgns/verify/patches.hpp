// patches.hpp: the boundary conditions and connections of a structured zone, lists included.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pcgns/check/boundary_structured.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

/// The lists of a zone by their node; of rank `reader` only, empty elsewhere. Throws the same Error on every
/// rank. @note Collective.
[[nodiscard]] std::unordered_map<const tree::Node*, std::vector<check::Index>> lists_of_zone(
    par::Session& session, const Subject& subject, const tree::Node& zone, int dimension, int reader);

/// Position of a zone among the children of its base.
[[nodiscard]] std::int64_t place_in(const tree::Node& base, const tree::Node& zone);

}  // namespace pcgns::verify
