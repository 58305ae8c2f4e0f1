#include "pcgns/partition/exactness.hpp"

#include <algorithm>

#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::partition {

namespace {

/// Several ranges or lists of one node become one.
bool has_one_set_each(const tree::Node& node) {
  return std::count_if(node.children.begin(), node.children.end(), assemble::is_point_set) <= 1 &&
         std::all_of(node.children.begin(), node.children.end(), has_one_set_each);
}

/// Each step names zones as they stand in the base.
bool has_tables_in_order(const tree::Node& base) {
  const auto* iterative = base.child_labelled("BaseIterativeData_t");
  const auto* table = iterative == nullptr ? nullptr : iterative->child("ZonePointers");
  if (table == nullptr) return true;
  if (table->type != tree::DataType::C1 || table->dims.size() != 3 || table->data.empty()) return false;
  std::vector<std::string> zones;
  for (const auto& child : base.children) {
    if (sids::is_zone(child.label)) zones.push_back(child.name);
  }
  const auto rows = tree::rows_of(*table);
  const auto per_step = static_cast<std::size_t>(table->dims[1]);
  for (std::size_t begin = 0; begin + per_step <= rows.size(); begin += per_step) {
    auto at = zones.begin();
    for (auto row = begin; row < begin + per_step; ++row) {
      if (rows[row].empty() || rows[row] == "Null") continue;
      at = std::find(at, zones.end(), rows[row]);
      if (at == zones.end()) return false;
      ++at;
    }
  }
  return true;
}

}  // namespace

bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh) {
  return std::all_of(mesh.zones.begin(), mesh.zones.end(),
                     [](const tree::Node* zone) { return has_one_set_each(*zone); }) &&
         std::all_of(whole.output.children.begin(), whole.output.children.end(), has_tables_in_order);
}

}  // namespace pcgns::partition
