// convert_nodes.hpp: visits nodes and derives arrays, for the conversions.
#pragma once

#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/labels.hpp"

namespace pcgns::restripe {

/// Calls `visit(node, path, parent)` for every node below `parent`; it may change the children of `node`.
template <typename SomeNode, typename Visit>
void for_each(SomeNode& parent, const std::string& path, const Visit& visit) {
  for (auto& child : parent.children) {
    const auto child_path = cgns::join(path, child.name);
    visit(child, child_path, parent);
    for_each(child, child_path, visit);
  }
}

inline Error wrong(const cgns::InputSet& inputs, const std::string& path, const std::string& why) {
  return input_error(inputs.files.front().path, path, why);
}

/// Replaces the array of `node` by one derived from it.
inline cgns::Array& derive(cgns::InputSet& inputs, cgns::Node& node, cgns::Derived derived) {
  derived.source = node.array;
  auto array = cgns::derived_array(inputs, std::move(derived));
  node.array = static_cast<int>(inputs.arrays.size());
  return inputs.arrays.emplace_back(std::move(array));
}

inline bool is_index_label(std::string_view label) {
  return cgns::is_zone(label) || label == "IndexRange_t" || label == "IndexArray_t";
}

/// True for numbers or counts of mesh entities. (An IndexArray_t may also hold reals: InwardNormalList.)
inline bool is_index(const cgns::Node& node, const cgns::Node& parent) {
  if (!cgns::is_integer(node.type)) return false;
  return is_index_label(node.label) || (node.label == "DataArray_t" && parent.label == "Elements_t");
}

}  // namespace pcgns::restripe
