// update.hpp: a file in place that gets another tree.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pcgns/plan/plan.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::file {

/// Where the arrays of an updated file lie.
struct PlacedArrays {
  /// By Plan::targets: of the first byte of each array that is new; -1 of those that are in the file.
  std::span<const std::int64_t> offsets = {};
  Range bytes = {};  ///< Behind the old end of the file; what the new ones take.
};

/// Changes the file `path`, whose tree is `before`, to have the tree `plan.output`: nodes and values that
/// differ are written, nodes that are not in the plan deleted. Arrays that both trees have, by the same
/// index, stay where they are. Nodes are known by their names; all else of the file stays as it is. Until
/// HDF5 closes the file nothing of the old tree is overwritten in a way that HDF5 could not read. Throws
/// Error{io} that names file and node.
/// @note Local: one rank calls it.
void update(const std::string& path, const tree::Node& before, const plan::Plan& plan,
            const PlacedArrays& placed);

}  // namespace pcgns::file
