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

/// The sides of each shape as the standard numbers them.
namespace sides {
inline constexpr std::array<Side, 3> of_triangle = {{{2, {0, 1}}, {2, {1, 2}}, {2, {2, 0}}}};
inline constexpr std::array<Side, 4> of_quadrangle = {{{2, {0, 1}}, {2, {1, 2}}, {2, {2, 3}}, {2, {3, 0}}}};
inline constexpr std::array<Side, 4> of_tetrahedron = {
    {{3, {0, 2, 1}}, {3, {0, 1, 3}}, {3, {1, 2, 3}}, {3, {2, 0, 3}}}};
inline constexpr std::array<Side, 5> of_pyramid = {
    {{4, {0, 3, 2, 1}}, {3, {0, 1, 4}}, {3, {1, 2, 4}}, {3, {2, 3, 4}}, {3, {3, 0, 4}}}};
inline constexpr std::array<Side, 5> of_prism = {
    {{4, {0, 1, 4, 3}}, {4, {1, 2, 5, 4}}, {4, {2, 0, 3, 5}}, {3, {0, 2, 1}}, {3, {3, 4, 5}}}};
inline constexpr std::array<Side, 6> of_hexahedron = {{{4, {0, 3, 2, 1}},
                                                       {4, {0, 1, 5, 4}},
                                                       {4, {1, 2, 6, 5}},
                                                       {4, {2, 3, 7, 6}},
                                                       {4, {0, 4, 7, 3}},
                                                       {4, {4, 5, 6, 7}}}};
}  // namespace sides

struct ShapeFacts {
  int dimension = -1;                ///< -1 for Shape::none.
  int corners = 0;                   ///< They are the first nodes of an element of any order.
  std::span<const Side> sides = {};  ///< As the standard numbers them; of bars and nodes none.
};

/// Shape::none for MIXED, NGON_n, NFACE_n and what is no type of elements.
[[nodiscard]] Shape shape_of(std::int64_t element_type);
[[nodiscard]] const ShapeFacts& facts_of(Shape shape);

}  // namespace pcgns::sids
