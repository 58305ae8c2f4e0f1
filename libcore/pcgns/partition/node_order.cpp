#include "pcgns/partition/node_order.hpp"

#include <algorithm>

#include "pcgns/assemble/own_marks.hpp"

namespace pcgns::partition {

namespace {

tree::Node names_of(std::string_view name, const tree::Node& node) {
  std::vector<std::string> names;
  std::size_t width = 1;
  for (const auto& child : node.children) {
    names.push_back(child.name);
    width = std::max(width, child.name.size());
  }
  return tree::table_node(std::string(name), "DataArray_t",
                          {static_cast<std::int64_t>(width), std::ssize(names)}, names);
}

}  // namespace

tree::Node node_order(const tree::Node& zone) {
  tree::Node order{.name = std::string(assemble::node_order_name), .label = "UserDefinedData_t"};
  if (!zone.children.empty()) order.children.push_back(names_of(assemble::order_of_zone_name, zone));
  for (const auto& child : zone.children) {
    const bool is_container = child.label == "ZoneBC_t" || child.label == "ZoneGridConnectivity_t";
    if (is_container && !child.link && !child.children.empty())
      order.children.push_back(names_of(child.name, child));
  }
  return order;
}

}  // namespace pcgns::partition
