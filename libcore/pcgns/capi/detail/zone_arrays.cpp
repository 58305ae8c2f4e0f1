#include "pcgns/capi/detail/zone_arrays.hpp"

#include <fmt/format.h>

namespace pcgns::capi {

namespace {

/// What a range calls the first value if 1 is the first of the core. Like the reference library, it takes any
/// numbers for a read of as many values as there are along every index.
FirstIndex first_index(Document& document, Direction direction, const Spot& node, const Spot& array,
                       IndexRange range) {
  if (range.min == nullptr || range.max == nullptr) return {};
  const auto& dims = document.dims_of(*array.node);
  FirstIndex first = rind_before(document, node, dims.size());
  bool is_whole = direction == Direction::read;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    is_whole = is_whole && range.max[i] - range.min[i] + 1 == dims[i];
    first[i] = 1 - first[i];
  }
  if (is_whole) first.assign(range.min, range.min + dims.size());
  return first;
}

}  // namespace

int put_array(Document& document, const Holder& holder, CGNS_ENUMT(DataType_t) type, const char* name,
              const void* data) {
  const auto extents = extents_at(document, holder.zone, holder.node, location_of(document, holder.node));
  const auto kind = data_type(type);
  auto node = data == nullptr ? document.with_room(name_from(name), "DataArray_t", kind, extents)
                              : node_with(name, "DataArray_t", kind, extents, data);
  return number_of(holder.node, document.put(holder.node, std::move(node)));
}

Spot array_at(Document& document, const Spot& node, int number) {
  return child_at(document, node, "DataArray_t", number);
}

Spot array_named(Document& document, const Spot& node, const char* name) {
  auto found = child_named(node, name_from(name));
  if (!found || found->label != "DataArray_t")
    throw input_error(document.path(), node.path, fmt::format("has no array {}", name));
  return found;
}

Transfers part_of_core(Document& document, Direction direction, const Spot& node, const Spot& array,
                       IndexRange range, const MemoryPart& memory) {
  return part_of_memory(document, array, range, memory, first_index(document, direction, node, array, range));
}

void read_core(Document& document, const Spot& node, const Spot& array, CGNS_ENUMT(DataType_t) type,
               IndexRange range, void* data) {
  if (range.min == nullptr || range.max == nullptr || data == nullptr)
    throw Error(ErrorKind::usage, at(document.path(), array.path, "a range or the memory is NULL"));
  auto transfers =
      packed_box(document, array, range, data, first_index(document, Direction::read, node, array, range));
  for (auto& transfer : transfers) transfer.slab.memory_type = data_type(type);
  document.move_alone(Direction::read, transfers);
}

}  // namespace pcgns::capi
