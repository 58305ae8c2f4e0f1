// base_zone.cpp: bases, zones and their global properties.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;
using cgns::DataType;

namespace {

void require(bool holds, const char* why) {
  if (!holds) throw Error(ErrorKind::usage, why);
}

/// Throws Error{usage} unless the sizes are those of a zone.
void require_sizes(Document& document, const std::string& path, const cgsize_t* size, std::int64_t index_dim,
                   CGNS_ENUMT(ZoneType_t) type) {
  for (std::int64_t i = 0; i < index_dim; ++i) {
    const auto vertices = size[i];
    const auto cells = size[index_dim + i];
    if (vertices < 1 || cells < 0)
      refuse(document, path, "at least one vertex along each index",
             fmt::format("{} vertices and {} cells", vertices, cells));
    if (type == CGNS_ENUMV(Structured) && cells != vertices - 1)
      refuse(document, path, fmt::format("{} cells along index {}", vertices - 1, i + 1),
             fmt::format("{}", cells));
  }
  if (type == CGNS_ENUMV(Unstructured) && size[2] > size[0])
    refuse(document, path, fmt::format("at most {} boundary vertices", size[0]), fmt::format("{}", size[2]));
}

}  // namespace

int cg_nbases(int fn, int* nbases) {
  return guarded([&] { *nbases = count_labelled(document_of(fn).root(), "CGNSBase_t"); });
}

int cg_base_read(int fn, int B, char* name, int* cell_dim, int* phys_dim) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto base = base_at(document, B);
    const auto dims = integers(document, base);
    require(dims.size() == 2, "a base needs its two dimensions");
    give_name(name, base->name);
    give(cell_dim, dims[0]);
    give(phys_dim, dims[1]);
  });
}

int cg_base_write(int fn, const char* name, int cell_dim, int phys_dim, int* B) {
  return guarded([&] {
    auto& document = document_of(fn);
    require(cell_dim >= 1 && cell_dim <= 3 && phys_dim >= 1 && phys_dim <= 3,
            "dimensions of a base must be 1 to 3");
    const auto root = document.root();
    const auto base =
        document.put(root, cgns::integer_node(name_from(name), "CGNSBase_t", {2}, {cell_dim, phys_dim}));
    give(B, number_of(root, base));
  });
}

int cg_cell_dim(int fn, int B, int* cell_dim) { return cg_base_read(fn, B, nullptr, cell_dim, nullptr); }

int cg_nzones(int fn, int B, int* nzones) { return in_base(fn, B, counts("Zone_t", nzones)); }

int cg_zone_read(int fn, int B, int Z, char* name, cgsize_t* size) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    const auto sizes = integers(document, zone);
    give_name(name, zone->name);
    std::copy(sizes.begin(), sizes.begin() + std::min<std::ptrdiff_t>(9, std::ssize(sizes)), size);
  });
}

int cg_zone_type(int fn, int B, int Z, CGNS_ENUMT(ZoneType_t) * type) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto node = child_labelled(zone_at(document, B, Z), "ZoneType_t");
    // SIDS default for a zone without ZoneType.
    *type = node ? number_of_word<CGNS_ENUMT(ZoneType_t)>(zone_types, text(document, node))
                 : CGNS_ENUMV(Structured);
  });
}

int cg_index_dim(int fn, int B, int Z, int* index_dim) {
  return guarded([&] {
    auto& document = document_of(fn);
    *index_dim = zone_size(document, zone_at(document, B, Z)).index_dim;
  });
}

int cg_zone_write(int fn, int B, const char* name, const cgsize_t* size, CGNS_ENUMT(ZoneType_t) type,
                  int* Z) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto base = base_at(document, B);
    require(type == CGNS_ENUMV(Structured) || type == CGNS_ENUMV(Unstructured),
            "a zone must be Structured or Unstructured");
    require(size != nullptr, "a zone needs its sizes");
    const auto index_dim = type == CGNS_ENUMV(Structured) ? integers(document, base).at(0) : 1;
    require_sizes(document, cgns::join(base.path, name_from(name)), size, index_dim, type);
    auto node = node_with(name, "Zone_t", DataType::I8, {index_dim, 3}, size);
    node.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", word_of(zone_types, type)));
    const auto zone = document.put(base, std::move(node));
    give(Z, number_of(base, zone));
  });
}

