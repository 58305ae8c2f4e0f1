// current_arrays.cpp: arrays at the current node.
#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

Spot array_here(int A) { return array_at(document_here(), here(), A); }

/// Array functions do not take a file number. A rank whose path led nowhere fails together with the others.
int move_here(Direction direction, const std::function<Transfers(Document&)>& transfers_of) {
  const auto& now = position();
  return move_values(now.fn >= 0 ? now.fn : now.lost_in, direction, transfers_of);
}

int move_part(Direction direction, int A, IndexRange range, const MemoryPart& memory) {
  return move_here(direction, [=](Document& document) {
    return part_of_core(document, direction, here(), array_here(A), range, memory);
  });
}

int move_several(Direction direction, int fn, const int* A, IndexRange range, int count,
                 const void* const* data) {
  return move_values(fn, direction, [=](Document& document) {
    if (&document != &document_here()) throw Error(ErrorKind::usage, "the current node is in another file");
    Transfers all;
    for (int i = 0; data != nullptr && i < count; ++i) {
      for (auto& one : packed_box(document, array_here(A[i]), range, data[i])) all.push_back(one);
    }
    return all;
  });
}

}  // namespace

int cgp_array_write(const char* name, CGNS_ENUMT(DataType_t) type, int dimensions, const cgsize_t* extents,
                    int* A) {
  return guarded([&] {
    auto& document = document_here();
    const auto parent = here();
    const auto all = extents_from(dimensions, extents);
    require_array_here(document, parent, name, data_type(type), all);
    auto node = document.with_room(name_from(name), "DataArray_t", data_type(type), all);
    give(A, number_of(parent, document.put(parent, std::move(node))));
  });
}

int cgp_array_write_data(int A, const cgsize_t* rmin, const cgsize_t* rmax, const void* data) {
  return move_here(Direction::write, [=](Document& document) {
    return packed_box(document, array_here(A), {rmin, rmax}, data);
  });
}

int cgp_array_read_data(int A, const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return move_here(Direction::read, [=](Document& document) {
    return packed_box(document, array_here(A), {rmin, rmax}, data);
  });
}

int cgp_array_general_write_data(int A, const cgsize_t* rmin, const cgsize_t* rmax,
                                 CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                 const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data) {
  return move_part(Direction::write, A, {rmin, rmax}, {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_array_general_read_data(int A, const cgsize_t* rmin, const cgsize_t* rmax,
                                CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data) {
  return move_part(Direction::read, A, {rmin, rmax}, {m_type, m_numdim, m_dimvals, {m_rmin, m_rmax}, data});
}

int cgp_array_multi_write_data(int fn, int* A, const cgsize_t* rmin, const cgsize_t* rmax, int nsets,
                               const void** buf) {
  return move_several(Direction::write, fn, A, {rmin, rmax}, nsets, buf);
}

int cgp_array_multi_read_data(int fn, int* A, const cgsize_t* rmin, const cgsize_t* rmax, int nsets,
                              void** buf) {
  return move_several(Direction::read, fn, A, {rmin, rmax}, nsets, buf);
}

int cg_narrays(int* narrays) { return at_node(counts("DataArray_t", narrays)); }

int cg_array_info(int A, char* name, CGNS_ENUMT(DataType_t) * type, int* dimensions, cgsize_t* extents) {
  return at_node([&](Document& document, const Spot& node) {
    const auto array = array_at(document, node, A);
    const auto& dims = document.dims_of(*array.node);
    give_name(name, array->name);
    give(type, data_type(document.type_of(*array.node)));
    give(dimensions, dims.size());
    if (extents != nullptr) std::copy(dims.begin(), dims.end(), extents);
  });
}

int cg_array_read(int A, void* data) {
  return at_node([&](Document& document, const Spot& node) {
    const auto array = array_at(document, node, A);
    give_values(document, array, document.type_of(*array.node), data);
  });
}

int cg_array_read_as(int A, CGNS_ENUMT(DataType_t) type, void* data) {
  return at_node([&](Document& document, const Spot& node) {
    give_values(document, array_at(document, node, A), data_type(type), data);
  });
}

int cg_array_write(const char* name, CGNS_ENUMT(DataType_t) type, int dimensions, const cgsize_t* extents,
                   const void* data) {
  return at_node([&](Document& document, const Spot& node) {
    const auto all = extents_from(dimensions, extents);
    require_array_here(document, node, name, data_type(type), all);
    document.put(node, node_with(name, "DataArray_t", data_type(type), all, data));
  });
}
