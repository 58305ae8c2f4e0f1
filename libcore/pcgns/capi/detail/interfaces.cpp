// interfaces.cpp: interfaces between zones.
#include <fmt/format.h>

#include "pcgns/capi/detail/enum_names.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

using namespace pcgns;
using namespace pcgns::capi;
using cgns::DataType;

namespace {

constexpr const char* matching = "GridConnectivity1to1_t";
constexpr const char* general = "GridConnectivity_t";

int count_of_interfaces(int fn, int B, int Z, const char* label) {
  const auto interfaces = child_labelled(zone_at(document_of(fn), B, Z), "ZoneGridConnectivity_t");
  return interfaces ? count_labelled(interfaces, label) : 0;
}

Spot interface_at(Document& document, int B, int Z, const char* label, int number) {
  const auto zone = zone_at(document, B, Z);
  const auto interfaces = child_labelled(zone, "ZoneGridConnectivity_t");
  if (!interfaces) throw Error(ErrorKind::usage, at(document.path(), zone.path, "has no interfaces"));
  return child_at(document, interfaces, label, number);
}

Spot interfaces_to_fill(Document& document, const Spot& zone) {
  return ensure(document, zone, "ZoneGridConnectivity", "ZoneGridConnectivity_t");
}

/// Copies the integers of a child, if it exists, to the caller's memory.
template <typename To>
void give_all(Document& document, const Spot& parent, const char* name, To* to) {
  const auto child = child_named(parent, name);
  if (!child || to == nullptr) return;
  for (const auto value : integers(document, child)) *to++ = static_cast<To>(value);
}

Spot donor_points(const Spot& interface) {
  for (const auto* name : {"PointListDonor", "PointRangeDonor", "CellListDonor"}) {
    if (auto found = child_named(interface, name)) return found;
  }
  return {};
}

std::int64_t last_extent(Document& document, const Spot& points) {
  return points ? document.dims_of(*points.node).back() : 0;
}

/// A zone of the same base by its name in an interface: "Zone" or "Base/Zone".
Spot zone_named(Document& document, int B, const std::string& name) {
  const auto slash = name.find('/');
  const auto base =
      slash == std::string::npos ? base_at(document, B) : child_named(document.root(), name.substr(0, slash));
  return base ? child_named(base, name.substr(slash == std::string::npos ? 0 : slash + 1)) : Spot{};
}

}  // namespace

int cg_n1to1(int fn, int B, int Z, int* n1to1) {
  return guarded([&] { *n1to1 = count_of_interfaces(fn, B, Z, matching); });
}

int cg_1to1_read(int fn, int B, int Z, int J, char* name, char* donor, cgsize_t* range, cgsize_t* donor_range,
                 int* transform) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto interface = interface_at(document, B, Z, matching, J);
    give_name(name, interface->name);
    give_name(donor, text(document, interface));
    give_all(document, interface, "PointRange", range);
    give_all(document, interface, "PointRangeDonor", donor_range);
    const auto index_dim = zone_size(document, zone_at(document, B, Z)).index_dim;
    for (int i = 0; transform != nullptr && i < index_dim; ++i) transform[i] = i + 1;
    give_all(document, interface, "Transform", transform);
  });
}

int cg_1to1_write(int fn, int B, int Z, const char* name, const char* donor, const cgsize_t* range,
                  const cgsize_t* donor_range, const int* transform, int* J) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    const auto index_dim = zone_size(document, zone).index_dim;
    auto node = cgns::text_node(name_from(name), matching, name_from(donor));
    node.children.push_back(
        node_with("Transform", "\"int[IndexDimension]\"", DataType::I4, {index_dim}, transform));
    node.children.push_back(node_with("PointRange", "IndexRange_t", DataType::I8, {index_dim, 2}, range));
    node.children.push_back(
        node_with("PointRangeDonor", "IndexRange_t", DataType::I8, {index_dim, 2}, donor_range));
    const auto interfaces = interfaces_to_fill(document, zone);
    give(J, number_of(interfaces, document.put(interfaces, std::move(node))));
  });
}

int cg_nconns(int fn, int B, int Z, int* nconns) {
  return guarded([&] { *nconns = count_of_interfaces(fn, B, Z, general); });
}

