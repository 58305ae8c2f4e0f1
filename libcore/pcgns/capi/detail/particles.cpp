// particles.cpp: particle zones, their coordinates and solutions: arrays of one index.
#include <fmt/format.h>

#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/particle_arrays.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr const char* particle_coordinates = "ParticleCoordinates_t";
constexpr const char* particle_solutions = "ParticleSolution_t";

int in_particles(int fn, int B, int P, const Step& step) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    step(document, child_at(document, base, "ParticleZone_t", P));
  });
}

int in_solution(int fn, int B, int P, int S, const Step& step) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    step(document, child_at(document, zone, particle_solutions, S));
  });
}

/// The bounding box is the value of the node of coordinates.
Step in_coordinates(int C, const Step& step) {
  return [=](Document& document, const Spot& zone) {
    step(document, child_at(document, zone, particle_coordinates, C));
  };
}

Step reads_info(int number, CGNS_ENUMT(DataType_t) * type, char* name) {
  return [=](Document& document, const Spot& node) {
    const auto array = array_at(document, node, number);
    give_name(name, array->name);
    give(type, data_type(document.type_of(*array.node)));
  };
}

}  // namespace

int cg_nparticle_zones(int fn, int B, int* nparticle_zones) {
  return in_base(fn, B, counts("ParticleZone_t", nparticle_zones));
}

int cg_particle_read(int fn, int B, int P, char* name, cgsize_t* size) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    give_name(name, zone->name);
    give(size, integers(document, zone).at(0));
  });
}

int cg_particle_write(int fn, int B, const char* name, cgsize_t size, int* P) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    if (size < 0) throw Error(ErrorKind::usage, fmt::format("{} is not a number of particles", size));
    const auto zone = document.put(
        base, cgns::integer_node(name_from(name), "ParticleZone_t", {1}, {size}, cgns::DataType::I8));
    give(P, number_of(base, zone));
  });
}

int cg_piter_read(int fn, int B, int P, char* name) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    give_name(name, required(document, zone, "ParticleIterativeData_t")->name);
  });
}
int cg_piter_write(int fn, int B, int P, const char* name) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    put_only(document, zone, {.name = name_from(name), .label = "ParticleIterativeData_t"});
  });
}

int cg_particle_ncoord_nodes(int fn, int B, int P, int* ncoord_nodes) {
  return in_particles(fn, B, P, counts(particle_coordinates, ncoord_nodes));
}
int cg_particle_coord_node_read(int fn, int B, int P, int C, char* name) {
  return in_particles(fn, B, P, names(particle_coordinates, C, name));
}
int cg_particle_coord_node_write(int fn, int B, int P, const char* name, int* C) {
  return in_particles(fn, B, P, creates(particle_coordinates, name, C));
}
int cg_particle_bounding_box_read(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) type, void* box) {
  return in_particles(fn, B, P, in_coordinates(C, reads_box(B, type, box)));
}
int cg_particle_bounding_box_write(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) type, void* box) {
  return in_particles(fn, B, P, in_coordinates(C, writes_box(B, type, box)));
}

int cg_particle_ncoords(int fn, int B, int P, int* ncoords) {
  return in_particles(fn, B, P, [&](Document&, const Spot& zone) {
    const auto node = child_labelled(zone, particle_coordinates);
    give(ncoords, node ? count_labelled(node, "DataArray_t") : 0);
  });
}
int cg_particle_coord_info(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) * type, char* name) {
  return in_particles(fn, B, P, in_coordinates(1, reads_info(C, type, name)));
}

int cg_particle_nsols(int fn, int B, int P, int* nsols) {
  return in_particles(fn, B, P, counts(particle_solutions, nsols));
}
int cg_particle_sol_info(int fn, int B, int P, int S, char* name) {
  return in_particles(fn, B, P, names(particle_solutions, S, name));
}
int cg_particle_sol_write(int fn, int B, int P, const char* name, int* S) {
  return in_particles(fn, B, P, creates(particle_solutions, name, S));
}

int cg_particle_sol_size(int fn, int B, int P, int S, cgsize_t* size) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    give(size, particle_count(document, zone, child_at(document, zone, particle_solutions, S)));
  });
}

int cg_particle_sol_ptset_info(int fn, int B, int P, int S, CGNS_ENUMT(PointSetType_t) * ptset_type,
                               cgsize_t* npnts) {
  return in_solution(fn, B, P, S, [&](Document& document, const Spot& node) {
    give_point_set(document, node, ptset_type, npnts);
  });
}
int cg_particle_sol_ptset_read(int fn, int B, int P, int S, cgsize_t* points) {
  return in_solution(fn, B, P, S,
                     [&](Document& document, const Spot& node) { give_points(document, node, points); });
}
int cg_particle_sol_ptset_write(int fn, int B, int P, const char* name, CGNS_ENUMT(PointSetType_t) ptset_type,
                                cgsize_t npnts, const cgsize_t* points, int* S) {
  return in_particles(fn, B, P, [&](Document& document, const Spot& zone) {
    cgns::Node node{.name = name_from(name), .label = particle_solutions};
    node.children.push_back(points_node(document, word_of(point_set_types, ptset_type), 1, npnts, points));
    give(S, number_of(zone, document.put(zone, std::move(node))));
  });
}

int cg_particle_nfields(int fn, int B, int P, int S, int* nfields) {
  return in_solution(fn, B, P, S, counts("DataArray_t", nfields));
}
int cg_particle_field_info(int fn, int B, int P, int S, int F, CGNS_ENUMT(DataType_t) * type, char* name) {
  return in_solution(fn, B, P, S, reads_info(F, type, name));
}
