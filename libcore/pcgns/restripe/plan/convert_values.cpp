#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>

#include "pcgns/kernel/conversion.hpp"
#include "pcgns/kernel/digest.hpp"
#include "pcgns/restripe/plan/convert.hpp"
#include "pcgns/restripe/plan/convert_nodes.hpp"

namespace pcgns::restripe {

namespace {

using cgns::DataType;
using cgns::Derived;
using cgns::Node;

std::vector<std::byte> widened(DataType from, const std::vector<std::byte>& values) {
  std::vector<std::byte> wide(2 * values.size());
  kernel::widen(from == DataType::I4 ? kernel::Narrow::signed32 : kernel::Narrow::real32, values, wide);
  return wide;
}

template <typename Wide>
std::vector<Wide> as(const std::vector<std::byte>& bytes) {
  std::vector<Wide> values(bytes.size() / sizeof(Wide));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Nothing if a value does not fit.
std::optional<std::vector<std::byte>> narrowed(const std::vector<std::byte>& values) {
  const auto wide = as<std::int64_t>(values);
  std::vector<std::int32_t> narrow(wide.size());
  if (kernel::narrow(wide, narrow)) return std::nullopt;
  const auto bytes = std::as_bytes(std::span(narrow));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

bool fits(const Extremes& extremes) {
  return extremes.least >= std::numeric_limits<std::int32_t>::min() &&
         extremes.largest <= std::numeric_limits<std::int32_t>::max();
}

/// Sets `type` for the array and, where they are in the tree, for the values of `node`.
cgns::Array& retype(cgns::InputSet& inputs, Node& node, DataType type, Derived derived) {
  auto& array = derive(inputs, node, std::move(derived));
  array.type = node.type = type;
  return array;
}

void set_width(cgns::InputSet& inputs, Node& node, const std::string& path, bool narrow) {
  const auto type = narrow ? DataType::I4 : DataType::I8;
  if (node.type == type) return;
  if (!node.data.empty()) {
    auto values = narrow ? narrowed(node.data) : widened(node.type, node.data);
    if (!values)
      throw wrong(inputs, path, "has values that do not fit in I4; --index auto keeps it unchanged");
    node.data = std::move(*values);
  }
  node.is_bulk() ? void(retype(inputs, node, type, {})) : void(node.type = type);
}

}  // namespace

std::vector<int> arrays_to_measure(const cgns::InputSet& inputs, IndexWidth width) {
  std::vector<int> arrays;
  if (width != IndexWidth::automatic) return arrays;
  for_each(inputs.trees.front(), "/", [&](const Node& node, const std::string&, const Node& parent) {
    if (is_index(node, parent) && node.is_bulk() && node.type == DataType::I8) arrays.push_back(node.array);
  });
  return arrays;
}

void set_index_width(cgns::InputSet& inputs, IndexWidth width, const std::vector<int>& measured,
                     const std::vector<Extremes>& extremes) {
  std::map<int, Extremes> found;
  for (std::size_t i = 0; i < measured.size(); ++i) found[measured[i]] = extremes[i];
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node& parent) {
    if (!is_index(node, parent)) return;
    if (width != IndexWidth::automatic) return set_width(inputs, node, path, width == IndexWidth::i4);
    const bool narrow = node.is_bulk() ? node.type == DataType::I4 || fits(found.at(node.array))
                                       : node.type == DataType::I4 || narrowed(node.data).has_value();
    if (narrow) set_width(inputs, node, path, true);
  });
}

std::vector<Rounded> set_reals(cgns::InputSet& inputs, DataType type) {
  std::vector<Rounded> rounded;
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (!node.is_bulk() || !cgns::is_real(node.type) || node.type == type) return;
    Derived derived;
    if (type == DataType::R4) {
      derived.rounding = std::make_shared<kernel::Rounding>();
      rounded.push_back({path, derived.rounding});
      // Small arrays are moved like large ones, because rounding happens there.
      node.data.clear();
    } else if (!node.data.empty()) {
      node.data = widened(node.type, node.data);
    }
    retype(inputs, node, type, std::move(derived));
  });
  return rounded;
}

void reverse_bytes(cgns::InputSet& inputs) {
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string&, const Node&) {
    if (node.is_bulk() && cgns::word_size(node.type) > 1) derive(inputs, node, {.reversed = true});
  });
}

}  // namespace pcgns::restripe
