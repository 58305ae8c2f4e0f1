// bundle.hpp: many bulk arrays as one that is dealt out over the ranks.
#pragma once

#include <span>
#include <vector>

#include "pcgns/mesh/share.hpp"

namespace pcgns::mesh {

/// Arrays one after the other, each beginning at a multiple of 64 bytes.
struct Bundle {
  std::vector<std::int64_t> begins;  ///< Of each array, in bytes.
  Share bytes;                       ///< Of type B1: its values are bytes. A multiple of 64 lies on a rank.
};

/// Deals out `targets` (indices into Plan::targets, ascending) with the cost of one array: for many small
/// ones. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Bundle read_bundle(par::Session& session, const Dataset& dataset, std::span<const int> targets);

}  // namespace pcgns::mesh
