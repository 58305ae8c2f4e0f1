// order.hpp: in which order cells and vertices of unstructured zones stand in a part.
#pragma once

#include <cstdint>

namespace pcgns::partition {

enum class Order : std::uint8_t {
  keep,     ///< That of the zone.
  hilbert,  ///< Along a curve that fills space.
  rcm,      ///< That of Cuthill and McKee, reversed.
};

}  // namespace pcgns::partition
