#include <algorithm>
#include <array>
#include <memory>

#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/structured/structured.hpp"
#include "pcgns/fileset/plan/unstructured/part_view.hpp"

namespace pcgns::fileset {

int add_composite(Job& job, std::string path, cgns::DataType type, std::vector<std::int64_t> dims,
                  plan::Composite composite) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .path = std::move(path),
                        .type = type,
                        .dims = std::move(dims),
                        .composite = static_cast<int>(job.composites.size())});
  job.composites.push_back(std::move(composite));
  return index;
}

int add_values(Job& job, cgns::DataType type, std::vector<std::int64_t> dims, std::vector<std::byte> values) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .type = type,
                        .dims = std::move(dims),
                        .values = std::make_shared<const std::vector<std::byte>>(std::move(values))});
  return index;
}

namespace {

/// Nodes whose arrays have one value per point, cell or element.
constexpr std::array<std::string_view, 6> field_labels = {"GridCoordinates_t",     "FlowSolution_t",
                                                          "DiscreteData_t",        "ZoneSubRegion_t",
                                                          "ArbitraryGridMotion_t", "Elements_t"};

bool has_fields(const cgns::Node& node) {
  if (std::find(field_labels.begin(), field_labels.end(), node.label) != field_labels.end()) return true;
  const bool is_user_data = node.label == "UserDefinedData_t";
  return is_user_data && (node.child_labelled("GridLocation_t") != nullptr || point_list(node) != nullptr);
}

bool is_compared(const cgns::Node& parent, const cgns::Node& node) {
  if (!node.is_bulk() || node.label == "IndexArray_t") return false;
  if (parent.label == "BCData_t" && cgns::count_of(node.dims) != 1) return false;
  return node.label != "DataArray_t" || node.type == cgns::DataType::C1 || !has_fields(parent);
}

void add_below(const cgns::Node& node, std::vector<int>& arrays) {
  for (const auto& child : node.children) {
    if (is_metadata(child)) continue;
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

}  // namespace pcgns::fileset
