// elements.hpp: element types, shapes and sides as SIDS numbers them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// Numbers of ElementType_t in files.
namespace element_type {
inline constexpr int node = 2;
inline constexpr int mixed = 20;
inline constexpr int ngon = 22;
inline constexpr int nface = 23;
}  // namespace element_type

struct ElementType {
  std::string_view name;
  int nodes = 0;      ///< 0 if the number varies between elements: MIXED, NGON_n, NFACE_n.
  int dimension = 0;  ///< -1 if the type does not determine it: MIXED.
};

/// True for MIXED, NGON_n and NFACE_n, whose elements vary in length.
[[nodiscard]] constexpr bool is_ragged(std::int64_t type) {
  return type == element_type::mixed || type == element_type::ngon || type == element_type::nface;
}

/// The type with this SIDS number; null for ElementTypeNull, ElementTypeUserDefined and unknown numbers.
[[nodiscard]] const ElementType* element_type_of(std::int64_t number);

/// Number of nodes by element type; 0 for types that cannot occur in MIXED.
[[nodiscard]] std::span<const std::int64_t> nodes_of_type();

/// Dimension of the cells of a zone: that of its base or, if no section can have such elements, the highest
/// of any section (a surface alone in a 3-D base). `types`: element types of all sections.
[[nodiscard]] int cell_dimension(int of_base, std::span<const std::int64_t> types);

/// The version that a node CGNSLibraryVersion states; 0 if it is null or states none.
[[nodiscard]] double version_in(const Node* node);

/// The current number of element type `number` from a file of version 3.0: version 3.1 reordered the types
/// after PYRA_5. `version`: as version_in() gives it.
[[nodiscard]] std::int64_t number_of_today(std::int64_t number, double version);

/// True for versions whose sections of elements of varying length have ElementStartOffset: since 4.0.
[[nodiscard]] bool has_offsets(double version);

/// True for versions whose libraries do not know ElementStartOffset: before 4.0 except 3.4, which introduced
/// it (3.4.1 took it back). False for 0.
[[nodiscard]] bool is_before_offsets(double version);

/// True if types above NFACE_n mean something else in one of these versions than in the other: before 3.2
/// they are polygons of type - NGON_n nodes.
[[nodiscard]] bool polygon_types_differ(double version, double other);
/// What errors say of such a type.
inline constexpr auto is_polygon_before =
    "is a polygon before CGNS 3.2 and another element since, so the version cannot change";

/// True if a section of a file of one of these versions may mean something else in a file of the other:
/// by its offsets, or because 3.0 numbers types otherwise.
[[nodiscard]] bool may_change_meaning(double version, double other);

/// A section of elements of varying length, with ElementStartOffset (CGNS 4.0 and later) or without.
struct Section {
  std::string path = {};
  int connectivity = 0;  ///< Index into InputSet::arrays.
  int offsets = -1;      ///< Index of ElementStartOffset in InputSet::arrays; -1 in the old form.
  std::int64_t elements = 0;
  bool mixed = false;          ///< The element type precedes the nodes of each element, in both forms.
  bool changes_types = false;  ///< Types above NFACE_n are an error: polygon_types_differ().

  [[nodiscard]] bool is_old() const { return offsets < 0; }
};

/// The linear element at the corners of an element of any order.
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

/// A side of an element, by 0-based positions of its nodes: a face of a solid, counter-clockwise seen from
/// outside, or an edge of a surface element.
struct Side {
  int nodes = 0;
  std::array<std::int8_t, 4> corner = {};
};

/// The sides of each shape in SIDS order.
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
  int corners = 0;                   ///< The corners are the first nodes of an element of any order.
  std::span<const Side> sides = {};  ///< In SIDS order; empty for bars and nodes.
};

/// Shape::none for MIXED, NGON_n, NFACE_n and invalid numbers.
[[nodiscard]] Shape shape_of(std::int64_t element_type);
[[nodiscard]] const ShapeFacts& facts_of(Shape shape);

}  // namespace pcgns::cgns
