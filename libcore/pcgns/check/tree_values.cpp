#include "pcgns/check/tree_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace pcgns::check {

using tree::DataType;
using tree::Node;

std::optional<std::int64_t> count_of(const Node& node) {
  if (node.dims.empty()) return 0;
  std::int64_t count = 1;
  for (const auto extent : node.dims) {
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

bool has_values(const Node& node) {
  const auto count = count_of(node);
  const auto size = tree::size_of(node.type);
  return count && size > 0 && *count > 0 && *count <= std::numeric_limits<std::int64_t>::max() / size &&
         static_cast<std::int64_t>(node.data.size()) == *count * size;
}

std::optional<std::vector<std::int64_t>> integers(const Node& node) {
  const bool is_integer = node.type == DataType::I4 || node.type == DataType::I8;
  if (!is_integer || !has_values(node)) return std::nullopt;
  return tree::integers_of(node);
}

std::optional<std::vector<double>> reals(const Node& node) {
  const bool is_real = node.type == DataType::R4 || node.type == DataType::R8;
  if (!is_real || !has_values(node)) return std::nullopt;
  return tree::reals_of(node);
}

std::optional<std::int64_t> one_integer(const Node& node) {
  const auto values = integers(node);
  if (!values || values->size() != 1) return std::nullopt;
  return values->front();
}

std::optional<std::string> text(const Node& node) {
  if (node.type != DataType::C1 || !has_values(node)) return std::nullopt;
  return tree::text_of(node);
}

std::optional<std::vector<std::string>> names(const Node& node) {
  constexpr std::int64_t width = 32;
  if (node.type != DataType::C1 || !has_values(node) || node.dims.front() != width) return std::nullopt;
  return tree::rows_of(node);
}

std::optional<std::string> text_of_child(const Node& node, std::string_view name) {
  const auto* const found = node.child(name);
  return found == nullptr ? std::nullopt : text(*found);
}

const Node* child(const Node& node, std::string_view name, std::string_view label) {
  const auto found = std::find_if(node.children.begin(), node.children.end(), [&](const Node& candidate) {
    return candidate.name == name && candidate.label == label;
  });
  return found == node.children.end() ? nullptr : &*found;
}

std::string to_text(const std::vector<std::int64_t>& extents) {
  return fmt::format("({})", fmt::join(extents, ", "));
}

}  // namespace pcgns::check
