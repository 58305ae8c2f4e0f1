// form.hpp: how the files hold the grid.
#pragma once

namespace heat {

enum class Form {
  zones,  ///< Structured zones, joined to each other.
  boxes,  ///< Boxes of one structured zone.
  hexa,   ///< Pieces of one unstructured zone.
};

/// The name of the one zone.
inline constexpr const char* body_name = "Body";

}  // namespace heat
