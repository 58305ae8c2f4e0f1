#include "pcgns/partition/exactness.hpp"

#include <algorithm>

#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/partition/structured.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::partition {

namespace {

bool has_losses(const plan::Plan& whole, const Mesh& mesh) {
  FileBuilder file(whole);
  plan::Notes notes;
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    PartJob job{mesh, mesh.part(mesh.parts_of_zone[z].front()), file, notes};
    for (const auto& child : mesh.zones[z]->children) {
      if (child.label == "ZoneGridConnectivity_t" && !child.link) (void)cut_joins(job, &child);
    }
  }
  const auto all = notes.folded();
  return std::any_of(all.begin(), all.end(),
                     [](const plan::Note& note) { return note.kind == plan::Note::Kind::loss; });
}

/// k is compared first, then j, then i; no point comes twice. False too where values are not at hand.
bool is_ascending(const tree::Node& list, std::size_t dimension) {
  const bool is_known = (list.type == tree::DataType::I4 || list.type == tree::DataType::I8) &&
                        static_cast<std::int64_t>(list.data.size()) == tree::bytes_of(list.type, list.dims);
  if (!is_known) return false;
  const auto values = tree::integers_of(list);
  for (std::size_t i = dimension; i + dimension <= values.size(); i += dimension) {
    const auto point = values.rbegin() + static_cast<std::ptrdiff_t>(values.size() - i - dimension);
    const auto before = point + static_cast<std::ptrdiff_t>(dimension);
    if (!std::lexicographical_compare(before, before + static_cast<std::ptrdiff_t>(dimension), point, before))
      return false;
  }
  return true;
}

bool has_ascending_lists(const tree::Node& node, std::size_t dimension) {
  return std::all_of(node.children.begin(), node.children.end(), [&](const tree::Node& child) {
    const bool is_list = child.label == "IndexArray_t" && assemble::is_point_set(child);
    return (!is_list || is_ascending(child, dimension)) && has_ascending_lists(child, dimension);
  });
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
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    const auto dimension = static_cast<std::size_t>(mesh.decomposition.zones[z].dimension);
    if (!has_ascending_lists(*mesh.zones[z], dimension)) return false;
  }
  return std::all_of(whole.output.children.begin(), whole.output.children.end(), has_tables_in_order) &&
         !has_losses(whole, mesh);
}

}  // namespace pcgns::partition
