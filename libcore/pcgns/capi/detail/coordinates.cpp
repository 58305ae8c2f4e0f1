// coordinates.cpp: grids and their coordinates.
#include "pcgns/capi/detail/particle_arrays.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr const char* grid_label = "GridCoordinates_t";

Holder grid_to_fill(Document& document, int B, int Z) {
  const auto zone = zone_at(document, B, Z);
  const auto grid = child_labelled(zone, grid_label);
  return {zone, grid ? grid : document.put(zone, {.name = "GridCoordinates", .label = grid_label})};
}

Spot coordinate(Document& document, int B, int Z, int C) {
  return array_at(document, grid_of(document, B, Z), C);
}

int move_one(Direction direction, int fn, int B, int Z, int C, IndexRange range, const void* data) {
  return move_values(fn, direction, [=](Document& document) {
    return packed_box(document, coordinate(document, B, Z, C), range, data);
  });
}

int move_part(Direction direction, int fn, int B, int Z, int C, IndexRange range, const MemoryPart& memory) {
  return move_values(fn, direction, [=](Document& document) {
    const auto grid = grid_of(document, B, Z);
    return part_of_core(document, direction, grid, array_at(document, grid, C), range, memory);
  });
}

int move_several(Direction direction, int fn, int B, int Z, const int* C, IndexRange range, int count,
                 const void* const* data) {
  return move_values(fn, direction, [=](Document& document) {
    Transfers all;
    for (int i = 0; data != nullptr && i < count; ++i) {
      for (auto& one : packed_box(document, coordinate(document, B, Z, C[i]), range, data[i]))
        all.push_back(one);
    }
    return all;
  });
}

}  // namespace

int cgp_coord_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name, int* C) {
  return cg_coord_write(fn, B, Z, type, name, nullptr, C);
}

int cgp_coord_write_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                         const void* data) {
  return move_one(Direction::write, fn, B, Z, C, {rmin, rmax}, data);
}

int cgp_coord_read_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return move_one(Direction::read, fn, B, Z, C, {rmin, rmax}, data);
}

int cgp_coord_general_write_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                 CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                 const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data) {
  return move_part(Direction::write, fn, B, Z, C, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_coord_general_read_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data) {
  return move_part(Direction::read, fn, B, Z, C, {rmin, rmax},
                   {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_coord_multi_write_data(int fn, int B, int Z, int* C, const cgsize_t* rmin, const cgsize_t* rmax,
                               int nsets, const void** buf) {
  return move_several(Direction::write, fn, B, Z, C, {rmin, rmax}, nsets, buf);
}

int cgp_coord_multi_read_data(int fn, int B, int Z, int* C, const cgsize_t* rmin, const cgsize_t* rmax,
                              int nsets, void** buf) {
  return move_several(Direction::read, fn, B, Z, C, {rmin, rmax}, nsets, buf);
}

int cg_ngrids(int fn, int B, int Z, int* ngrids) {
  return guarded([&] { *ngrids = count_labelled(zone_at(document_of(fn), B, Z), grid_label); });
}

int cg_grid_read(int fn, int B, int Z, int G, char* name) {
  return guarded([&] {
    auto& document = document_of(fn);
    give_name(name, child_at(document, zone_at(document, B, Z), grid_label, G)->name);
  });
}

int cg_grid_write(int fn, int B, int Z, const char* name, int* G) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto zone = zone_at(document, B, Z);
    give(G, number_of(zone, document.put(zone, {.name = name_from(name), .label = grid_label})));
  });
}

int cg_grid_bounding_box_read(int fn, int B, int Z, int G, CGNS_ENUMT(DataType_t) type, void* box) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    reads_box(B, type, box)(document, child_at(document, zone, grid_label, G));
  });
}

int cg_grid_bounding_box_write(int fn, int B, int Z, int G, CGNS_ENUMT(DataType_t) type, void* box) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    writes_box(B, type, box)(document, child_at(document, zone, grid_label, G));
  });
}

int cg_ncoords(int fn, int B, int Z, int* ncoords) {
  return guarded([&] {
    const auto grid = child_labelled(zone_at(document_of(fn), B, Z), grid_label);
    *ncoords = grid ? count_labelled(grid, "DataArray_t") : 0;
  });
}

int cg_coord_info(int fn, int B, int Z, int C, CGNS_ENUMT(DataType_t) * type, char* name) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto array = coordinate(document, B, Z, C);
    give_name(name, array->name);
    give(type, data_type(document.type_of(*array.node)));
  });
}

int cg_coord_read(int fn, int B, int Z, const char* name, CGNS_ENUMT(DataType_t) type, const cgsize_t* rmin,
                  const cgsize_t* rmax, void* data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto grid = grid_of(document, B, Z);
    read_core(document, grid, array_named(document, grid, name), type, {rmin, rmax}, data);
  });
}

int cg_coord_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name, const void* data,
                   int* C) {
  return guarded([&] {
    auto& document = document_of(fn);
    give(C, put_array(document, grid_to_fill(document, B, Z), type, name, data));
  });
}
