// boundary.cpp: boundary conditions and point sets.
#include <fmt/format.h>

#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/enum_names.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

Spot conditions_of(Document& document, int B, int Z) {
  return child_labelled(zone_at(document, B, Z), "ZoneBC_t");
}

Spot condition_at(Document& document, int B, int Z, int BC) {
  const auto all = conditions_of(document, B, Z);
  if (!all)
    throw Error(ErrorKind::usage,
                at(document.path(), zone_at(document, B, Z).path, "has no boundary conditions"));
  return child_at(document, all, "BC_t", BC);
}

/// Old files call point sets element lists or ranges.
CGNS_ENUMT(PointSetType_t) as_points(CGNS_ENUMT(PointSetType_t) type) {
  if (type == CGNS_ENUMV(ElementRange)) return CGNS_ENUMV(PointRange);
  return type == CGNS_ENUMV(ElementList) ? CGNS_ENUMV(PointList) : type;
}

/// Number of points: the last extent of their array.
std::int64_t count_of_points(Document& document, const Spot& points) {
  return document.dims_of(*points.node).back();
}

void give_points(Document& document, const Spot& points, cgsize_t* to) {
  const auto values = integers(document, points);
  std::copy(values.begin(), values.end(), to);
}

/// The point set at the current node, or the node itself.
Spot points_here() {
  const auto node = here();
  if (node->label == "IndexArray_t") return node;
  auto points = points_of(node);
  if (!points) throw NotFound(ErrorKind::usage, at(document_here().path(), node.path, "has no point list"));
  return points;
}

/// Index dimension of the zone of the current node.
int index_dim_here() {
  auto spot = document_here().root();
  for (const auto& name : position().names) {
    spot = child_named(spot, name);
    if (spot && spot->label == "Zone_t") return zone_size(document_here(), spot).index_dim;
  }
  throw Error(ErrorKind::usage, at(document_here().path(), spot.path, "is not below a zone"));
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
    const auto points = points_of(condition);
    const auto normals = child_named(condition, "InwardNormalList");
    give_name(name, condition->name);
    give(type, number_of_word<CGNS_ENUMT(BCType_t)>(bc_types, text(document, condition)));
    give(ptset_type, points ? as_points(point_set_type(points)) : CGNS_ENUMV(PointSetTypeNull));
    give(npnts, points ? count_of_points(document, points) : 0);
    give(normal_list_size, normals ? cgns::count_of(document.dims_of(*normals.node)) : 0);
    give(normal_type, normals ? data_type(document.type_of(*normals.node)) : CGNS_ENUMV(DataTypeNull));
    give(ndataset, count_labelled(condition, "BCDataSet_t"));
    const auto index = child_named(condition, "InwardNormalIndex");
    const auto values = index ? integers(document, index) : std::vector<std::int64_t>(3);
    if (normal_index != nullptr)
      std::copy(values.begin(), values.begin() + std::min<std::ptrdiff_t>(3, std::ssize(values)),
                normal_index);
  });
}

int cg_boco_read(int fn, int B, int Z, int BC, cgsize_t* points, void* normals) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto condition = condition_at(document, B, Z, BC);
    if (const auto list = points_of(condition); list && points != nullptr)
      give_points(document, list, points);
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
    const auto all = ensure(document, zone, "ZoneBC", "ZoneBC_t");
    auto node = cgns::text_node(name_from(name), "BC_t", word_of(bc_types, type));
    const auto condition = document.put(all, std::move(node));
    const auto kind = as_points(ptset_type);
    put_points(document, condition, word_of(point_set_types, kind), index_dim, npnts, points);
    // In the reference library, element lists imply FaceCenter.
    if (kind != ptset_type) put_location(document, condition, CGNS_ENUMV(FaceCenter));
    give(BC, number_of(all, condition));
  });
}

int cg_boco_gridlocation_read(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) * location) {
  return guarded([&] {
    auto& document = document_of(fn);
    *location = location_of(document, condition_at(document, B, Z, BC));
  });
}

int cg_boco_gridlocation_write(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) location) {
  return guarded([&] {
    auto& document = document_of(fn);
    put_location(document, condition_at(document, B, Z, BC), location);
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
  return guarded([&] {
    const auto points = points_of(here());
    give(type, points ? as_points(point_set_type(points)) : CGNS_ENUMV(PointSetTypeNull));
    give(npnts, points ? count_of_points(document_here(), points) : 0);
  });
}

int cg_ptset_read(cgsize_t* points) {
  return guarded([&] { give_points(document_here(), points_here(), points); });
}

int cg_ptset_write(CGNS_ENUMT(PointSetType_t) type, cgsize_t npnts, const cgsize_t* points) {
  return guarded([&] {
    put_points(document_here(), here(), word_of(point_set_types, type), index_dim_here(), npnts, points);
  });
}
