// element_shapes.hpp: what the elements of all orders have in common: corners and sides.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace pcgns::sids {

/// The linear element that an element of any order has at its corners.
enum class Shape : std::uint8_t {
  none,
  node,
  bar,
  triangle,
  quadrangle,
  tetrahedron,
  pyramid,
  prism,
  hexahedron
};
inline constexpr int shape_count = 9;

/// A side of an element, by the first nodes of the element (0-based): a face of a solid, seen from outside
/// counter-clockwise, an edge of a surface element.
struct Side {
  int nodes = 0;
  std::array<std::int8_t, 4> corner = {};
};

struct ShapeFacts {
  int dimension = -1;                ///< -1 for Shape::none.
  int corners = 0;                   ///< They are the first nodes of an element of any order.
  std::span<const Side> sides = {};  ///< As the standard numbers them; of bars and nodes none.
};

/// Shape::none for MIXED, NGON_n, NFACE_n and what is no type of elements.
[[nodiscard]] Shape shape_of(std::int64_t element_type);
[[nodiscard]] const ShapeFacts& facts_of(Shape shape);

}  // namespace pcgns::sids
