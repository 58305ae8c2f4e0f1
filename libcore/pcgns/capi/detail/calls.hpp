// calls.hpp: what most functions for small nodes do: count, name and create children, read and write texts,
// names of enumerators, and a few numbers.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/enum_names.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// A step on the parent that a function means: a base, a zone, the current node.
using Step = std::function<void(Document& document, const Spot& parent)>;

int in_base(int fn, int B, const Step& step);
int in_zone(int fn, int B, int Z, const Step& step);
/// Returns CG_NODE_NOT_FOUND for a node that does not exist, also for one that step asks for by number.
int at_node(const Step& step);

/// Calls `take(key, value)` for the entries of "key=value;key=value"; of none for null. Throws Error{usage}
/// for an entry without a value, with `example` of one.
void each_option(const char* options, std::string_view example,
                 const std::function<void(const std::string& key, const std::string& value)>& take);

/// Number of children with a label.
[[nodiscard]] Step counts(const char* label, int* count);
/// Name of the child with a label and a number.
[[nodiscard]] Step names(const char* label, int number, char* name);
/// A child with a label and without values; its number.
[[nodiscard]] Step creates(const char* label, const char* name, int* number);

/// Values of a node as `type`, by conversion. Local.
void give_values(Document& document, const Spot& spot, cgns::DataType type, void* to);
/// The same, for memory of `most` values. Throws Error{input} if there are more.
void give_values(Document& document, const Spot& spot, std::int64_t most, cgns::DataType type, void* to);

/// A DataArray_t of `count` real numbers of single precision.
[[nodiscard]] cgns::Node reals_node(const char* name, std::int64_t count, const float* values);
/// At most `most` values of a DataArray_t, if it exists.
void give_reals(Document& document, const Spot& parent, const char* name, std::int64_t most, float* to);

/// Dimensions of the cells of a base.
[[nodiscard]] int cell_dimension(Document& document, int B);
[[nodiscard]] int physical_dimension(Document& document, int B);
/// The zone that the current node is or is below; empty if there is none.
[[nodiscard]] Spot zone_here();
[[nodiscard]] Spot particle_zone_here();
[[nodiscard]] int cell_dimension_here();
[[nodiscard]] int physical_dimension_here();
/// Number of indices of what is below the current node's zone, or cells' dimension of its base.
[[nodiscard]] int index_dimension_here();

/// Value of a text node as an enumerator.
template <typename Enum, std::size_t count>
[[nodiscard]] Enum enum_of(Document& document, const Spot& spot,
                           const std::array<std::string_view, count>& names) {
  return number_of_word<Enum>(names, text(document, spot));
}

/// A text node with the name of an enumerator.
template <typename Enum, std::size_t count>
[[nodiscard]] cgns::Node enum_node(std::string name, std::string label,
                                   const std::array<std::string_view, count>& names, Enum value) {
  return cgns::text_node(std::move(name), std::move(label), word_of(names, value));
}

/// Function of a node `name` at the current node whose text is an enumerator.
template <typename Enum, std::size_t count>
int read_enum_here(const char* label, const std::array<std::string_view, count>& names, Enum* value) {
  return at_node([&](Document& document, const Spot& node) {
    give(value, enum_of<Enum>(document, required(document, node, label), names));
  });
}

template <typename Enum, std::size_t count>
int write_enum_here(std::string name, std::string label, const std::array<std::string_view, count>& names,
                    Enum value) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, label);
    document.put(node, enum_node(std::move(name), std::move(label), names, value));
  });
}

/// A child of a zone whose text is an enumerator.
template <typename Enum, std::size_t count>
[[nodiscard]] Step reads_enum(const char* label, int number, char* name,
                              const std::array<std::string_view, count>& names, Enum* value) {
  return [=, &names](Document& document, const Spot& parent) {
    const auto child = child_at(document, parent, label, number);
    give_name(name, child->name);
    give(value, enum_of<Enum>(document, child, names));
  };
}

template <typename Enum, std::size_t count>
[[nodiscard]] Step creates_enum(const char* label, const char* name,
                                const std::array<std::string_view, count>& names, Enum value, int* number) {
  return [=, &names](Document& document, const Spot& parent) {
    require_parent(document, parent, label);
    const auto child = document.put(parent, enum_node(name_from(name), label, names, value));
    give(number, number_of(parent, child));
  };
}

}  // namespace pcgns::capi
