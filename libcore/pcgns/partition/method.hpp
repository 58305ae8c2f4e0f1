// method.hpp: how the cells of unstructured zones are chosen for a part.
#pragma once

#include <cstdint>

namespace pcgns::partition {

enum class Method : std::uint8_t {
  rcb,      ///< Cut in two across the longest side, again and again.
  hilbert,  ///< Pieces of a curve that fills space.
  graph,    ///< Where few cells share faces.
  block,    ///< Pieces of their numbers.
  keep,     ///< Zones stay whole.
  file,     ///< As a field says.
};

}  // namespace pcgns::partition
