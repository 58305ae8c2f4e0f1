// queue_calls.cpp: functions that queue requests for array values, or move lists of them at once.
#include <fmt/format.h>

#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"
#include "pcgns/par/collective.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// The object of a request.
struct Slice {
  CGNS_ENUMT(SliceType_t) type = CGP_SLICE_EMPTY;
  int B = 0;
  int Z = 0;
  const void* locator = nullptr;
  int rank = 0;
  IndexRange range = {};
};

int number_in(const Slice& slice, int place = 0) {
  if (slice.locator == nullptr) throw Error(ErrorKind::usage, "a request does not name an array");
  return static_cast<const int*>(slice.locator)[place];
}

Spot array_of(Document& document, const Slice& slice) {
  const auto solution = [&] {
    return child_at(document, zone_at(document, slice.B, slice.Z), "FlowSolution_t", number_in(slice));
  };
  switch (slice.type) {
    case CGP_SLICE_COORDS:
      return array_at(document, grid_of(document, slice.B, slice.Z), number_in(slice));
    case CGP_SLICE_SOLUTION:
      return array_at(document, solution(), 1);
    case CGP_SLICE_FIELD:
      return array_at(document, solution(), number_in(slice, 1));
    case CGP_SLICE_ARRAY:
      return array_named(document, here(), static_cast<const char*>(slice.locator));
    default:
      throw Error(ErrorKind::usage, fmt::format("{} cannot be queued", static_cast<int>(slice.type)));
  }
}

void require_rank(Document& document, const Spot& array, int rank) {
  const auto own = document.dims_of(*array.node).size();
  if (rank != static_cast<int>(own))
    throw Error(ErrorKind::usage,
                at(document.path(), array.path, fmt::format("has {} indices, not {}", own, rank)));
}

int queue_packed(Direction direction, int fn, const Slice& slice, const void* data) {
  return queue_values(fn, direction, [&](Document& document) -> Transfers {
    if (slice.type == CGP_SLICE_EMPTY || data == nullptr || slice.range.min == nullptr ||
        slice.range.max == nullptr)
      return {};
    if (slice.type == CGP_SLICE_ELEMENTS) {
      const auto section = section_at(document, slice.B, slice.Z, number_in(slice));
      return elements_box(document, section, *slice.range.min, *slice.range.max,
                          static_cast<const cgsize_t*>(data));
    }
    const auto array = array_of(document, slice);
    require_rank(document, array, slice.rank);
    return packed_box(document, array, slice.range, data);
  });
}

struct Memory {
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
  const cgsize_t* extents = nullptr;
  const cgsize_t* first = nullptr;
  const int* axes = nullptr;
  const void* data = nullptr;
};

std::vector<int> axes_of(const int* axes, std::size_t rank) {
  if (axes == nullptr) return {};
  std::vector<int> result(axes, axes + rank);
  std::vector<bool> taken(rank);
  for (const int axis : result) {
    if (axis < 0 || axis >= static_cast<int>(rank) || taken[static_cast<std::size_t>(axis)])
      throw Error(ErrorKind::usage, "the axes of a request are not a permutation");
    taken[static_cast<std::size_t>(axis)] = true;
  }
  return result;
}

/// The packed box with the actual memory layout.
Transfers turned_box(Document& document, const Slice& slice, const Memory& memory) {
  const auto array = array_of(document, slice);
  require_rank(document, array, slice.rank);
  auto transfers = packed_box(document, array, slice.range, memory.data);
  if (memory.extents == nullptr)
    throw Error(ErrorKind::usage, "a request does not give the extents of its memory");
  const auto rank = static_cast<std::size_t>(slice.rank);
  const std::vector<std::int64_t> extents(memory.extents, memory.extents + rank);
  require_extents(document, array, data_type(memory.type), extents);
  const auto axes = axes_of(memory.axes, rank);
  for (auto& transfer : transfers) {
    auto& slab = transfer.slab;
    slab.memory_type = data_type(memory.type);
    slab.strides = io::strides_of(extents, axes);
    std::int64_t first = 0;
    for (std::size_t i = 0; i < rank; ++i) {
      const auto axis = axes.empty() ? i : static_cast<std::size_t>(axes[i]);
      const auto begin = memory.first == nullptr ? 0 : memory.first[axis] - 1;
      if (begin < 0 || begin > extents[axis] - slab.box.count[i])
        throw Error(ErrorKind::usage, at(document.path(), array.path, "the box exceeds the memory"));
      first += begin * slab.strides[i];
    }
    slab.memory = static_cast<std::byte*>(slab.memory) + first * cgns::size_of(slab.memory_type);
  }
  return transfers;
}

