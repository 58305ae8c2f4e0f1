// zone_nodes.cpp: discrete data, subregions, overset holes and motions of a zone.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"
#include "pcgns/capi/detail/zone_parts.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr const char* discrete_label = "DiscreteData_t";
constexpr const char* flow_solution_label = "FlowSolution_t";
constexpr const char* subregion_label = "ZoneSubRegion_t";
constexpr const char* hole_label = "OversetHoles_t";
constexpr const char* condition_name = "BCRegionName";
constexpr const char* interface_name = "GridConnectivityRegionName";

/// A step on the child of a zone with a label and a number.
int in_part(int fn, int B, int Z, const char* label, int number, const Step& step) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    step(document, child_at(document, zone, label, number));
  });
}

struct NewPoints {
  CGNS_ENUMT(PointSetType_t) type = CGNS_ENUMV(PointSetTypeNull);
  cgsize_t count = 0;
  const cgsize_t* points = nullptr;
  int cell_dim = 3;  ///< Of the cells whose faces and edges can be points.
};

/// Puts `node` with a point set; returns its number.
int put_with_points(Document& document, const Spot& zone, cgns::Node node,
                    CGNS_ENUMT(GridLocation_t) location, const NewPoints& set) {
  const auto path = cgns::join(zone.path, node.name);
  const auto size = zone_size(document, zone);
  require_point_set(document, path, {CGNS_ENUMV(PointList), CGNS_ENUMV(PointRange)}, set.type);
  require_location(document, path, point_locations(size, set.cell_dim), location);
  node.children.push_back(
      points_node(document, word_of(point_set_types, set.type), size.index_dim, set.count, set.points));
  return number_of(zone, put_located(document, zone, std::move(node), location));
}

Step gives_points(cgsize_t* points) {
  return [=](Document& document, const Spot& holder) { give_points(document, holder, points); };
}

Step gives_point_set(CGNS_ENUMT(PointSetType_t) * type, cgsize_t* count) {
  return [=](Document& document, const Spot& holder) { give_point_set(document, holder, type, count); };
}

struct Dimensions {
  int region = 0;
  int cells = 0;
};

/// A subregion without its points.
cgns::Node subregion(Document& document, const Spot& zone, const char* name, Dimensions dimensions) {
  if (dimensions.region < 1 || dimensions.region > dimensions.cells)
    refuse(document, cgns::join(zone.path, name_from(name)),
           fmt::format("1 to {} dimensions of a subregion", dimensions.cells),
           fmt::format("{}", dimensions.region));
  return cgns::integer_node(name_from(name), subregion_label, {1}, {dimensions.region});
}

/// A subregion that is the region of a boundary condition or interface.
int create_named(int fn, int B, int Z, const char* name, int dimension, const char* reference,
                 const char* value, int* S) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    auto node = subregion(document, zone, name, {dimension, cell_dimension(document, B)});
    const auto path = cgns::join(cgns::join(zone.path, node.name), reference);
    node.children.push_back(cgns::text_node(reference, "Descriptor_t", text_from(document, path, value)));
    give(S, number_of(zone, document.put(zone, std::move(node))));
  });
}

/// The text of a child into the caller's memory; an empty one if there is none.
Step gives_text(const char* name, char* to) {
  return [=](Document& document, const Spot& subregion) {
    const auto child = child_named(subregion, name);
    if (!child) throw NotFound(ErrorKind::usage, fmt::format("has no {}", name));
    const auto value = text(document, child);
    if (to != nullptr) *std::copy(value.begin(), value.end(), to) = '\0';
  };
}

int length_of(Document& document, const Spot& subregion, const char* name) {
  const auto child = child_named(subregion, name);
  return child ? static_cast<int>(text(document, child).size()) : 0;
}

/// The point sets of a hole: "PointList", or "PointRange1", "PointRange2", ..., of which one may be
/// "PointRange".
std::vector<Spot> sets_of(const Spot& hole) {
  std::vector<Spot> sets;
  for (auto& child : hole.node->children) {
    if (child.label == "IndexRange_t" || child.label == "IndexArray_t")
      sets.push_back({&child, cgns::join(hole.path, child.name), hole.file});
  }
  return sets;
}

int in_hole(int fn, int B, int Z, int H, const Step& step) {
  return in_interface(fn, B, Z, hole_label, H, step);
}

}  // namespace

