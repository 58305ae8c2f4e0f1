// arrays.hpp: what the arrays of real numbers in a tree are for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// An array of R4 or R8 in the tree.
struct RealArray {
  enum class Role : std::uint8_t { coordinate, field, other };

  const tree::Node* node = nullptr;
  std::string path = {};
  Role role = Role::other;
  int cell_dimension = 0;
  int physical_dimension = 0;
  std::string temperature_unit = {};  ///< The nearest that is said; or empty.
};

/// All of them, in the order of the tree: bulk ones and those whose values came along. `root` must live as
/// long as they do.
[[nodiscard]] std::vector<RealArray> real_arrays(const tree::Node& root);

}  // namespace pcgns::check
