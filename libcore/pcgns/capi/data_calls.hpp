// data_calls.hpp: what all functions that move values of arrays have in common.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pcgns/capi/document.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::capi {

using Transfers = std::vector<Transfer>;

/// Moves what `transfers_of` gives, as cgp_pio_mode says. @note As that says.
int move_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of);
/// The same, for the queue, whatever the mode. Local.
int queue_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of);

/// 1-based, inclusive, as many as the array has indices.
struct IndexRange {
  const cgsize_t* min = nullptr;
  const cgsize_t* max = nullptr;
};

/// Values of a box in memory, which has exactly these, of the node's own type. Nothing where `data` or a
/// bound is null.
[[nodiscard]] Transfers packed_box(Document& document, const Spot& spot, IndexRange range, const void* data);

/// A part of an array in memory, with the type and the extents of that.
struct MemoryPart {
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
  int dimensions = 0;
  const cgsize_t* extents = nullptr;
  IndexRange range = {};
  const void* data = nullptr;
};

/// The values of a box as a part of an array in memory. Both have the same extents but for those of 1, or the
/// part is all of the array. Throws Error{usage} otherwise.
[[nodiscard]] Transfers part_of_memory(Document& document, const Spot& spot, IndexRange range,
                                       const MemoryPart& memory);

/// Values of a box from index `begin` on, 0-based, in memory of 64-bit integers with these strides.
[[nodiscard]] Transfer integer_box(const Spot& spot, std::vector<std::int64_t> begin,
                                   std::vector<std::int64_t> count, std::vector<std::int64_t> strides,
                                   const cgsize_t* data);

}  // namespace pcgns::capi
