#include "pcgns/sids/grid_location.hpp"

namespace pcgns::sids {

std::string location_of(const tree::Node& owner) {
  const auto* const location = owner.child_labelled("GridLocation_t");
  const bool says = location != nullptr && location->type == tree::DataType::C1 && !location->data.empty();
  return says ? tree::text_of(*location) : "Vertex";
}

}  // namespace pcgns::sids
