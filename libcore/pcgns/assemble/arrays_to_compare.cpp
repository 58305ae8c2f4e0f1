#include <algorithm>
#include <array>

#include "pcgns/assemble/assemble.hpp"
#include "pcgns/assemble/marks.hpp"
#include "pcgns/assemble/part_view.hpp"
#include "pcgns/assemble/structured.hpp"

namespace pcgns::assemble {

namespace {

/// Nodes whose arrays have a value for each point, cell or element.
constexpr std::array<std::string_view, 6> field_labels = {"GridCoordinates_t",     "FlowSolution_t",
                                                          "DiscreteData_t",        "ZoneSubRegion_t",
                                                          "ArbitraryGridMotion_t", "Elements_t"};

bool has_fields(const tree::Node& node) {
  if (std::find(field_labels.begin(), field_labels.end(), node.label) != field_labels.end()) return true;
  const bool is_user_data = node.label == "UserDefinedData_t";
  return is_user_data && (node.child_labelled("GridLocation_t") != nullptr || point_list(node) != nullptr);
}

bool is_compared(const tree::Node& parent, const tree::Node& node) {
  if (!node.is_bulk() || node.label == "IndexArray_t") return false;
  if (parent.label == "BCData_t" && tree::count_of(node.dims) != 1) return false;
  return node.label != "DataArray_t" || node.type == tree::DataType::C1 || !has_fields(parent);
}

void add_below(const tree::Node& node, std::vector<int>& arrays) {
  for (const auto& child : node.children) {
    if (is_mark(child)) continue;
    if (is_compared(node, child)) arrays.push_back(child.array);
    add_below(child, arrays);
  }
}

}  // namespace

std::vector<int> arrays_to_compare(const PartSet& parts) {
  std::vector<int> arrays;
  for (const auto& original : parts.originals) {
    if (original.parts.size() < 2) continue;
    if (original.structured) {
      add_structured_arrays_to_compare(original, arrays);
    } else {
      for (const auto& part : original.parts) add_below(*part.zone, arrays);
    }
  }
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

}  // namespace pcgns::assemble
