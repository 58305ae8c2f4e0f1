// boundary.cpp: boundary conditions and point sets.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/zone_parts.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// The point set at the current node, or the node itself.
Spot points_here() {
  const auto node = here();
  if (node->label == "IndexArray_t") return node;
  auto points = points_of(node);
  if (!points) throw NotFound(ErrorKind::usage, at(document_here().path(), node.path, "has no point list"));
  return points;
}

/// The number of indices of points is that of a zone.
void require_zone_here(Document& document, const Spot& node) {
  if (!zone_here() && !particle_zone_here())
    refuse(document, node.path, "a node of a zone for points", "one outside of zones");
}

/// A node has one point set: in a modified file, a list takes the place of a range, and a range that of a
/// list.
void remove_other_points(Document& document, const Spot& node, const std::string& name) {
  const auto old = points_of(node);
  if (!old || old->name == name) return;
  if (document.mode() == Mode::write)
    refuse(document, cgns::join(node.path, name), "at most one point set", old->name + " as well");
  document.remove(node, old->name);
}

/// Of a list, or of the box between the two of a range.
std::int64_t count_of_points(const cgns::Node& set, const cgsize_t* points, std::int64_t listed) {
  if (set.name != "PointRange" || points == nullptr) return listed;
  std::int64_t count = 1;
  for (std::int64_t i = 0; i < set.dims.front(); ++i) count *= points[set.dims.front() + i] - points[i] + 1;
  return count;
}

Transfers points_box(Document& document, cgsize_t start, cgsize_t end, const cgsize_t* data) {
  if (data == nullptr) return {};
  if (&document != &document_here()) throw Error(ErrorKind::usage, "the current node is in another file");
  const auto points = points_here();
  const auto dims = document.dims_of(*points.node);
  if (dims.size() != 2 || start < 1 || end > dims[1] || start > end)
    throw Error(ErrorKind::usage,
                at(document.path(), points.path,
                   fmt::format("the points {} to {} are not within 1 to {}", start, end, dims.back())));
  return {integer_box(points, {0, start - 1}, {dims[0], end - start + 1}, {1, dims[0]}, data)};
}

}  // namespace

int cg_nbocos(int fn, int B, int Z, int* nbocos) {
  return guarded([&] {
    const auto all = conditions_of(document_of(fn), B, Z);
    *nbocos = all ? count_labelled(all, "BC_t") : 0;
  });
}

int cg_boco_info(int fn, int B, int Z, int BC, char* name, CGNS_ENUMT(BCType_t) * type,
                 CGNS_ENUMT(PointSetType_t) * ptset_type, cgsize_t* npnts, int* normal_index,
                 cgsize_t* normal_list_size, CGNS_ENUMT(DataType_t) * normal_type, int* ndataset) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto condition = condition_at(document, B, Z, BC);
    const auto normals = child_named(condition, "InwardNormalList");
    give_name(name, condition->name);
    give(type, number_of_word<CGNS_ENUMT(BCType_t)>(bc_types, text(document, condition)));
    give_point_set(document, condition, ptset_type, npnts);
    give(normal_list_size, normals ? cgns::count_of(document.dims_of(*normals.node)) : 0);
    give(normal_type, normals ? data_type(document.type_of(*normals.node)) : CGNS_ENUMV(DataTypeNull));
    give(ndataset, count_labelled(condition, "BCDataSet_t"));
    if (normal_index == nullptr) return;
    const auto index = child_named(condition, "InwardNormalIndex");
    const auto count = zone_size(document, zone_at(document, B, Z)).index_dim;
    if (index) {
      std::ranges::copy(integers(document, index, count), normal_index);
    } else {
      std::fill_n(normal_index, count, 0);
    }
  });
}

int cg_boco_read(int fn, int B, int Z, int BC, cgsize_t* points, void* normals) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto condition = condition_at(document, B, Z, BC);
    if (points_of(condition) && points != nullptr) give_points(document, condition, points);
    const auto list = child_named(condition, "InwardNormalList");
    if (!list || normals == nullptr) return;
    const auto values = document.values_of(*list.node);
    std::copy(values.begin(), values.end(), static_cast<std::byte*>(normals));
  });
}

int cg_boco_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(BCType_t) type,
                  CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points, int* BC) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    const auto index_dim = zone_size(document, zone).index_dim;
    require_point_set(
        document, cgns::join(cgns::join(zone.path, "ZoneBC"), name_from(name)),
        {CGNS_ENUMV(PointList), CGNS_ENUMV(PointRange), CGNS_ENUMV(ElementList), CGNS_ENUMV(ElementRange)},
        ptset_type);
    const auto kind = as_points(ptset_type);
    auto node = cgns::text_node(name_from(name), "BC_t", word_of(bc_types, type));
    node.children.push_back(points_node(document, word_of(point_set_types, kind), index_dim, npnts, points));
    const auto all = ensure(document, zone, "ZoneBC", "ZoneBC_t");
    const auto condition = document.put(all, std::move(node));
    if (kind != ptset_type) put_location(document, condition, boundary_location(cell_dimension(document, B)));
    give(BC, number_of(all, condition));
  });
}

int cg_boco_gridlocation_read(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) * location) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    give(location, location_of(document, condition));
  });
}

int cg_boco_gridlocation_write(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) location) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    const auto size = zone_size(document, zone_at(document, B, Z));
    require_location(document, condition.path, point_locations(size, cell_dimension(document, B)), location);
    put_location(document, condition, location);
  });
}

int cgp_ptlist_write_data(int fn, cgsize_t start, cgsize_t end, const cgsize_t* points) {
  return move_values(fn, Direction::write,
                     [=](Document& document) { return points_box(document, start, end, points); });
}

int cgp_ptlist_read_data(int fn, cgsize_t start, cgsize_t end, cgsize_t* points) {
  return move_values(fn, Direction::read,
                     [=](Document& document) { return points_box(document, start, end, points); });
}

int cg_ptset_info(CGNS_ENUMT(PointSetType_t) * type, cgsize_t* npnts) {
  return at_node([&](Document& document, const Spot& node) { give_point_set(document, node, type, npnts); });
}

int cg_ptset_read(cgsize_t* points) {
  return at_node([&](Document& document, const Spot& node) { give_points(document, node, points); });
}

int cg_ptset_write(CGNS_ENUMT(PointSetType_t) type, cgsize_t npnts, const cgsize_t* points) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "PointList or PointRange");
    require_zone_here(document, node);
    require_point_set(document, node.path, {CGNS_ENUMV(PointList), CGNS_ENUMV(PointRange)}, type);
    auto set = points_node(document, word_of(point_set_types, type), index_dimension_here(), npnts, points);
    require_fields_fit(document, node, set.name, {count_of_points(set, points, npnts)});
    remove_other_points(document, node, set.name);
    document.put(node, std::move(set));
  });
}

int cg_boco_normal_write(int fn, int B, int Z, int BC, const int* normal_index, int list_flag,
                         CGNS_ENUMT(DataType_t) normal_type, const void* normal_list) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    const auto zone = zone_at(document, B, Z);
    const auto size = zone_size(document, zone);
    const auto count = extents_at(document, zone, condition, location_of(document, condition));
    if (list_flag != 0 && points_of(condition))
      document.put(condition, node_with("InwardNormalList", "IndexArray_t", data_type(normal_type),
                                        {physical_dimension(document, B), count.at(0)}, normal_list));
    if (normal_index != nullptr && size.structured)
      document.put(condition, node_with("InwardNormalIndex", "\"int[IndexDimension]\"", cgns::DataType::I4,
                                        {size.index_dim}, normal_index));
  });
}
