// properties.cpp: properties of boundary conditions and interfaces, data sets, and sets of interfaces.
#include <fmt/format.h>

#include "pcgns/capi/detail/zone_parts.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// A property of a boundary condition or of an interface: a node two levels below it.
struct Property {
  const char* group = nullptr;
  const char* group_label = nullptr;
  const char* name = nullptr;
  const char* label = nullptr;
};

constexpr Property wall_function = {"BCProperty", "BCProperty_t", "WallFunction", "WallFunction_t"};
constexpr Property area_of_condition = {"BCProperty", "BCProperty_t", "Area", "Area_t"};
constexpr Property periodic = {"GridConnectivityProperty", "GridConnectivityProperty_t", "Periodic",
                               "Periodic_t"};
constexpr Property average = {"GridConnectivityProperty", "GridConnectivityProperty_t", "AverageInterface",
                              "AverageInterface_t"};

Spot property_of(Document& document, const Spot& owner, const Property& property) {
  return required(document, required(document, owner, property.group_label), property.label);
}

void put_property(Document& document, const Spot& owner, const Property& property,
                  std::vector<cgns::Node> children) {
  const auto group = ensure(document, owner, property.group, property.group_label);
  document.put(group, {.name = property.name, .label = property.label, .children = std::move(children)});
}

template <typename Enum, std::size_t count>
Step reads_kind(const Property& property, const char* label, const std::array<std::string_view, count>& names,
                Enum* type) {
  return [=, &names](Document& document, const Spot& owner) {
    give(type,
         enum_of<Enum>(document, required(document, property_of(document, owner, property), label), names));
  };
}

template <typename Enum, std::size_t count>
Step writes_kind(const Property& property, const char* name, const char* label,
                 const std::array<std::string_view, count>& names, Enum type) {
  return [=, &names](Document& document, const Spot& owner) {
    put_property(document, owner, property, {enum_node(name, label, names, type)});
  };
}

Step reads_periodic(float* center, float* angle, float* translation) {
  return [=](Document& document, const Spot& interface) {
    const auto node = property_of(document, interface, periodic);
    give_reals(document, node, "RotationCenter", 3, center);
    give_reals(document, node, "RotationAngle", 3, angle);
    give_reals(document, node, "Translation", 3, translation);
  };
}

Step writes_periodic(int B, const float* center, const float* angle, const float* translation) {
  return [=](Document& document, const Spot& interface) {
    const auto dimension = physical_dimension(document, B);
    put_property(
        document, interface, periodic,
        {reals_node("RotationCenter", dimension, center), reals_node("RotationAngle", dimension, angle),
         reals_node("Translation", dimension, translation)});
  };
}

Step reads_average(CGNS_ENUMT(AverageInterfaceType_t) * type) {
  return reads_kind(average, "AverageInterfaceType_t", average_interfaces, type);
}

Step writes_average(CGNS_ENUMT(AverageInterfaceType_t) type) {
  return writes_kind(average, "AverageInterfaceType", "AverageInterfaceType_t", average_interfaces, type);
}

const char* data_name(CGNS_ENUMT(BCDataType_t) type) {
  if (type == CGNS_ENUMV(Dirichlet)) return "DirichletData";
  if (type == CGNS_ENUMV(Neumann)) return "NeumannData";
  throw Error(ErrorKind::usage, "data of a boundary condition are Dirichlet or Neumann");
}

Step reads_data_set(const char* label, int D, char* name, CGNS_ENUMT(BCType_t) * type, int* dirichlet_flag,
                    int* neumann_flag) {
  return [=](Document& document, const Spot& owner) {
    const auto set = child_at(document, owner, label, D);
    give_name(name, set->name);
    give(type, enum_of<CGNS_ENUMT(BCType_t)>(document, set, bc_types));
    give(dirichlet_flag, child_named(set, "DirichletData") ? 1 : 0);
    give(neumann_flag, child_named(set, "NeumannData") ? 1 : 0);
  };
}

/// Files of old versions call it BCDataSet_t here, too.
const char* family_set_label(const Spot& condition) {
  return count_labelled(condition, "FamilyBCDataSet_t") > 0 ? "FamilyBCDataSet_t" : "BCDataSet_t";
}

}  // namespace

int cg_dataset_read(int fn, int B, int Z, int BC, int D, char* name, CGNS_ENUMT(BCType_t) * type,
                    int* dirichlet_flag, int* neumann_flag) {
  return in_condition(fn, B, Z, BC,
                      reads_data_set("BCDataSet_t", D, name, type, dirichlet_flag, neumann_flag));
}

int cg_dataset_write(int fn, int B, int Z, int BC, const char* name, CGNS_ENUMT(BCType_t) type, int* D) {
  return in_condition(fn, B, Z, BC, creates_enum("BCDataSet_t", name, bc_types, type, D));
}

int cg_bcdata_write(int fn, int B, int Z, int BC, int D, CGNS_ENUMT(BCDataType_t) type) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    document.put(child_at(document, condition, "BCDataSet_t", D),
                 {.name = data_name(type), .label = "BCData_t"});
  });
}

