// partial_arrays.cpp: parts of coordinates, fields and arrays of the current node, on this rank alone.
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

HolderOf grid_holder(int B, int Z) {
  return [=](Document& document) -> Holder { return {zone_at(document, B, Z), grid_of(document, B, Z)}; };
}

HolderOf new_grid(int B, int Z) {
  return [=](Document& document) -> Holder {
    const auto zone = zone_at(document, B, Z);
    const auto found = child_labelled(zone, "GridCoordinates_t");
    return {zone, found ? found : ensure(document, zone, "GridCoordinates", "GridCoordinates_t")};
  };
}

HolderOf solution_holder(int B, int Z, int S) {
  return [=](Document& document) -> Holder {
    const auto zone = zone_at(document, B, Z);
    return {zone, child_at(document, zone, "FlowSolution_t", S)};
  };
}

int read_held(int fn, const HolderOf& holder_of, const char* name, IndexRange range,
              const MemoryPart& memory) {
  return guarded_on(fn, [&](Document& document) {
    const auto node = holder_of(document).node;
    read_part(document, node, array_named(document, node, name), range, memory);
  });
}

int write_held(int fn, const HolderOf& holder_of, const char* name, CGNS_ENUMT(DataType_t) type,
               IndexRange range, const MemoryPart& memory, int* number) {
  return guarded_on(fn, [&](Document& document) {
    const auto holder = holder_of(document);
    give(number,
         write_part(document, holder.node, name, {type, extents_of(document, holder)}, range, memory));
  });
}

/// The same from memory that holds just the values.
int write_held_packed(int fn, const HolderOf& holder_of, const char* name, CGNS_ENUMT(DataType_t) type,
                      IndexRange range, const void* data, int* number) {
  return guarded_on(fn, [&](Document& document) {
    const auto holder = holder_of(document);
    const auto extents = extents_of(document, holder);
    const PackedMemory memory(type, extents.size(), range, data);
    give(number, write_part(document, holder.node, name, {type, extents}, range, memory.part()));
  });
}

}  // namespace

int cg_coord_partial_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name,
                           const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* C) {
  return write_held_packed(fn, new_grid(B, Z), name, type, {rmin, rmax}, data, C);
}

int cg_coord_general_read(int fn, int B, int Z, const char* name, const cgsize_t* rmin, const cgsize_t* rmax,
                          CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                          const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data) {
  return read_held(fn, grid_holder(B, Z), name, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cg_coord_general_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(DataType_t) s_type,
                           const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                           int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                           const cgsize_t* m_rmax, const void* data, int* C) {
  return write_held(fn, new_grid(B, Z), name, s_type, {rmin, rmax},
                    {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data}, C);
}

int cg_field_partial_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                           const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* F) {
  return write_held_packed(fn, solution_holder(B, Z, S), name, type, {rmin, rmax}, data, F);
}

int cg_field_general_read(int fn, int B, int Z, int S, const char* name, const cgsize_t* rmin,
                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                          void* data) {
  return read_held(fn, solution_holder(B, Z, S), name, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cg_field_general_write(int fn, int B, int Z, int S, const char* name, CGNS_ENUMT(DataType_t) s_type,
                           const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                           int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                           const cgsize_t* m_rmax, const void* data, int* F) {
  return write_held(fn, solution_holder(B, Z, S), name, s_type, {rmin, rmax},
                    {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data}, F);
}

int cg_array_general_read(int A, const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                          int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                          const cgsize_t* m_rmax, void* data) {
  return at_node([&](Document& document, const Spot& node) {
    read_part(document, node, array_at(document, node, A), {rmin, rmax},
              {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
  });
}

int cg_array_general_write(const char* name, CGNS_ENUMT(DataType_t) s_type, int s_numdim,
                           const cgsize_t* s_dimvals, const cgsize_t* rmin, const cgsize_t* rmax,
                           CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                           const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data) {
  return at_node([&](Document& document, const Spot& node) {
    const auto all = extents_from(s_numdim, s_dimvals);
    require_array_here(document, node, name, data_type(s_type), all);
    static_cast<void>(write_part(document, node, name, {s_type, all}, {rmin, rmax},
                                 {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data}));
  });
}
