// roles.hpp: which arrays are bulk.
//
// Role decides, not size: an array that grows with the mesh is bulk even where the mesh is tiny, so that
// small tests take the same way as large runs. What a plan must read (names, steps, ranges) is not bulk.
#pragma once

#include <cstdint>
#include <string_view>

namespace pcgns::sids {

/// What the way down from the root says about the arrays at a node. A walker begins with Place{} at the root.
struct Place {
  enum class Parent : std::uint8_t { other, mesh_data, bc_data, user_defined, iterative, joins };
  Parent parent = Parent::other;
  bool below_zone = false;
  bool below_data_set = false;  ///< A BCDataSet_t, not a FamilyBCDataSet_t.
};

/// The place of the children of a node with `label` that is itself at `place`.
[[nodiscard]] Place descend(Place place, std::string_view label);

/// True if the values of a node with `label`, at `place`, are bulk.
[[nodiscard]] bool is_bulk(Place place, std::string_view label, std::int64_t bytes);

}  // namespace pcgns::sids
