// interfaces.cpp: interfaces between zones.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/zone_parts.hpp"
#include "pcgns/cgns/zone_names.hpp"

using namespace pcgns;
using namespace pcgns::capi;
using cgns::DataType;

namespace {

Step counts_interfaces(const char* label, int* count) {
  return [=](Document& document, const Spot& zone) {
    const auto interfaces = interfaces_of(document, zone);
    give(count, interfaces ? count_labelled(interfaces, label) : 0);
  };
}

/// The two points of a range of a structured zone, if it exists.
std::array<cgsize_t, 6> range_of(Document& document, const Spot& parent, const char* name) {
  std::array<cgsize_t, 6> range{};
  const auto child = child_named(parent, name);
  const auto values = child ? integers(document, child) : std::vector<std::int64_t>();
  std::copy_n(values.begin(), std::min(values.size(), range.size()), range.begin());
  return range;
}

/// Copies the `count` integers of a child, if it exists, to the caller's memory, which has no room for more.
template <typename To>
void give_all(Document& document, const Spot& parent, const char* name, std::int64_t count, To* to) {
  const auto child = child_named(parent, name);
  if (!child || to == nullptr) return;
  for (const auto value : integers(document, child, count)) *to++ = static_cast<To>(value);
}

/// Copies both ranges and the transform of an interface between structured zones.
void give_match(Document& document, const Spot& zone, const Spot& interface, cgsize_t* range,
                cgsize_t* donor_range, int* transform) {
  const int index_dim = zone_size(document, zone).index_dim;
  give_all(document, interface, "PointRange", 2 * index_dim, range);
  give_all(document, interface, "PointRangeDonor", 2 * index_dim, donor_range);
  for (int i = 0; transform != nullptr && i < index_dim; ++i) transform[i] = i + 1;
  give_all(document, interface, "Transform", index_dim, transform);
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

/// Whether the second zone comes after the first, or is the first and this side the lower one: each interface
/// is told once.
bool is_first_side(Document& document, int B, int Z, const Spot& interface) {
  const auto base = base_at(document, B);
  const auto donor = zone_named(document, B, text(document, interface));
  const bool is_of_base = donor && donor.path.starts_with(base.path + "/");
  const int D = is_of_base ? number_of(base, donor) : Z + 1;
  if (D != Z) return Z < D;
  return range_of(document, interface, "PointRange") <= range_of(document, interface, "PointRangeDonor");
}

/// The name of the donor zone, for which callers have 33 characters: a part of it would be another name.
void give_donor(Document& document, const Spot& interface, char* to) {
  auto name = text(document, interface);
  const auto base = interface.path.substr(1, interface.path.find('/', 1));  // "Base/"
  if (name.size() > cgns::longest_name && name.starts_with(base)) name.erase(0, base.size());
  if (to != nullptr && name.size() > cgns::longest_name)
    throw Error(ErrorKind::usage,
                at(document.path(), interface.path,
                   fmt::format("the name of the donor zone, {}, has more than {} characters", name,
                               cgns::longest_name)));
  give_name(to, name);
}

struct Match {
  const cgsize_t* range = nullptr;
  const cgsize_t* donor_range = nullptr;
  const int* transform = nullptr;
};

/// Throws Error{usage} unless the range is one of vertices of the zone, and has the size of that of the
/// donor.
void require_match(Document& document, const std::string& path, const ZoneSize& zone, const Match& match) {
  const auto& [range, donors, transform] = match;
  const int dim = zone.index_dim;
  for (int i = 0; range != nullptr && i < dim; ++i) {
    const auto last = zone.vertices[static_cast<std::size_t>(i)];
    for (const auto end : {range[i], range[dim + i]}) {
      if (end < 1 || end > last)
        refuse(document, path, fmt::format("vertices 1 to {} along index {}", last, i + 1),
               fmt::format("{} in PointRange", end));
    }
    if (donors == nullptr || transform == nullptr || transform[i] == 0) continue;
    const int along = std::abs(transform[i]);
    if (along > dim)
      refuse(document, path, fmt::format("indices 1 to {} in Transform", dim),
             fmt::format("{}", transform[i]));
    const auto steps = std::abs(range[dim + i] - range[i]);
    const auto donor_steps = std::abs(donors[dim + along - 1] - donors[along - 1]);
    if (steps != donor_steps)
      refuse(document, path, fmt::format("{} vertices of the donor along its index {}", steps + 1, along),
             fmt::format("{}", donor_steps + 1));
  }
}

/// What of a general interface can contradict its zone.
struct Contact {
  CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex);
  CGNS_ENUMT(GridConnectivityType_t) type = CGNS_ENUMV(Abutting);
  CGNS_ENUMT(PointSetType_t) set = CGNS_ENUMV(PointList);
  cgsize_t count = 0;
  const cgsize_t* points = nullptr;
  CGNS_ENUMT(PointSetType_t) donor_set = CGNS_ENUMV(PointListDonor);
  cgsize_t donors = 0;
};

/// Number of points; 0 if they are not known yet.
cgsize_t count_points(const Contact& interface, int index_dim) {
  if (interface.set == CGNS_ENUMV(PointList)) return interface.count;
  if (interface.points == nullptr || interface.count != 2) return 0;
  cgsize_t count = 1;
  for (int i = 0; i < index_dim; ++i)
    count *= std::abs(interface.points[index_dim + i] - interface.points[i]) + 1;
  return count;
}

/// Throws Error{usage} for more points than there are vertices or cells.
void require_fitting(Document& document, const std::string& path, const ZoneSize& zone,
                     const Contact& interface) {
  const bool is_vertex = interface.location == CGNS_ENUMV(Vertex);
  if (!is_vertex && interface.location != CGNS_ENUMV(CellCenter)) return;
  const auto most = cgns::count_of(is_vertex ? zone.vertices : zone.cells);
  if (interface.count > most)
    refuse(document, path, fmt::format("at most {} points", most), fmt::format("{}", interface.count));
}

void require_contact(Document& document, const std::string& path, const ZoneSize& zone,
                     const Contact& interface) {
  const bool is_overset = interface.type == CGNS_ENUMV(Overset);
  require_location(
      document, path,
      is_overset ? Locations{CGNS_ENUMV(Vertex), CGNS_ENUMV(CellCenter)} : interface_locations(zone),
      interface.location);
  require_point_set(document, path, {CGNS_ENUMV(PointList), CGNS_ENUMV(PointRange)}, interface.set);
  require_fitting(document, path, zone, interface);
  if (interface.donors == 0) return;
  require_point_set(document, path, {CGNS_ENUMV(PointListDonor), CGNS_ENUMV(CellListDonor)},
                    interface.donor_set);
  const auto points = count_points(interface, zone.index_dim);
  if (interface.type == CGNS_ENUMV(Abutting1to1) && points > 0 && points != interface.donors)
    refuse(document, path, fmt::format("{} donor points, as many as points", points),
           fmt::format("{}", interface.donors));
}

using GlobalStep = std::function<void(Document&, const Spot& zone, const Spot& interface)>;

/// Runs `step` on every interface by ranges of a base, once for both sides.
int each_global(int fn, int B, const GlobalStep& step) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    for (int Z = 1; Z <= count_labelled(base, "Zone_t"); ++Z) {
      const auto zone = zone_at(document, B, Z);
      const auto interfaces = interfaces_of(document, zone);
      for (int J = 1; interfaces && J <= count_labelled(interfaces, matching); ++J) {
        const auto interface = child_at(document, interfaces, matching, J);
        if (is_first_side(document, B, Z, interface)) step(document, zone, interface);
      }
    }
  });
}

}  // namespace

