// zone_arrays.hpp: the arrays of grids and solutions, which differ only in where they hang.
#pragma once

#include <string>

#include "pcgns/capi/data_calls.hpp"
#include "pcgns/capi/nodes.hpp"

namespace pcgns::capi {

/// A node whose arrays have a value for each point of a zone.
struct Holder {
  Spot zone;
  Spot node;
};

/// Makes an array with room for its values, or with `data` if `all` says that they are given, and gives its
/// number.
[[nodiscard]] int put_array(Document& document, const Holder& holder, CGNS_ENUMT(DataType_t) type,
                            const char* name, const void* data);

/// Array number `number` of a node, from 1; and by its name.
[[nodiscard]] Spot array_at(Document& document, const Spot& node, int number);
[[nodiscard]] Spot array_named(Document& document, const Spot& node, const char* name);

/// Reads a box for the calling process alone, as `type`; index 1 is the first of the core.
void read_core(Document& document, const Spot& node, const Spot& array, CGNS_ENUMT(DataType_t) type,
               IndexRange range, void* data);

}  // namespace pcgns::capi
