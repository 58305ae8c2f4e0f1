// zone_arrays.hpp: arrays of grids and solutions, which differ only in their parent.
#pragma once

#include <functional>

#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// A node whose arrays have one value per point of a zone.
struct Holder {
  Spot zone;
  Spot node;
};

[[nodiscard]] std::vector<std::int64_t> extents_of(Document& document, const Holder& holder);

/// Finds the holder that a call means.
using HolderOf = std::function<Holder(Document&)>;

/// Creates an array with space for its values, or with `data`; returns its number. One of the same kind that
/// a new file has already gets the values.
[[nodiscard]] int put_array(Document& document, const Holder& holder, CGNS_ENUMT(DataType_t) type,
                            const char* name, const void* data);
[[nodiscard]] int put_array(Document& document, const Spot& parent, std::vector<std::int64_t> extents,
                            cgns::DataType type, const char* name, const void* data);

/// Throws Error{usage} for an array at the current node that it cannot have: coordinates and fields of other
/// extents than those of the zone, for example, with which the reference library reads nothing of the file.
void require_array_here(Document& document, const Spot& node, const char* name, cgns::DataType type,
                        const std::vector<std::int64_t>& extents);

/// Extents that a caller gives. Throws Error{usage} unless there are 1 to 12.
[[nodiscard]] std::vector<std::int64_t> extents_from(int dimensions, const cgsize_t* extents);

/// Array of a node by 1-based number, and by name. Throws NotFound if there is none of that name.
[[nodiscard]] Spot array_at(Document& document, const Spot& node, int number);
[[nodiscard]] Spot array_named(Document& document, const Spot& node, const char* name);

/// A box of an array of `node`, as part_of_memory makes it; index 1 is the first of the core.
[[nodiscard]] Transfers part_of_core(Document& document, Direction direction, const Spot& node,
                                     const Spot& array, IndexRange range, const MemoryPart& memory);

/// Reads a box on this rank alone, converted to `type`; index 1 is the first of the core.
void read_core(Document& document, const Spot& node, const Spot& array, CGNS_ENUMT(DataType_t) type,
               IndexRange range, void* data);

/// Reads a box into part of an array in memory, on this rank alone; index 1 is the first of the core.
void read_part(Document& document, const Spot& node, const Spot& array, IndexRange range,
               const MemoryPart& memory);

struct NewArray {
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
  std::vector<std::int64_t> extents = {};
};

/// Writes a box of an array, which is created if it is missing; returns its number. Null data: only creates.
int write_part(Document& document, const Spot& node, const char* name, const NewArray& wanted,
               IndexRange range, const MemoryPart& memory);

/// Memory that holds exactly the values of a range.
class PackedMemory {
 public:
  PackedMemory(CGNS_ENUMT(DataType_t) type, std::size_t dimensions, IndexRange range, const void* data);
  PackedMemory(const PackedMemory&) = delete;
  PackedMemory& operator=(const PackedMemory&) = delete;

  [[nodiscard]] const MemoryPart& part() const { return part_; }

 private:
  std::vector<cgsize_t> ones_;
  std::vector<cgsize_t> extents_;
  MemoryPart part_;
};

}  // namespace pcgns::capi