int cg_n1to1(int fn, int B, int Z, int* n1to1) {
  return in_zone(fn, B, Z, counts_interfaces(matching, n1to1));
}

int cg_1to1_read(int fn, int B, int Z, int J, char* name, char* donor, cgsize_t* range, cgsize_t* donor_range,
                 int* transform) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto interface = interface_at(document, B, Z, matching, J);
    give_name(name, interface->name);
    give_donor(document, interface, donor);
    give_match(document, zone_at(document, B, Z), interface, range, donor_range, transform);
  });
}

int cg_1to1_write(int fn, int B, int Z, const char* name, const char* donor, const cgsize_t* range,
                  const cgsize_t* donor_range, const int* transform, int* J) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    const auto size = zone_size(document, zone);
    const auto index_dim = size.index_dim;
    const auto path = interface_path(document, zone, name_from(name));
    require_match(document, path, size, {range, donor_range, transform});
    auto node = cgns::text_node(name_from(name), matching, text_from(document, path, donor));
    node.children.push_back(
        node_with("Transform", "\"int[IndexDimension]\"", DataType::I4, {index_dim}, transform));
    node.children.push_back(node_with("PointRange", "IndexRange_t", DataType::I8, {index_dim, 2}, range));
    node.children.push_back(
        node_with("PointRangeDonor", "IndexRange_t", DataType::I8, {index_dim, 2}, donor_range));
    const auto interfaces = interfaces_to_fill(document, zone);
    give(J, number_of(interfaces, document.put(interfaces, std::move(node))));
  });
}

