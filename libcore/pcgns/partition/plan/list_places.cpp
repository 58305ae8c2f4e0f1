#include "pcgns/partition/plan/list_places.hpp"

#include <algorithm>

#include "pcgns/fileset/metadata.hpp"

namespace pcgns::partition {

bool is_ascending(const std::vector<std::int64_t>& indices, std::size_t dimension) {
  const auto step = static_cast<std::ptrdiff_t>(dimension);
  for (auto point = indices.rbegin(); indices.rend() - point > step; point += step) {
    const auto before = point + step;
    if (!std::lexicographical_compare(before, before + step, point, before)) return false;
  }
  return true;
}

void add_places(cgns::Node& owner, const std::vector<Run>& runs) {
  std::vector<std::int64_t> numbers;
  for (const auto& run : runs) {
    for (std::int64_t i = 0; i < run.count; ++i) numbers.push_back(run.begin + i + 1);
  }
  cgns::Node node{.name = std::string(fileset::numbering_name), .label = "UserDefinedData_t"};
  node.children.push_back(cgns::integer_node(std::string(fileset::index_name), "DataArray_t",
                                             {std::ssize(numbers)}, numbers, cgns::DataType::I8));
  owner.children.push_back(std::move(node));
}

}  // namespace pcgns::partition
