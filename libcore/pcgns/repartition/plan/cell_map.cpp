#include "pcgns/repartition/plan/cell_map.hpp"

#include "pcgns/partition/file_builder.hpp"

namespace pcgns::repartition {

namespace {

cgns::Node zone_of(const partition::DistributedZone& zone, const std::string& method,
                   partition::FileBuilder& file) {
  auto node = file.copied_alone(*zone.zone);
  node.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"));
  const auto cells = partition::cells_of(zone);
  if (cells == 0) return node;
  cgns::Node solution{.name = partition::map_solution, .label = "FlowSolution_t"};
  solution.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"));
  if (!method.empty())
    solution.children.push_back(cgns::text_node(partition::map_method, "Descriptor_t", method));
  cgns::Node ranks{
      .name = partition::rank_field, .label = "DataArray_t", .type = cgns::DataType::I4, .dims = {cells}};
  file.set_values(ranks, {{.source = zone.ranks, .count = cells}});
  solution.children.push_back(std::move(ranks));
  node.children.push_back(std::move(solution));
  return node;
}

}  // namespace

plan::Plan map_of(const plan::Plan& whole, const partition::Mesh& mesh) {
  partition::FileBuilder file(whole);
  auto root = file.copied_alone(whole.output);
  for (const auto& child : whole.output.children) {
    if (child.label == "CGNSLibraryVersion_t") root.children.push_back(file.copied(child));
    if (child.label != "CGNSBase_t") continue;
    auto base = file.copied_alone(child);
    for (const auto& zone : mesh.unstructured) {
      if (zone.base == &child) base.children.push_back(zone_of(zone, mesh.method, file));
    }
    root.children.push_back(std::move(base));
  }
  return file.finish(std::move(root));
}

}  // namespace pcgns::repartition