int cg_n1to1_global(int fn, int B, int* n1to1) {
  int count = 0;
  const int status = each_global(fn, B, [&](Document&, const Spot&, const Spot&) { ++count; });
  if (status == CG_OK) give(n1to1, count);
  return status;
}

int cg_1to1_read_global(int fn, int B, char** names, char** zones, char** donors, cgsize_t** ranges,
                        cgsize_t** donor_ranges, int** transforms) {
  return each_global(fn, B, [&](Document& document, const Spot& zone, const Spot& interface) {
    give_name(*names++, interface->name);
    give_name(*zones++, zone->name);
    give_donor(document, interface, *donors++);
    give_match(document, zone, interface, *ranges++, *donor_ranges++, *transforms++);
  });
}

int cg_nconns(int fn, int B, int Z, int* nconns) {
  return in_zone(fn, B, Z, counts_interfaces(general, nconns));
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
    give_donor(document, interface, donor);
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

/// As in the reference library, donor points are cgsize_t, whatever type is said beside them.
int cg_conn_read(int fn, int B, int Z, int J, cgsize_t* points, CGNS_ENUMT(DataType_t) /*donor_datatype*/,
                 cgsize_t* donor_data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto interface = interface_at(document, B, Z, general, J);
    const auto own_zone = zone_at(document, B, Z);
    const auto donor_zone = zone_named(document, B, text(document, interface));
    const auto give_points = [&](const Spot& set, const Spot& zone, cgsize_t* to) {
      if (set)
        give_all(document, interface, set->name.c_str(),
                 last_extent(document, set) * zone_size(document, zone).index_dim, to);
    };
    give_points(points_of(interface), own_zone, points);
    give_points(donor_points(interface), donor_zone ? donor_zone : own_zone, donor_data);
  });
}

int cg_conn_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                  CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(PointSetType_t) ptset_type,
                  cgsize_t npnts, const cgsize_t* points, const char* donor,
                  CGNS_ENUMT(ZoneType_t) donor_zonetype, CGNS_ENUMT(PointSetType_t) donor_ptset_type,
                  CGNS_ENUMT(DataType_t) /*donor_datatype*/, cgsize_t ndata_donor, const cgsize_t* donor_data,
                  int* J) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    const auto size = zone_size(document, zone);
    const auto index_dim = size.index_dim;
    const auto path = interface_path(document, zone, name_from(name));
    require_contact(document, path, size,
                    {location, type, ptset_type, npnts, points, donor_ptset_type, ndata_donor});
    auto node = cgns::text_node(name_from(name), general, text_from(document, path, donor));
    node.children.push_back(cgns::text_node("GridConnectivityType", "GridConnectivityType_t",
                                            word_of(grid_connectivity_types, type)));
    node.children.push_back(
        points_node(document, word_of(point_set_types, ptset_type), index_dim, npnts, points));
    // Points of an unstructured donor have a single index, whatever this zone is.
    const auto donor_dim = donor_zonetype == CGNS_ENUMV(Structured) ? cell_dimension(document, B) : 1;
    if (ndata_donor > 0)
      node.children.push_back(points_node(document, word_of(point_set_types, donor_ptset_type), donor_dim,
                                          ndata_donor, donor_data));
    const auto interfaces = interfaces_to_fill(document, zone);
    give(J, number_of(interfaces, put_located(document, interfaces, std::move(node), location)));
  });
}

int cg_conn_write_short(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                        CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(PointSetType_t) ptset_type,
                        cgsize_t npnts, const cgsize_t* points, const char* donor, int* J) {
  return cg_conn_write(fn, B, Z, name, location, type, ptset_type, npnts, points, donor,
                       CGNS_ENUMV(ZoneTypeNull), CGNS_ENUMV(PointSetTypeNull), CGNS_ENUMV(DataTypeNull), 0,
                       nullptr, J);
}

int cg_conn_read_short(int fn, int B, int Z, int J, cgsize_t* points) {
  return cg_conn_read(fn, B, Z, J, points, CGNS_ENUMV(DataTypeNull), nullptr);
}
