#include "pcgns/assemble/zone_names.hpp"

#include <algorithm>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::assemble {

namespace {

using tree::Node;

void rename_in_table(Node& table, const Renamed& renamed) {
  if (table.type != tree::DataType::C1 || table.data.empty()) return;
  auto rows = tree::rows_of(table);
  auto dims = table.dims;
  for (auto& row : rows) {
    if (const auto found = renamed.find(row); found != renamed.end()) row = found->second;
    dims.front() = std::max(dims.front(), static_cast<std::int64_t>(row.size()));
  }
  table.data = tree::table_node("", "", dims, rows).data;
  table.dims = dims;
}

}  // namespace

void rename_in_tables(Node& base, const Renamed& renamed) {
  for (auto& iterative : base.children) {
    if (iterative.label != "BaseIterativeData_t") continue;
    for (auto& child : iterative.children) {
      const auto tables = plan::name_tables(child.name);
      if (tables && child.name == tables->names && sids::is_zone(tables->label))
        rename_in_table(child, renamed);
    }
  }
}

}  // namespace pcgns::assemble
