// The extents of arrays that have a value for each point, cell or face.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/check/tree_points.hpp"

namespace pcgns::check {

namespace {

using tree::Node;

bool is_array(const Node& node) { return node.label == "DataArray_t" && node.type != tree::DataType::MT; }

void check_arrays(const Place& holder, const Extents& wanted, std::string_view code) {
  for (const auto& array : holder.node.children) {
    if (!is_array(array) || array.dims == wanted) continue;
    holder.report_child(code, array.name, {.found = to_text(array.dims), .expected = to_text(wanted)});
  }
}

/// Arrays on a list or range have one index, and a value for each of its points.
void check_on_points(const Place& holder, const PointSet& set, std::string_view code) {
  if (set.count) check_arrays(holder, {*set.count}, code);
}

bool has_array(const Node& holder) {
  return std::any_of(holder.children.begin(), holder.children.end(),
                     [](const Node& child) { return child.label == "DataArray_t"; });
}

bool may_have_points(std::string_view label) {
  return label == "FlowSolution_t" || label == "DiscreteData_t";
}

/// The faces in a range of vertices: a constant index stays as it is.
std::optional<std::int64_t> faces_in(const Node& range, int dimension) {
  const auto ends = corners(range, dimension);
  if (!ends) return std::nullopt;
  std::int64_t count = 1;
  for (const auto& [begin, end] : *ends) {
    const auto extent = std::max<std::int64_t>(1, end - begin);
    if (__builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

void check_bc_array(const Place& data_set, const Node& data, const Node& array, const PointSet& set) {
  const Extents& dims = array.dims;
  if (dims == Extents{1} || (set.count && dims == Extents{*set.count})) return;
  const auto path = data.name + "/" + array.name;
  const Said said{.found = to_text(dims), .expected = fmt::format("(1) or ({})", *set.count)};
  const bool structured = data_set.zone != nullptr && data_set.zone->structured();
  if (structured && set.is_range && data_set.zone->dimension && dims.size() == 1 &&
      faces_in(*set.node, *data_set.zone->dimension) == dims.front()) {
    return data_set.report_child("T0708", path, said);
  }
  data_set.report_child("T0707", path, said);
}

/// The points that a region takes from a condition or a join.
std::vector<PointSet> named_points(const Place& region, const std::string& name, bool condition) {
  for (const auto& holder : region.zone->node->children) {
    if (holder.label != (condition ? "ZoneBC_t" : "ZoneGridConnectivity_t")) continue;
    if (const auto* const found = holder.child(name)) return point_sets(*found);
  }
  return {};
}

bool is_there(const Place& region, const std::string& name, bool condition) {
  const auto& children = region.zone->node->children;
  return std::any_of(children.begin(), children.end(), [&](const Node& holder) {
    return holder.label == (condition ? "ZoneBC_t" : "ZoneGridConnectivity_t") &&
           holder.child(name) != nullptr;
  });
}

void check_region_dimension(const Place& region) {
  const auto dimension = one_integer(region.node);
  const auto most = region.base == nullptr ? std::nullopt : region.base->cell_dimension;
  if (!dimension || !most || (*dimension >= 1 && *dimension <= *most)) return;
  region.report("T0713", {.found = std::to_string(*dimension), .expected = fmt::format("1 to {}", *most)});
}

}  // namespace

void check_fields(const Place& holder) {
  const auto& node = holder.node;
  if (holder.zone == nullptr || !holder.zone->dimension) return;
  const auto& label = node.label;
  const bool coordinates = label == "GridCoordinates_t";
  const auto location = coordinates ? "Vertex" : sids::location_of(node);
  if (!has_array(node) && !coordinates) holder.report("T0706");
  if (may_have_points(label)) {
    const auto sets = point_sets(node);
    if (sets.size() == 1) return check_on_points(holder, sets.front(), "T0705");
    if (sets.size() > 1) return;  // T0601
  }
  const auto wanted = extents_at(holder, location, rind_of(node, *holder.zone->dimension));
  if (wanted) return check_arrays(holder, *wanted, coordinates ? "T0703" : "T0704");
  const bool known = location.ends_with("FaceCenter") || location == "EdgeCenter";
  if (known && !holder.zone->vertices.empty()) holder.report("T0613", {.found = location});
}

void check_data_set(const Place& data_set) {
  auto sets = point_sets(data_set.node);
  if (sets.empty()) sets = point_sets(data_set.parent());
  if (sets.size() != 1 || !sets.front().count) return;
  for (const auto& data : data_set.node.children) {
    if (data.label != "BCData_t") continue;
    for (const auto& array : data.children) {
      if (is_array(array)) check_bc_array(data_set, data, array, sets.front());
    }
  }
}

void check_region(const Place& region) {
  check_region_dimension(region);
  auto sets = point_sets(region.node);
  const auto bc = text_of_child(region.node, "BCRegionName");
  const auto join = text_of_child(region.node, "GridConnectivityRegionName");
  const auto ways = sets.size() + (bc ? 1 : 0) + (join ? 1 : 0);
  if (ways != 1) {
    return region.report("T0711", {.found = std::to_string(ways),
                                   .expected = "1 of PointRange, PointList, "
                                               "BCRegionName, "
                                               "GridConnectivityRegionName"});
  }
  if (region.zone == nullptr) return;
  if (sets.empty()) {
    const auto& name = bc ? *bc : *join;
    if (!is_there(region, name, bc.has_value())) {
      return region.report_child("T0712", bc ? "BCRegionName" : "GridConnectivityRegionName",
                                 {.found = name});
    }
    sets = named_points(region, name, bc.has_value());
  }
  if (sets.size() == 1) check_on_points(region, sets.front(), "T0709");
}

void check_particles(const Place& holder) {
  if (holder.zone == nullptr || holder.zone->vertices.empty()) return;
  const auto sets = point_sets(holder.node);
  if (sets.size() == 1) return check_on_points(holder, sets.front(), "T0710");
  if (sets.empty()) check_arrays(holder, holder.zone->vertices, "T0710");
}

}  // namespace pcgns::check
