// node_types.hpp: tables of all SIDS nodes: parents, multiplicity and values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::check::standard {

/// How many children of a kind a node has; `some` is at least one.
enum class Count : std::uint8_t { optional, required, any, some };

/// A set of data types; `none` for nodes without values.
enum Types : std::uint8_t {
  none = 0,
  c1 = 1,
  i4 = 2,
  i8 = 4,
  r4 = 8,
  r8 = 16,
  x4 = 32,
  x8 = 64,
  sizes = i4 | i8,
  reals = r4 | r8,
  numbers = sizes | reals,
  fields = numbers | x4 | x8,
  loadable = c1 | numbers,  ///< What the reference library reads into memory when it opens a file.
  anything = 128,
};
[[nodiscard]] bool contains(Types types, cgns::DataType type);

/// An extent that depends on the context of a node; positive values are fixed extents.
enum Extent : std::int8_t {
  any_extent = 0,
  index_dimension = -1,
  cell_dimension = -2,
  physical_dimension = -3,
  twice_index_dimension = -4,
  index_triangle = -5,  ///< 1 + ... + IndexDimension.
  steps = -6,
  elements = -7,           ///< Of the section.
  elements_plus_one = -8,  ///< For offsets.
};

/// Extents in CGNS order: first index fastest. `rank` -1: unspecified.
struct Shape {
  int rank = -1;
  std::array<int, 3> extents = {};
};
inline constexpr Shape free_shape{};
[[nodiscard]] constexpr Shape shape(int a) { return {1, {a}}; }
[[nodiscard]] constexpr Shape shape(int a, int b) { return {2, {a, b}}; }
[[nodiscard]] constexpr Shape shape(int a, int b, int c) { return {3, {a, b, c}}; }

/// The values a node may have.
struct Value {
  Types types = anything;
  Shape extents = free_shape;
  bool by_label = true;  ///< Defined by the label alone; ignore the other members.
};

[[nodiscard]] constexpr Value of(Types types, Shape extents = free_shape) { return {types, extents, false}; }

/// A child that a node may have. Names are reserved; an empty name stands for any.
struct Child {
  std::string_view label;
  std::string_view name;
  Count count = Count::optional;
  Value value = {};
};

/// Children common to nearly all nodes: DataClass and DimensionalUnits; descriptors and user data.
enum Common : std::uint8_t { nothing = 0, notes = 1, units = 2, notes_and_units = 3 };

/// A node that has children.
struct Parent {
  std::string_view label;
  std::span<const Child> children;
  Common common = notes_and_units;
};

/// The children of a node with this label, without the common ones. Null for labels without children, or not
/// in the standard.
[[nodiscard]] const Parent* parent_of(std::string_view label);
/// The common children that `common` selects.
[[nodiscard]] std::span<const Child> common_children(Common common);

/// All children of a node, including the common ones.
[[nodiscard]] const std::vector<const Child*>& children_of(const Parent& parent);

/// The entry for a child with this label and name below `parent`: the entry with its name, or else the one
/// for any name. Null if the standard has none.
[[nodiscard]] const Child* child_type(std::string_view parent, std::string_view label, std::string_view name);

/// The values of a node with this label, unless its name and parent specify more.
[[nodiscard]] const Value& value_of_label(std::string_view label);

/// Normalises quoted labels, which occur with and without blanks: "int[1 + ... + IndexDimension]".
[[nodiscard]] std::string_view tidy_label(std::string_view label);

[[nodiscard]] std::span<const Parent> base_parents();
[[nodiscard]] std::span<const Parent> zone_parents();
[[nodiscard]] std::span<const Parent> boundary_parents();
[[nodiscard]] std::span<const Parent> model_parents();

}  // namespace pcgns::verify::check::standard
