// bundle.hpp: distributes many small bulk arrays over the ranks as one.
#pragma once

#include <span>
#include <vector>

#include "pcgns/mesh/share.hpp"

namespace pcgns::mesh {

/// Concatenated arrays, each starting at a multiple of 64 bytes.
struct Bundle {
  std::vector<std::int64_t> begins;  ///< Start of each array, in bytes.
  Share bytes;                       ///< Values are bytes (type B1), distributed in multiples of 64.
};

/// Distributes `targets` (indices into Plan::targets, ascending) at the cost of a single array; meant for
/// many small ones. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Bundle read_bundle(par::Session& session, const Dataset& dataset, std::span<const int> targets);

}  // namespace pcgns::mesh