int cg_ndiscrete(int fn, int B, int Z, int* ndiscrete) {
  return in_zone(fn, B, Z, counts(discrete_label, ndiscrete));
}
int cg_discrete_read(int fn, int B, int Z, int D, char* name) {
  return in_zone(fn, B, Z, names(discrete_label, D, name));
}
int cg_discrete_write(int fn, int B, int Z, const char* name, int* D) {
  return in_zone(fn, B, Z, creates(discrete_label, name, D));
}

int cg_discrete_size(int fn, int B, int Z, int D, int* dimensions, cgsize_t* extents) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const auto size = extents_of(document, {zone, child_at(document, zone, discrete_label, D)});
    give(dimensions, size.size());
    if (extents != nullptr) std::copy(size.begin(), size.end(), extents);
  });
}

int cg_discrete_ptset_info(int fn, int B, int Z, int D, CGNS_ENUMT(PointSetType_t) * ptset_type,
                           cgsize_t* npnts) {
  return in_part(fn, B, Z, discrete_label, D, gives_point_set(ptset_type, npnts));
}
int cg_discrete_ptset_read(int fn, int B, int Z, int D, cgsize_t* points) {
  return in_part(fn, B, Z, discrete_label, D, gives_points(points));
}
int cg_discrete_ptset_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                            CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points,
                            int* D) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    give(D, put_with_points(document, zone, {.name = name_from(name), .label = discrete_label}, location,
                            {ptset_type, npnts, points, cell_dimension(document, B)}));
  });
}

int cg_sol_ptset_info(int fn, int B, int Z, int S, CGNS_ENUMT(PointSetType_t) * ptset_type, cgsize_t* npnts) {
  return in_part(fn, B, Z, flow_solution_label, S, gives_point_set(ptset_type, npnts));
}
int cg_sol_ptset_read(int fn, int B, int Z, int S, cgsize_t* points) {
  return in_part(fn, B, Z, flow_solution_label, S, gives_points(points));
}
int cg_sol_ptset_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                       CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points,
                       int* S) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    give(S, put_with_points(document, zone, {.name = name_from(name), .label = flow_solution_label}, location,
                            {ptset_type, npnts, points, cell_dimension(document, B)}));
  });
}

int cg_nsubregs(int fn, int B, int Z, int* nsubregs) {
  return in_zone(fn, B, Z, counts(subregion_label, nsubregs));
}

int cg_subreg_info(int fn, int B, int Z, int S, char* name, int* dimension,
                   CGNS_ENUMT(GridLocation_t) * location, CGNS_ENUMT(PointSetType_t) * ptset_type,
                   cgsize_t* npnts, int* bcname_len, int* gcname_len) {
  return in_part(fn, B, Z, subregion_label, S, [&](Document& document, const Spot& subregion) {
    give_name(name, subregion->name);
    const auto dimensions = integers(document, subregion);
    give(dimension, dimensions.empty() ? 0 : dimensions.front());
    give(location, location_of(document, subregion));
    give_point_set(document, subregion, ptset_type, npnts);
    give(bcname_len, length_of(document, subregion, condition_name));
    give(gcname_len, length_of(document, subregion, interface_name));
  });
}

int cg_subreg_ptset_read(int fn, int B, int Z, int S, cgsize_t* points) {
  return in_part(fn, B, Z, subregion_label, S, gives_points(points));
}
int cg_subreg_bcname_read(int fn, int B, int Z, int S, char* bcname) {
  return in_part(fn, B, Z, subregion_label, S, gives_text(condition_name, bcname));
}
int cg_subreg_gcname_read(int fn, int B, int Z, int S, char* gcname) {
  return in_part(fn, B, Z, subregion_label, S, gives_text(interface_name, gcname));
}
int cg_subreg_ptset_write(int fn, int B, int Z, const char* name, int dimension,
                          CGNS_ENUMT(GridLocation_t) location, CGNS_ENUMT(PointSetType_t) ptset_type,
                          cgsize_t npnts, const cgsize_t* points, int* S) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    auto node = subregion(document, zone, name, {dimension, cell_dimension(document, B)});
    give(S, put_with_points(document, zone, std::move(node), location,
                            {ptset_type, npnts, points, dimension + 1}));
  });
}
int cg_subreg_bcname_write(int fn, int B, int Z, const char* name, int dimension, const char* bcname,
                           int* S) {
  return create_named(fn, B, Z, name, dimension, condition_name, bcname, S);
}
int cg_subreg_gcname_write(int fn, int B, int Z, const char* name, int dimension, const char* gcname,
                           int* S) {
  return create_named(fn, B, Z, name, dimension, interface_name, gcname, S);
}

