#include <algorithm>

#include "pcgns/plan/merge_job.hpp"
#include "pcgns/plan/merge_per_rank.hpp"

namespace pcgns::plan {

namespace {

void add_arrays(const tree::Node& node, std::vector<int>& arrays) {
  if (node.is_bulk()) arrays.push_back(node.array);
  for (const auto& child : node.children) add_arrays(child, arrays);
}

/// What ranks noted for themselves is compared with what they noted in an earlier merge.
bool is_compared(const Group& group) { return group.sources.size() > 1 || group.name == per_rank_name; }

void add_compared(const std::vector<Group>& groups, std::vector<int>& arrays) {
  for (const auto& group : groups) {
    if (!is_compared(group)) continue;
    for (const auto& source : group.sources) add_arrays(*source.node, arrays);
  }
}

}  // namespace

std::vector<int> arrays_to_compare(const tree::InputSet& inputs) {
  std::vector<int> arrays;
  auto groups = grouped_children(roots_of(inputs));
  for (const auto& base : groups) {
    if (is_base(base)) add_compared(grouped_children(base.sources), arrays);
  }
  std::erase_if(groups, is_base);
  add_compared(groups, arrays);
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

}  // namespace pcgns::plan