int cg_bcdataset_info(int* ndatasets) {
  return at_node(
      [&](Document&, const Spot& node) { give(ndatasets, count_labelled(node, family_set_label(node))); });
}

int cg_bcdataset_read(int D, char* name, CGNS_ENUMT(BCType_t) * type, int* dirichlet_flag,
                      int* neumann_flag) {
  return at_node([&](Document& document, const Spot& node) {
    reads_data_set(family_set_label(node), D, name, type, dirichlet_flag, neumann_flag)(document, node);
  });
}

int cg_bcdataset_write(const char* name, CGNS_ENUMT(BCType_t) type, CGNS_ENUMT(BCDataType_t) data_type) {
  return at_node([&](Document& document, const Spot& node) {
    const auto* data = data_name(data_type);
    require_parent(document, node, "FamilyBCDataSet_t");
    auto set = child_named(node, name_from(name));
    if (!set) set = document.put(node, enum_node(name, "FamilyBCDataSet_t", bc_types, type));
    document.put(set, {.name = data, .label = "BCData_t"});
  });
}

int cg_bc_wallfunction_read(int fn, int B, int Z, int BC, CGNS_ENUMT(WallFunctionType_t) * type) {
  return in_condition(fn, B, Z, BC, reads_kind(wall_function, "WallFunctionType_t", wall_functions, type));
}

int cg_bc_wallfunction_write(int fn, int B, int Z, int BC, CGNS_ENUMT(WallFunctionType_t) type) {
  return in_condition(
      fn, B, Z, BC,
      writes_kind(wall_function, "WallFunctionType", "WallFunctionType_t", wall_functions, type));
}

int cg_bc_area_read(int fn, int B, int Z, int BC, CGNS_ENUMT(AreaType_t) * type, float* area, char* region) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    reads_kind(area_of_condition, "AreaType_t", area_types, type)(document, condition);
    const auto node = property_of(document, condition, area_of_condition);
    give_reals(document, node, "SurfaceArea", 1, area);
    if (const auto name = child_named(node, "RegionName")) give_name(region, text(document, name));
  });
}

int cg_bc_area_write(int fn, int B, int Z, int BC, CGNS_ENUMT(AreaType_t) type, float area,
                     const char* region) {
  return in_condition(fn, B, Z, BC, [&](Document& document, const Spot& condition) {
    auto name = name_from(region);
    name.resize(32, ' ');
    put_property(document, condition, area_of_condition,
                 {enum_node("AreaType", "AreaType_t", area_types, type), reals_node("SurfaceArea", 1, &area),
                  node_with("RegionName", "DataArray_t", cgns::DataType::C1, {32}, name.data())});
  });
}

int cg_conn_periodic_read(int fn, int B, int Z, int J, float* center, float* angle, float* translation) {
  return in_interface(fn, B, Z, general, J, reads_periodic(center, angle, translation));
}
int cg_conn_periodic_write(int fn, int B, int Z, int J, const float* center, const float* angle,
                           const float* translation) {
  return in_interface(fn, B, Z, general, J, writes_periodic(B, center, angle, translation));
}
int cg_1to1_periodic_read(int fn, int B, int Z, int J, float* center, float* angle, float* translation) {
  return in_interface(fn, B, Z, matching, J, reads_periodic(center, angle, translation));
}
int cg_1to1_periodic_write(int fn, int B, int Z, int J, const float* center, const float* angle,
                           const float* translation) {
  return in_interface(fn, B, Z, matching, J, writes_periodic(B, center, angle, translation));
}
int cg_conn_average_read(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) * type) {
  return in_interface(fn, B, Z, general, J, reads_average(type));
}
int cg_conn_average_write(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) type) {
  return in_interface(fn, B, Z, general, J, writes_average(type));
}
int cg_1to1_average_read(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) * type) {
  return in_interface(fn, B, Z, matching, J, reads_average(type));
}
int cg_1to1_average_write(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) type) {
  return in_interface(fn, B, Z, matching, J, writes_average(type));
}

int cg_nzconns(int fn, int B, int Z, int* nzconns) {
  return in_zone(fn, B, Z, counts("ZoneGridConnectivity_t", nzconns));
}

int cg_zconn_read(int fn, int B, int Z, int C, char* name) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const auto interfaces = child_at(document, zone, "ZoneGridConnectivity_t", C);
    choose_interfaces(document, zone, interfaces->name);
    give_name(name, interfaces->name);
  });
}

int cg_zconn_write(int fn, int B, int Z, const char* name, int* C) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    creates("ZoneGridConnectivity_t", name, C)(document, zone);
    choose_interfaces(document, zone, name);
  });
}

int cg_zconn_get(int fn, int B, int Z, int* C) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const auto interfaces = interfaces_of(document, zone);
    give(C, interfaces ? number_of(zone, interfaces) : 0);
    if (!interfaces) throw NotFound(ErrorKind::usage, "has no ZoneGridConnectivity_t");
  });
}

int cg_zconn_set(int fn, int B, int Z, int C) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    choose_interfaces(document, zone, child_at(document, zone, "ZoneGridConnectivity_t", C)->name);
  });
}
