// tree_values.hpp: what a node says, if it says it: a damaged file reaches this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// The number of values; nothing where the extents make none: negative, or too many for 63 bits.
[[nodiscard]] std::optional<std::int64_t> count_of(const tree::Node& node);
/// True if all values are in the node.
[[nodiscard]] bool has_values(const tree::Node& node);

/// The values of an I4 or I8 node, of an R4 or R8 node; nothing for other types and values not at hand.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integers(const tree::Node& node);
[[nodiscard]] std::optional<std::vector<double>> reals(const tree::Node& node);
[[nodiscard]] std::optional<std::int64_t> one_integer(const tree::Node& node);

/// The characters of a C1 node up to blanks and NULs at the end; nothing for other types.
[[nodiscard]] std::optional<std::string> text(const tree::Node& node);
/// The names in a C1 table with columns of 32; nothing if it is none.
[[nodiscard]] std::optional<std::vector<std::string>> names(const tree::Node& node);
/// The text of the child with that name; nothing if it has none.
[[nodiscard]] std::optional<std::string> text_of_child(const tree::Node& node, std::string_view name);

/// The child with that name and label, or null.
[[nodiscard]] const tree::Node* child(const tree::Node& node, std::string_view name, std::string_view label);

/// "(3, 4)"; "()" for none.
[[nodiscard]] std::string to_text(const std::vector<std::int64_t>& extents);

}  // namespace pcgns::check