int cg_simulation_type_read(int fn, int B, CGNS_ENUMT(SimulationType_t) * type) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    const auto node = child_labelled(base, "SimulationType_t");
    give(type, node ? enum_of<CGNS_ENUMT(SimulationType_t)>(document, node, simulation_types)
                    : CGNS_ENUMV(SimulationTypeNull));
  });
}

int cg_simulation_type_write(int fn, int B, CGNS_ENUMT(SimulationType_t) type) {
  return guarded([&] {
    auto& document = document_of(fn);
    document.put(base_at(document, B),
                 cgns::text_node("SimulationType", "SimulationType_t", word_of(simulation_types, type)));
  });
}

int cg_biter_read(int fn, int B, char* name, int* nsteps) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto node = required(document, base_at(document, B), "BaseIterativeData_t");
    const auto steps = integers(document, node);
    give_name(name, node->name);
    give(nsteps, steps.empty() ? 0 : steps.front());
  });
}

int cg_biter_write(int fn, int B, const char* name, int nsteps) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    if (nsteps < 1)
      refuse(document, cgns::join(base.path, name_from(name)), "at least one time step",
             fmt::format("{}", nsteps));
    put_only(document, base, cgns::integer_node(name_from(name), "BaseIterativeData_t", {1}, {nsteps}));
  });
}

int cg_ziter_read(int fn, int B, int Z, char* name) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    give_name(name, required(document, zone, "ZoneIterativeData_t")->name);
  });
}

int cg_ziter_write(int fn, int B, int Z, const char* name) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    put_only(document, zone, {.name = name_from(name), .label = "ZoneIterativeData_t"});
  });
}

int cg_gravity_read(int fn, int B, float* gravity) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    give_reals(document, required(document, base, "Gravity_t"), "GravityVector",
               physical_dimension(document, B), gravity);
  });
}

int cg_gravity_write(int fn, int B, const float* gravity) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    document.put(base, {.name = "Gravity",
                        .label = "Gravity_t",
                        .children = {reals_node("GravityVector", physical_dimension(document, B), gravity)}});
  });
}

int cg_axisym_read(int fn, int B, float* point, float* axis) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    const auto node = required(document, base, "Axisymmetry_t");
    give_reals(document, node, "AxisymmetryReferencePoint", 2, point);
    give_reals(document, node, "AxisymmetryAxisVector", 2, axis);
  });
}

int cg_axisym_write(int fn, int B, const float* point, const float* axis) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    const auto dimension = integers(document, base).at(1);
    require(dimension == 2, "axisymmetry needs a base of two physical dimensions");
    document.put(base, {.name = "Axisymmetry",
                        .label = "Axisymmetry_t",
                        .children = {reals_node("AxisymmetryReferencePoint", dimension, point),
                                     reals_node("AxisymmetryAxisVector", dimension, axis)}});
  });
}

int cgp_nbases(int fn, int* nbases) { return cg_nbases(fn, nbases); }
int cgp_base_read(int fn, int B, char* name, int* cell_dim, int* phys_dim) {
  return cg_base_read(fn, B, name, cell_dim, phys_dim);
}
int cgp_base_write(int fn, const char* name, int cell_dim, int phys_dim, int* B) {
  return cg_base_write(fn, name, cell_dim, phys_dim, B);
}
int cgp_nzones(int fn, int B, int* nzones) { return cg_nzones(fn, B, nzones); }
int cgp_zone_read(int fn, int B, int Z, char* name, cgsize_t* size) {
  return cg_zone_read(fn, B, Z, name, size);
}
int cgp_zone_type(int fn, int B, int Z, CGNS_ENUMT(ZoneType_t) * type) {
  return cg_zone_type(fn, B, Z, type);
}
int cgp_zone_write(int fn, int B, const char* name, const cgsize_t* size, CGNS_ENUMT(ZoneType_t) type,
                   int* Z) {
  return cg_zone_write(fn, B, name, size, type, Z);
}