int cg_n_rigid_motions(int fn, int B, int Z, int* nmotions) {
  return in_zone(fn, B, Z, counts("RigidGridMotion_t", nmotions));
}
int cg_rigid_motion_read(int fn, int B, int Z, int R, char* name, CGNS_ENUMT(RigidGridMotionType_t) * type) {
  return in_zone(fn, B, Z, reads_enum("RigidGridMotion_t", R, name, rigid_motions, type));
}
int cg_rigid_motion_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(RigidGridMotionType_t) type,
                          int* R) {
  return in_zone(fn, B, Z, creates_enum("RigidGridMotion_t", name, rigid_motions, type, R));
}
int cg_n_arbitrary_motions(int fn, int B, int Z, int* nmotions) {
  return in_zone(fn, B, Z, counts("ArbitraryGridMotion_t", nmotions));
}
int cg_arbitrary_motion_read(int fn, int B, int Z, int A, char* name,
                             CGNS_ENUMT(ArbitraryGridMotionType_t) * type) {
  return in_zone(fn, B, Z, reads_enum("ArbitraryGridMotion_t", A, name, arbitrary_motions, type));
}
int cg_arbitrary_motion_write(int fn, int B, int Z, const char* name,
                              CGNS_ENUMT(ArbitraryGridMotionType_t) type, int* A) {
  return in_zone(fn, B, Z, creates_enum("ArbitraryGridMotion_t", name, arbitrary_motions, type, A));
}

int cg_nholes(int fn, int B, int Z, int* nholes) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const auto interfaces = interfaces_of(document, zone);
    give(nholes, interfaces ? count_labelled(interfaces, hole_label) : 0);
  });
}

int cg_hole_info(int fn, int B, int Z, int H, char* name, CGNS_ENUMT(GridLocation_t) * location,
                 CGNS_ENUMT(PointSetType_t) * ptset_type, int* nptsets, cgsize_t* npnts) {
  return in_hole(fn, B, Z, H, [&](Document& document, const Spot& hole) {
    const auto sets = sets_of(hole);
    const bool is_list = !sets.empty() && sets[0]->label == "IndexArray_t";
    cgsize_t points = 0;
    for (const auto& set : sets) points += document.dims_of(*set.node).back();
    give_name(name, hole->name);
    give(location, location_of(document, hole));
    give(ptset_type, sets.empty() ? CGNS_ENUMV(PointSetTypeNull)
                     : is_list    ? CGNS_ENUMV(PointList)
                                  : CGNS_ENUMV(PointRange));
    give(nptsets, sets.size());
    give(npnts, points);
  });
}

int cg_hole_read(int fn, int B, int Z, int H, cgsize_t* points) {
  return in_hole(fn, B, Z, H, [&](Document& document, const Spot& hole) {
    for (const auto& set : sets_of(hole)) {
      const auto values = integers(document, set);
      points = std::copy(values.begin(), values.end(), points);
    }
  });
}

int cg_hole_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                  CGNS_ENUMT(PointSetType_t) ptset_type, int nptsets, cgsize_t npnts, const cgsize_t* points,
                  int* H) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const bool is_list = ptset_type == CGNS_ENUMV(PointList) && nptsets == 1;
    if (!is_list && (ptset_type != CGNS_ENUMV(PointRange) || nptsets < 1 || npnts != 2 * nptsets))
      throw Error(ErrorKind::usage, "a hole is one PointList, or ranges of two points each");
    require_location(document, interface_path(document, zone, name_from(name)),
                     {CGNS_ENUMV(Vertex), CGNS_ENUMV(CellCenter)}, location);
    const auto index_dim = zone_size(document, zone).index_dim;
    cgns::Node hole{.name = name_from(name), .label = hole_label};
    for (int i = 0; i < nptsets; ++i) {
      const auto set = is_list ? std::string("PointList") : fmt::format("PointRange{}", i + 1);
      const std::int64_t count = is_list ? npnts : 2;
      hole.children.push_back(node_with(set.c_str(), is_list ? "IndexArray_t" : "IndexRange_t",
                                        cgns::DataType::I8, {index_dim, count},
                                        points == nullptr ? nullptr : points + i * count * index_dim));
    }
    const auto interfaces = interfaces_to_fill(document, zone);
    give(H, number_of(interfaces, put_located(document, interfaces, std::move(hole), location)));
  });
}
