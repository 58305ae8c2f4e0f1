// update.hpp: changes the tree of an existing file in place.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pcgns/cgns/node.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

/// Location of the arrays of an updated file.
struct PlacedArrays {
  /// By index into Plan::targets: offset of each new array; -1 for arrays already in the file.
  std::span<const std::int64_t> offsets = {};
  Range bytes = {};  ///< Space of the new arrays, behind the old end of the file.
};

/// Changes the tree of file `path` from `before` to `plan.output`: writes nodes and values that differ, and
/// deletes nodes that are not in the plan. Nodes match by name. Arrays with the same index in both trees stay
/// in place, as does everything else in the file. Until HDF5 closes the file, the old tree remains readable.
/// Throws Error{io} with file and node.
/// @note Local: call it on one rank.
void update(const std::string& path, const cgns::Node& before, const plan::Plan& plan,
            const PlacedArrays& placed);

}  // namespace pcgns::file