int queue_turned(Direction direction, int fn, const Slice& slice, const Memory& memory) {
  return queue_values(fn, direction, [&](Document& document) -> Transfers {
    if (slice.type == CGP_SLICE_EMPTY || memory.data == nullptr || slice.range.min == nullptr ||
        slice.range.max == nullptr)
      return {};
    return turned_box(document, slice, memory);
  });
}

/// The array of a list. Of a section, the elements.
Spot array_of_list(Document& document, const Slice& slice) {
  if (slice.type != CGP_SLICE_ELEMENTS) return array_of(document, slice);
  const auto section = section_at(document, slice.B, slice.Z, number_in(slice));
  return array_named(document, section.node, "ElementConnectivity");
}

int move_list(Direction direction, int fn, const Slice& slice, CGNS_ENUMT(DataType_t) type, cgsize_t n,
              const cgsize_t* indices, const void* data) {
  static_assert(sizeof(cgsize_t) == sizeof(std::int64_t));
  return guarded_on(fn, [&](Document& document) {
    take_refusal();
    if (n < 0) throw Error(ErrorKind::usage, fmt::format("a list of {} values", n));
    const auto count = static_cast<std::size_t>(n);
    document.move_list(
        direction, array_of_list(document, slice),
        {{reinterpret_cast<const std::int64_t*>(indices), count}, data_type(type), const_cast<void*>(data)});
  });
}

}  // namespace

int cgp_read_list(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, CGNS_ENUMT(DataType_t) m_type,
                  cgsize_t n, const cgsize_t* indices, void* data) {
  return move_list(Direction::read, fn, {type, B, Z, SN}, m_type, n, indices, data);
}

int cgp_write_list(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN,
                   CGNS_ENUMT(DataType_t) m_type, cgsize_t n, const cgsize_t* indices, const void* data) {
  return move_list(Direction::write, fn, {type, B, Z, SN}, m_type, n, indices, data);
}

int queue_slice_write(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                      const cgsize_t* rmin, const cgsize_t* rmax, const void* data) {
  return queue_packed(Direction::write, fn, {type, B, Z, SN, rank, {rmin, rmax}}, data);
}

int queue_slice_read(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                     const cgsize_t* rmin, const cgsize_t* rmax, void* data) {
  return queue_packed(Direction::read, fn, {type, B, Z, SN, rank, {rmin, rmax}}, data);
}

int queue_slice_general_write(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                              const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                              const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const int* axes,
                              const void* data) {
  return queue_turned(Direction::write, fn, {type, B, Z, SN, rank, {rmin, rmax}},
                      {m_type, m_dimvals, m_rmin, axes, data});
}

int queue_slice_general_read(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                             const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                             const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const int* axes, void* data) {
  return queue_turned(Direction::read, fn, {type, B, Z, SN, rank, {rmin, rmax}},
                      {m_type, m_dimvals, m_rmin, axes, data});
}

int cgp_queue_flush(int fn) {
  return guarded_on(fn, [](Document& document) { document.flush(); });
}

int queue_flush(void) {
  return guarded([] {
    // Flushes all files and reports the first failure.
    std::optional<Error> failure;
    for (auto* document : open_documents()) {
      const auto own = par::failure_of([&] { document->flush(); }, "flushing the queue");
      if (!failure) failure = own;
    }
    if (failure) throw Error(*failure);
  });
}
