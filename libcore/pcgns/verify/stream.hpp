// stream.hpp: the values of many arrays, once through memory.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/move/shared_points.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::verify {

/// Whole values of target targets[array], the first being value `begin` of it; native byte order.
using Take = std::function<void(std::size_t array, std::int64_t begin, std::span<const std::byte> bytes)>;

/// Gives every value of `targets` (indices into Plan::targets, ascending) to `take` on one of the ranks, in
/// pieces, with no more memory than Dataset::memory. What was found at points that several parts have.
/// Throws the same Error on every rank. @note Collective.
move::SharedDifferences stream(par::Session& session, const mesh::Dataset& dataset,
                               std::span<const int> targets, const Take& take);

}  // namespace pcgns::verify
