// data_calls.hpp: shared implementation of all functions that move array values.
#pragma once

#include <functional>
#include <vector>

#include "pcgns/capi/detail/document.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::capi {

using Transfers = std::vector<Transfer>;

/// Moves the transfers of `transfers_of`. @note Collective or local, as set by cgp_pio_mode.
int move_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of);
/// The same through the queue, whatever the mode. Local.
int queue_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of);

/// 1-based, inclusive; one entry per array index.
struct IndexRange {
  const cgsize_t* min = nullptr;
  const cgsize_t* max = nullptr;
};

/// What ranges call the first value along each index; empty: 1 along all.
using FirstIndex = std::vector<std::int64_t>;

/// A box whose memory holds exactly its values, in the node's type. Empty if `data` or a bound is null.
[[nodiscard]] Transfers packed_box(Document& document, const Spot& spot, IndexRange range, const void* data,
                                   const FirstIndex& first = {});

/// A box of an array in memory, with the array's type and extents.
struct MemoryPart {
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
  int dimensions = 0;
  const cgsize_t* extents = nullptr;
  IndexRange range = {};
  const void* data = nullptr;
};

/// Throws Error{usage} if no memory can hold an array of these extents.
void require_extents(const Document& document, const Spot& spot, cgns::DataType type,
                     const std::vector<std::int64_t>& extents);

/// Moves a box from or to a box of an array in memory. Both must have equal extents except for those of 1,
/// unless the memory box is the whole array. Throws Error{usage} otherwise.
[[nodiscard]] Transfers part_of_memory(Document& document, const Spot& spot, IndexRange range,
                                       const MemoryPart& memory, const FirstIndex& first);

/// A box beginning at 0-based index `begin`, in memory of 64-bit integers with these strides.
[[nodiscard]] Transfer integer_box(const Spot& spot, std::vector<std::int64_t> begin,
                                   std::vector<std::int64_t> count, std::vector<std::int64_t> strides,
                                   const cgsize_t* data);

}  // namespace pcgns::capi