int cg_conn_info(int fn, int B, int Z, int J, char* name, CGNS_ENUMT(GridLocation_t) * location,
                 CGNS_ENUMT(GridConnectivityType_t) * type, CGNS_ENUMT(PointSetType_t) * ptset_type,
                 cgsize_t* npnts, char* donor, CGNS_ENUMT(ZoneType_t) * donor_zonetype,
                 CGNS_ENUMT(PointSetType_t) * donor_ptset_type, CGNS_ENUMT(DataType_t) * donor_datatype,
                 cgsize_t* ndata_donor) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto interface = interface_at(document, B, Z, general, J);
    const auto donor_name = text(document, interface);
    const auto kind = child_named(interface, "GridConnectivityType");
    const auto points = points_of(interface);
    const auto donors = donor_points(interface);
    const auto donor_zone = zone_named(document, B, donor_name);
    give_name(name, interface->name);
    give_name(donor, donor_name);
    give(location, location_of(document, interface));
    give(type, kind ? number_of_word<CGNS_ENUMT(GridConnectivityType_t)>(grid_connectivity_types,
                                                                         text(document, kind))
                    : CGNS_ENUMV(Overset));
    give(ptset_type, points ? point_set_type(points) : CGNS_ENUMV(PointSetTypeNull));
    give(npnts, last_extent(document, points));
    give(donor_zonetype, !donor_zone                                  ? CGNS_ENUMV(ZoneTypeNull)
                         : zone_size(document, donor_zone).structured ? CGNS_ENUMV(Structured)
                                                                      : CGNS_ENUMV(Unstructured));
    give(donor_ptset_type, donors ? point_set_type(donors) : CGNS_ENUMV(PointSetTypeNull));
    give(donor_datatype, donors ? data_type(document.type_of(*donors.node)) : CGNS_ENUMV(DataTypeNull));
    give(ndata_donor, last_extent(document, donors));
  });
}

int cg_conn_read(int fn, int B, int Z, int J, cgsize_t* points, CGNS_ENUMT(DataType_t) donor_datatype,
                 cgsize_t* donor_data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto interface = interface_at(document, B, Z, general, J);
    const bool is_plain =
        donor_datatype == CGNS_ENUMV(LongInteger) || donor_datatype == CGNS_ENUMV(DataTypeNull);
    if (donor_data != nullptr && !is_plain && donor_datatype != CGNS_ENUMV(Integer))
      throw Error(ErrorKind::usage, "donor points are integers");
    if (const auto own = points_of(interface)) give_all(document, interface, own->name.c_str(), points);
    if (const auto donors = donor_points(interface))
      give_all(document, interface, donors->name.c_str(), donor_data);
  });
}

int cg_conn_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                  CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(PointSetType_t) ptset_type,
                  cgsize_t npnts, const cgsize_t* points, const char* donor,
                  CGNS_ENUMT(ZoneType_t) donor_zonetype, CGNS_ENUMT(PointSetType_t) donor_ptset_type,
                  CGNS_ENUMT(DataType_t) donor_datatype, cgsize_t ndata_donor, const cgsize_t* donor_data,
                  int* J) {
  return guarded([&] {
    auto& document = document_of(fn);
    if (ndata_donor > 0 && donor_datatype != CGNS_ENUMV(LongInteger) && donor_datatype != CGNS_ENUMV(Integer))
      throw Error(ErrorKind::usage, "donor points are integers");
    const auto zone = zone_at(document, B, Z);
    const auto index_dim = zone_size(document, zone).index_dim;
    const auto interfaces = interfaces_to_fill(document, zone);
    auto node = cgns::text_node(name_from(name), general, name_from(donor));
    node.children.push_back(cgns::text_node("GridConnectivityType", "GridConnectivityType_t",
                                            word_of(grid_connectivity_types, type)));
    const auto interface = document.put(interfaces, std::move(node));
    put_location(document, interface, location);
    put_points(document, interface, word_of(point_set_types, ptset_type), index_dim, npnts, points);
    // Points of an unstructured donor have a single index.
    const auto donor_dim = donor_zonetype == CGNS_ENUMV(Structured) ? index_dim : 1;
    if (ndata_donor > 0)
      put_points(document, interface, word_of(point_set_types, donor_ptset_type), donor_dim, ndata_donor,
                 donor_data);
    give(J, number_of(interfaces, interface));
  });
}
