#include "pcgns/capi/detail/particle_arrays.hpp"

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/data_calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace pcgns::capi {

std::int64_t particle_count(Document& document, const Spot& zone, const Spot& holder) {
  const auto points = points_of(holder);
  if (!points) return integers(document, zone).at(0);
  if (points->name == "PointList") return document.dims_of(*points.node).back();
  const auto range = integers(document, points);
  return range.at(1) - range.at(0) + 1;
}

Step reads_box(int B, CGNS_ENUMT(DataType_t) type, void* box) {
  return [=](Document& document, const Spot& node) {
    if (!cgns::is_real(document.type_of(*node.node)))
      throw NotFound(ErrorKind::usage, at(document.path(), node.path, "has no bounding box"));
    give_values(document, node, 2 * physical_dimension(document, B), data_type(type), box);
  };
}

Step writes_box(int B, CGNS_ENUMT(DataType_t) type, const void* box) {
  return [=](Document& document, const Spot& node) {
    if (!cgns::is_real(data_type(type)))
      throw Error(ErrorKind::usage, "a bounding box is RealSingle or RealDouble");
    if (box == nullptr) return;
    document.set_value(node,
                       node_with("Box", "", data_type(type), {physical_dimension(document, B), 2}, box));
  };
}

}  // namespace pcgns::capi

namespace {

Spot particles_at(Document& document, int B, int P) {
  return child_at(document, base_at(document, B), "ParticleZone_t", P);
}

HolderOf particle_grid(int B, int P) {
  return [=](Document& document) -> Holder {
    const auto zone = particles_at(document, B, P);
    return {zone, child_at(document, zone, "ParticleCoordinates_t", 1)};
  };
}

HolderOf new_particle_grid(int B, int P) {
  return [=](Document& document) -> Holder {
    const auto zone = particles_at(document, B, P);
    const auto found = child_labelled(zone, "ParticleCoordinates_t");
    return {zone, found ? found : ensure(document, zone, "ParticleCoordinates", "ParticleCoordinates_t")};
  };
}

HolderOf particle_solution(int B, int P, int S) {
  return [=](Document& document) -> Holder {
    const auto zone = particles_at(document, B, P);
    return {zone, child_at(document, zone, "ParticleSolution_t", S)};
  };
}

int create_particles(int fn, const HolderOf& holder_of, CGNS_ENUMT(DataType_t) type, const char* name,
                     const void* data, int* number) {
  return guarded_on(fn, [&](Document& document) {
    const auto holder = holder_of(document);
    const auto count = particle_count(document, holder.zone, holder.node);
    give(number, put_array(document, holder.node, {count}, data_type(type), name, data));
  });
}

int read_particles(int fn, const HolderOf& holder_of, const char* name, IndexRange range,
                   const MemoryPart& memory) {
  return guarded_on(fn, [&](Document& document) {
    const auto node = holder_of(document).node;
    read_part(document, node, array_named(document, node, name), range, memory);
  });
}

int read_packed_particles(int fn, const HolderOf& holder_of, const char* name, CGNS_ENUMT(DataType_t) type,
                          IndexRange range, void* data) {
  const PackedMemory memory(type, 1, range, data);
  return read_particles(fn, holder_of, name, range, memory.part());
}

int write_particles(int fn, const HolderOf& holder_of, const char* name, CGNS_ENUMT(DataType_t) type,
                    IndexRange range, const MemoryPart& memory, int* number) {
  return guarded_on(fn, [&](Document& document) {
    const auto holder = holder_of(document);
    const auto count = particle_count(document, holder.zone, holder.node);
    give(number, write_part(document, holder.node, name, {type, {count}}, range, memory));
  });
}

int write_packed_particles(int fn, const HolderOf& holder_of, const char* name, CGNS_ENUMT(DataType_t) type,
                           IndexRange range, const void* data, int* number) {
  const PackedMemory memory(type, 1, range, data);
  return write_particles(fn, holder_of, name, type, range, memory.part(), number);
}

/// Moves the same range of several arrays.
int move_particles(Direction direction, int fn, const HolderOf& holder_of, const int* numbers,
                   IndexRange range, int count, const void* const* data) {
  return move_values(fn, direction, [=](Document& document) {
    Transfers all;
    for (int i = 0; data != nullptr && i < count; ++i) {
      const auto array = array_at(document, holder_of(document).node, numbers[i]);
      for (auto& one : packed_box(document, array, range, data[i])) all.push_back(one);
    }
    return all;
  });
}

int move_particle_part(Direction direction, int fn, const HolderOf& holder_of, int number, IndexRange range,
                       const MemoryPart& memory) {
  return move_values(fn, direction, [=](Document& document) {
    const auto node = holder_of(document).node;
    return part_of_core(document, direction, node, array_at(document, node, number), range, memory);
  });
}

}  // namespace

int cg_particle_coord_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name,
                            const void* data, int* C) {
  return create_particles(fn, new_particle_grid(B, P), type, name, data, C);
}
int cg_particle_coord_read(int fn, int B, int P, const char* name, CGNS_ENUMT(DataType_t) type,
                           const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return read_packed_particles(fn, particle_grid(B, P), name, type, {rmin, rmax}, data);
}
int cg_particle_coord_general_read(int fn, int B, int P, const char* name, const cgsize_t* rmin,
                                   const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                   const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                   void* data) {
  return read_particles(fn, particle_grid(B, P), name, {rmin, rmax},
                        {m_type, 1, m_dimvals, {m_rmin, m_rmax}, data});
}
int cg_particle_coord_partial_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name,
                                    const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* C) {
  return write_packed_particles(fn, new_particle_grid(B, P), name, type, {rmin, rmax}, data, C);
}
int cg_particle_coord_general_write(int fn, int B, int P, const char* name, CGNS_ENUMT(DataType_t) s_type,
                                    const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                    const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                    const void* data, int* C) {
  return write_particles(fn, new_particle_grid(B, P), name, s_type, {rmin, rmax},
                         {m_type, 1, m_dimvals, {m_rmin, m_rmax}, data}, C);
}

