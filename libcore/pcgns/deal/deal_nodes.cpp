// The nodes of a zone that hold values of its points.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "pcgns/deal/deal_lists.hpp"

namespace pcgns::deal {

namespace {

bool holds_fields(const tree::Node& node) {
  constexpr std::array<std::string_view, 5> labels = {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t",
                                                      "ArbitraryGridMotion_t", "ZoneSubRegion_t"};
  if (node.link) return false;
  if (std::find(labels.begin(), labels.end(), node.label) != labels.end()) return true;
  return node.label == "UserDefinedData_t" &&
         (node.child_labelled("GridLocation_t") != nullptr || points_of(node, node.name) != nullptr);
}

bool is_array(const tree::Node& node) {
  return node.label == "DataArray_t" && !node.link && node.type != tree::DataType::C1 && node.is_bulk();
}

/// The elements of one dimension, if they are in one section.
const Dealing& elements_of_dimension(DealJob& job, int dimension, const std::string& path) {
  const Dealing* found = nullptr;
  for (std::size_t s = 0; s < job.mesh.sections.size(); ++s) {
    if (job.mesh.zone.sections[s].dimension() != dimension) continue;
    if (found != nullptr) throw error_at(path, "has values for elements of several sections");
    found = &job.dealt.elements.sections[s];
  }
  if (found == nullptr) throw error_at(path, "has values for elements that no section has");
  return *found;
}

const Dealing& all_at(DealJob& job, const tree::Node& node, const std::string& path) {
  const auto location = location_of(node, nullptr);
  if (location == "Vertex") return job.dealt.vertices;
  if (location == "CellCenter") return job.dealt.cells;
  if (location == "EdgeCenter") return elements_of_dimension(job, 1, path);
  if (location.ends_with("FaceCenter")) return elements_of_dimension(job, 2, path);
  throw error_at(path, fmt::format("has the GridLocation {}, which is unknown", location));
}

/// The node that a ZoneSubRegion_t names; null if it names none.
const tree::Node* region_owner(const DealJob& job, const tree::Node& node, const std::string& path) {
  for (const auto& [name, container] : {std::pair{"BCRegionName", "ZoneBC_t"},
                                        std::pair{"GridConnectivityRegionName", "ZoneGridConnectivity_t"}}) {
    const auto* text = node.child(name);
    if (text == nullptr) continue;
    for (const auto& child : job.mesh.zone.node->children) {
      const auto* found = child.label == container ? child.child(tree::text_of(*text)) : nullptr;
      if (found != nullptr) return found;
    }
    throw error_at(path, fmt::format("has no {} that leads to a node", name));
  }
  return nullptr;
}

/// Arrays with a value for each point are dealt out; one value, which is for all, goes along.
void deal_arrays(DealJob& job, const tree::Node& node, const std::string& path, const Dealing& dealing) {
  for (const auto& child : node.children) {
    const auto child_path = tree::join(path, child.name);
    if (!is_array(child)) continue;
    const bool is_for_all = tree::count_of(child.dims) == 1 && dealing.count() != 1;
    if (!is_for_all && !deal_array(job, child, child_path, dealing))
      throw error_at(child_path,
                     fmt::format("has not as many values for each of {} points", dealing.count()));
  }
}

/// Values for all of something, those of ghosts too, where the standard has a place to say so.
void deal_all(DealJob& job, const tree::Node& node, const std::string& path, const Dealing& dealing) {
  if (node.label == "UserDefinedData_t" && dealing.ghosts > 0)
    return deal_arrays(job, node, path, without_ghosts(dealing));
  note_ghosts(job, node, dealing);
  deal_arrays(job, node, path, dealing);
}

void deal_fields(DealJob& job, const tree::Node& node, const std::string& path,
                 const std::map<const tree::Node*, Dealing>& lists) {
  if (const auto* rind = node.child_labelled("Rind_t")) {
    const auto planes = mesh::small_integers(rind);
    if (planes.empty() || std::any_of(planes.begin(), planes.end(), [](std::int64_t n) { return n != 0; }))
      throw error_at(path, "has a Rind_t: values of ghosts cannot be cut");
  }
  if (const auto* points = points_of(node, path)) {
    const auto dealing = deal_list(job, node, *points, path);
    return deal_arrays(job, node, path, dealing);
  }
  if (node.label != "ZoneSubRegion_t") return deal_all(job, node, path, all_at(job, node, path));
  const auto* owner = region_owner(job, node, path);
  const auto found = lists.find(owner);
  if (found == lists.end()) throw error_at(path, "has neither a PointList nor a region with one");
  job.out.sets[&node] = {.counts = job.out.sets[owner].counts};
  deal_arrays(job, node, path, found->second);
}

void deal_data_set(DealJob& job, const tree::Node& node, const std::string& path, const Dealing& of_bc) {
  const auto* points = points_of(node, path);
  const auto dealing = points != nullptr ? deal_list(job, node, *points, path) : of_bc;
  for (const auto& child : node.children) {
    if (child.label == "BCData_t" && !child.link)
      deal_arrays(job, child, tree::join(path, child.name), dealing);
  }
}

void deal_bc(DealJob& job, const tree::Node& node, const std::string& path,
             std::map<const tree::Node*, Dealing>& lists) {
  const auto* points = points_of(node, path);
  if (points == nullptr) return;
  const auto& dealing = lists[&node] = deal_list(job, node, *points, path);
  for (const auto& child : node.children) {
    const auto child_path = tree::join(path, child.name);
    if (child.label == "BCDataSet_t" && !child.link) {
      deal_data_set(job, child, child_path, dealing);
    } else if (child.name == "InwardNormalList" && child.is_bulk() &&
               !deal_array(job, child, child_path, dealing)) {
      throw error_at(child_path, "has not as many values for each point");
    }
  }
}

}  // namespace

void deal_nodes(DealJob& job) {
  const auto& zone = *job.mesh.zone.node;
  std::map<const tree::Node*, Dealing> lists;
  for (const auto& child : zone.children) {
    if (child.label != "ZoneBC_t" || child.link) continue;
    for (const auto& bc : child.children) {
      if (bc.label == "BC_t" && !bc.link)
        deal_bc(job, bc, tree::join(tree::join(job.out.path, child.name), bc.name), lists);
    }
  }
  for (const auto& child : zone.children) {
    if (holds_fields(child)) deal_fields(job, child, tree::join(job.out.path, child.name), lists);
  }
}

}  // namespace pcgns::deal
