// solutions.cpp: flow solutions and their fields.
#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr const char* solution_label = "FlowSolution_t";

Holder solution_at(Document& document, int B, int Z, int S) {
  const auto zone = zone_at(document, B, Z);
  return {zone, child_at(document, zone, solution_label, S)};
}

Spot field_at(Document& document, int B, int Z, int S, int F) {
  return array_at(document, solution_at(document, B, Z, S).node, F);
}

int move_one(Direction direction, int fn, int B, int Z, int S, int F, IndexRange range, const void* data) {
  return move_values(fn, direction, [=](Document& document) {
    return packed_box(document, field_at(document, B, Z, S, F), range, data);
  });
}

int move_part(Direction direction, int fn, int B, int Z, int S, int F, IndexRange range,
              const MemoryPart& memory) {
  return move_values(fn, direction, [=](Document& document) {
    const auto solution = solution_at(document, B, Z, S).node;
    return part_of_core(document, direction, solution, array_at(document, solution, F), range, memory);
  });
}

int move_several(Direction direction, int fn, int B, int Z, int S, const int* F, IndexRange range, int count,
                 const void* const* data) {
  return move_values(fn, direction, [=](Document& document) {
    Transfers all;
    for (int i = 0; data != nullptr && i < count; ++i) {
      for (auto& one : packed_box(document, field_at(document, B, Z, S, F[i]), range, data[i]))
        all.push_back(one);
    }
    return all;
  });
}

}  // namespace

int cgp_field_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name, int* F) {
  return cg_field_write(fn, B, Z, S, type, name, nullptr, F);
}

int cgp_field_write_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin, const cgsize_t* rmax,
                         const void* data) {
  return move_one(Direction::write, fn, B, Z, S, F, {rmin, rmax}, data);
}

int cgp_field_read_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin, const cgsize_t* rmax,
                        void* data) {
  return move_one(Direction::read, fn, B, Z, S, F, {rmin, rmax}, data);
}

int cgp_field_general_write_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin,
                                 const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                 const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                 const void* data) {
  return move_part(Direction::write, fn, B, Z, S, F, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_field_general_read_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin,
                                const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                void* data) {
  return move_part(Direction::read, fn, B, Z, S, F, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_field_multi_write_data(int fn, int B, int Z, int S, int* F, const cgsize_t* rmin,
                               const cgsize_t* rmax, int nsets, const void** buf) {
  return move_several(Direction::write, fn, B, Z, S, F, {rmin, rmax}, nsets, buf);
}

int cgp_field_multi_read_data(int fn, int B, int Z, int S, int* F, const cgsize_t* rmin, const cgsize_t* rmax,
                              int nsets, void** buf) {
  return move_several(Direction::read, fn, B, Z, S, F, {rmin, rmax}, nsets, buf);
}

int cg_nsols(int fn, int B, int Z, int* nsols) {
  return guarded([&] { *nsols = count_labelled(zone_at(document_of(fn), B, Z), solution_label); });
}

int cg_sol_info(int fn, int B, int Z, int S, char* name, CGNS_ENUMT(GridLocation_t) * location) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto solution = solution_at(document, B, Z, S).node;
    give_name(name, solution->name);
    give(location, location_of(document, solution));
  });
}

int cg_sol_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location, int* S) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    require_location(document, cgns::join(zone.path, name_from(name)),
                     array_locations(zone_size(document, zone)), location);
    const auto solution =
        put_located(document, zone, {.name = name_from(name), .label = solution_label}, location);
    give(S, number_of(zone, solution));
  });
}

int cg_sol_size(int fn, int B, int Z, int S, int* dimensions, cgsize_t* extents) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto holder = solution_at(document, B, Z, S);
    const auto size = extents_at(document, holder.zone, holder.node, location_of(document, holder.node));
    give(dimensions, size.size());
    std::copy(size.begin(), size.end(), extents);
  });
}

int cg_nfields(int fn, int B, int Z, int S, int* nfields) {
  return guarded(
      [&] { *nfields = count_labelled(solution_at(document_of(fn), B, Z, S).node, "DataArray_t"); });
}

int cg_field_info(int fn, int B, int Z, int S, int F, CGNS_ENUMT(DataType_t) * type, char* name) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto field = field_at(document, B, Z, S, F);
    give_name(name, field->name);
    give(type, data_type(document.type_of(*field.node)));
  });
}

int cg_field_read(int fn, int B, int Z, int S, const char* name, CGNS_ENUMT(DataType_t) type,
                  const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto solution = solution_at(document, B, Z, S).node;
    read_core(document, solution, array_named(document, solution, name), type, {rmin, rmax}, data);
  });
}

int cg_field_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                   const void* data, int* F) {
  return guarded([&] {
    auto& document = document_of(fn);
    give(F, put_array(document, solution_at(document, B, Z, S), type, name, data));
  });
}

int cgp_nsols(int fn, int B, int Z, int* nsols) { return cg_nsols(fn, B, Z, nsols); }

int cgp_sol_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location, int* S) {
  int solution = 0;
  const int status = cg_sol_write(fn, B, Z, name, location, &solution);
  if (status != CG_OK) return status;
  give(S, solution);
  return cgp_field_write(fn, B, Z, solution, CGNS_ENUMV(RealDouble), name, nullptr);
}

int cgp_sol_write_data(int fn, int B, int Z, int S, const cgsize_t* rmin, const cgsize_t* rmax,
                       const void* data) {
  return cgp_field_write_data(fn, B, Z, S, 1, rmin, rmax, data);
}

int cgp_sol_read_data(int fn, int B, int Z, int S, const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return cgp_field_read_data(fn, B, Z, S, 1, rmin, rmax, data);
}