int cg_particle_field_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                            const void* data, int* F) {
  return create_particles(fn, particle_solution(B, P, S), type, name, data, F);
}
int cg_particle_field_read(int fn, int B, int P, int S, const char* name, CGNS_ENUMT(DataType_t) type,
                           const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return read_packed_particles(fn, particle_solution(B, P, S), name, type, {rmin, rmax}, data);
}
int cg_particle_field_general_read(int fn, int B, int P, int S, const char* name, const cgsize_t* rmin,
                                   const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                   const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                   void* data) {
  return read_particles(fn, particle_solution(B, P, S), name, {rmin, rmax},
                        {m_type, 1, m_dimvals, {m_rmin, m_rmax}, data});
}
int cg_particle_field_partial_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type,
                                    const char* name, const cgsize_t* rmin, const cgsize_t* rmax,
                                    const void* data, int* F) {
  return write_packed_particles(fn, particle_solution(B, P, S), name, type, {rmin, rmax}, data, F);
}
int cg_particle_field_general_write(int fn, int B, int P, int S, const char* name,
                                    CGNS_ENUMT(DataType_t) s_type, const cgsize_t* rmin, const cgsize_t* rmax,
                                    CGNS_ENUMT(DataType_t) m_type, const cgsize_t* m_dimvals,
                                    const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data,
                                    int* F) {
  return write_particles(fn, particle_solution(B, P, S), name, s_type, {rmin, rmax},
                         {m_type, 1, m_dimvals, {m_rmin, m_rmax}, data}, F);
}

int cgp_particle_coord_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name, int* C) {
  return create_particles(fn, new_particle_grid(B, P), type, name, nullptr, C);
}
int cgp_particle_coord_write_data(int fn, int B, int P, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                  const void* data) {
  return move_particles(Direction::write, fn, particle_grid(B, P), &C, {rmin, rmax}, 1, &data);
}
int cgp_particle_coord_read_data(int fn, int B, int P, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                 void* data) {
  return move_particles(Direction::read, fn, particle_grid(B, P), &C, {rmin, rmax}, 1, &data);
}
int cgp_particle_coord_general_write_data(int fn, int B, int P, int C, const cgsize_t* rmin,
                                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                          const cgsize_t* m_rmax, const void* data) {
  return move_particle_part(Direction::write, fn, particle_grid(B, P), C, {rmin, rmax},
                            {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}
int cgp_particle_coord_general_read_data(int fn, int B, int P, int C, const cgsize_t* rmin,
                                         const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                         const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                         const cgsize_t* m_rmax, void* data) {
  return move_particle_part(Direction::read, fn, particle_grid(B, P), C, {rmin, rmax},
                            {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}
int cgp_particle_coord_multi_write_data(int fn, int B, int P, int* C, const cgsize_t* rmin,
                                        const cgsize_t* rmax, int nsets, const void** buf) {
  return move_particles(Direction::write, fn, particle_grid(B, P), C, {rmin, rmax}, nsets, buf);
}
int cgp_particle_coord_multi_read_data(int fn, int B, int P, int* C, const cgsize_t* rmin,
                                       const cgsize_t* rmax, int nsets, void** buf) {
  return move_particles(Direction::read, fn, particle_grid(B, P), C, {rmin, rmax}, nsets, buf);
}

int cgp_particle_field_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                             int* F) {
  return create_particles(fn, particle_solution(B, P, S), type, name, nullptr, F);
}
int cgp_particle_field_write_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                  const cgsize_t* rmax, const void* data) {
  return move_particles(Direction::write, fn, particle_solution(B, P, S), &F, {rmin, rmax}, 1, &data);
}
int cgp_particle_field_read_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                 const cgsize_t* rmax, void* data) {
  return move_particles(Direction::read, fn, particle_solution(B, P, S), &F, {rmin, rmax}, 1, &data);
}
int cgp_particle_field_general_write_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                          const cgsize_t* m_rmax, const void* data) {
  return move_particle_part(Direction::write, fn, particle_solution(B, P, S), F, {rmin, rmax},
                            {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}
int cgp_particle_field_general_read_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                         const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                         const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                         const cgsize_t* m_rmax, void* data) {
  return move_particle_part(Direction::read, fn, particle_solution(B, P, S), F, {rmin, rmax},
                            {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}
int cgp_particle_field_multi_write_data(int fn, int B, int P, int S, int* F, const cgsize_t* rmin,
                                        const cgsize_t* rmax, int nsets, const void** buf) {
  return move_particles(Direction::write, fn, particle_solution(B, P, S), F, {rmin, rmax}, nsets, buf);
}
int cgp_particle_field_multi_read_data(int fn, int B, int P, int S, int* F, const cgsize_t* rmin,
                                       const cgsize_t* rmax, int nsets, void** buf) {
  return move_particles(Direction::read, fn, particle_solution(B, P, S), F, {rmin, rmax}, nsets, buf);
}
