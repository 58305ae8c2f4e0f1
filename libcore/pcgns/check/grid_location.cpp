#include "pcgns/check/grid_location.hpp"

#include "pcgns/check/tree_values.hpp"

namespace pcgns::check {

std::string location_of(const tree::Node& owner) {
  const auto* const location = owner.child_labelled("GridLocation_t");
  const auto word = location == nullptr ? std::nullopt : text(*location);
  return word.value_or("Vertex");
}

}  // namespace pcgns::check
