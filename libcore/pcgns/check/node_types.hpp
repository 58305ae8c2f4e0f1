// node_types.hpp: every node of the standard: below which others it stands, how often, and what values it
// has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/tree/data_type.hpp"

namespace pcgns::check::standard {

/// How many children of a kind a node has.
enum class Count : std::uint8_t { optional, required, any, some };

/// A set of data types; none where the node has no values.
enum Types : std::uint8_t {
  none = 0,
  c1 = 1,
  i4 = 2,
  i8 = 4,
  r4 = 8,
  r8 = 16,
  sizes = i4 | i8,
  reals = r4 | r8,
  numbers = sizes | reals,
  anything = 128,
};
[[nodiscard]] bool contains(Types types, tree::DataType type);

/// An extent that the surroundings of a node decide; positive ones are what they are.
enum Extent : std::int8_t {
  any_extent = 0,
  index_dimension = -1,
  cell_dimension = -2,
  physical_dimension = -3,
  twice_index_dimension = -4,
  index_triangle = -5,  ///< 1 + ... + IndexDimension.
  steps = -6,
  elements = -7,           ///< Of the section.
  elements_plus_one = -8,  ///< Offsets have one more.
};

/// Extents in CGNS order: first index fastest. `rank` -1: not said here.
struct Shape {
  int rank = -1;
  std::array<int, 3> extents = {};
};
inline constexpr Shape free_shape{};
[[nodiscard]] constexpr Shape shape(int a) { return {1, {a}}; }
[[nodiscard]] constexpr Shape shape(int a, int b) { return {2, {a, b}}; }
[[nodiscard]] constexpr Shape shape(int a, int b, int c) { return {3, {a, b, c}}; }

/// What values a node has.
struct Value {
  Types types = anything;
  Shape extents = free_shape;
  bool by_label = true;  ///< The label alone decides; the rest here says nothing.
};

/// A child that a node may have. Names are reserved; an empty one stands for any.
struct Child {
  std::string_view label;
  std::string_view name;
  Count count = Count::optional;
  Value value = {};
};

/// What nearly all nodes may have beside: DataClass and DimensionalUnits; descriptors and data of users.
enum Common : std::uint8_t { nothing = 0, notes = 1, units = 2, notes_and_units = 3 };

/// A node that has children.
struct Parent {
  std::string_view label;
  std::span<const Child> children;
  Common common = notes_and_units;
};

/// The children of a node with this label, without the common ones; null for a label that has none or is not
/// of the standard.
[[nodiscard]] const Parent* parent_of(std::string_view label);
/// The common children that `common` stands for.
[[nodiscard]] std::span<const Child> common_children(Common common);

/// All children of a node of the tables, the common ones too.
[[nodiscard]] const std::vector<const Child*>& children_of(const Parent& parent);

/// What a child with this label and name of a node labelled `parent` is: the entry with its name, else the
/// one for any name; null if the standard has none there.
[[nodiscard]] const Child* child_type(std::string_view parent, std::string_view label, std::string_view name);

/// What values a node with this label has, where its name and parent do not say more.
[[nodiscard]] const Value& value_of_label(std::string_view label);

/// Labels with quotes are written with and without blanks: "int[1 + ... + IndexDimension]".
[[nodiscard]] std::string_view tidy_label(std::string_view label);

[[nodiscard]] std::span<const Parent> base_parents();
[[nodiscard]] std::span<const Parent> zone_parents();
[[nodiscard]] std::span<const Parent> boundary_parents();
[[nodiscard]] std::span<const Parent> model_parents();

}  // namespace pcgns::check::standard
