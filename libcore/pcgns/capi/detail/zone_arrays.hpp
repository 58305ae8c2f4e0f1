// zone_arrays.hpp: arrays of grids and solutions, which differ only in their parent.
#pragma once

#include <string>

#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// A node whose arrays have one value per point of a zone.
struct Holder {
  Spot zone;
  Spot node;
};

/// Creates an array with space for its values, or with `data` if `all`; returns its number.
[[nodiscard]] int put_array(Document& document, const Holder& holder, CGNS_ENUMT(DataType_t) type,
                            const char* name, const void* data);

/// Array of a node by 1-based number, and by name.
[[nodiscard]] Spot array_at(Document& document, const Spot& node, int number);
[[nodiscard]] Spot array_named(Document& document, const Spot& node, const char* name);

/// A box of an array of `node`, as part_of_memory makes it; index 1 is the first of the core.
[[nodiscard]] Transfers part_of_core(Document& document, Direction direction, const Spot& node,
                                     const Spot& array, IndexRange range, const MemoryPart& memory);

/// Reads a box on this rank alone, converted to `type`; index 1 is the first of the core.
void read_core(Document& document, const Spot& node, const Spot& array, CGNS_ENUMT(DataType_t) type,
               IndexRange range, void* data);

}  // namespace pcgns::capi
