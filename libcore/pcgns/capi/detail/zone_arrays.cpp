#include "pcgns/capi/detail/zone_arrays.hpp"

#include <fmt/format.h>

namespace pcgns::capi {

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

void read_core(Document& document, const Spot& node, const Spot& array, CGNS_ENUMT(DataType_t) type,
               IndexRange range, void* data) {
  if (range.min == nullptr || range.max == nullptr || data == nullptr)
    throw Error(ErrorKind::usage, "a range or the memory is NULL");
  const auto dimensions = document.dims_of(*array.node).size();
  const auto before = rind_before(document, node, dimensions);
  std::vector<cgsize_t> min(range.min, range.min + dimensions);
  std::vector<cgsize_t> max(range.max, range.max + dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) {
    min[i] += before[i];
    max[i] += before[i];
  }
  auto transfers = packed_box(document, array, {min.data(), max.data()}, data);
  for (auto& transfer : transfers) transfer.slab.memory_type = data_type(type);
  document.move_alone(Direction::read, transfers);
}

}  // namespace pcgns::capi
