#include "pcgns/capi/detail/zone_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/particle_arrays.hpp"

namespace pcgns::capi {

namespace {

/// What a range calls the first value if 1 is the first of the core. Like the reference library, it takes any
/// numbers for a read of as many values as there are along every index.
FirstIndex first_index(Document& document, Direction direction, const Spot& node, const Spot& array,
                       IndexRange range) {
  if (range.min == nullptr || range.max == nullptr) return {};
  const auto& dims = document.dims_of(*array.node);
  FirstIndex first(dims.size());
  if (!defaults().rind_is_counted) first = rind_before(document, node, dims.size());
  bool is_whole = direction == Direction::read;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    is_whole = is_whole && range.max[i] - range.min[i] + 1 == dims[i];
    first[i] = 1 - first[i];
  }
  if (is_whole) first.assign(range.min, range.min + dims.size());
  return first;
}

/// The array of that name, kind and size that a new file has already: as in the reference library, its values
/// are written again.
Spot same_array(Document& document, const Spot& parent, const char* name,
                const std::vector<std::int64_t>& extents, cgns::DataType type) {
  const auto old = document.mode() == Mode::write ? child_named(parent, name) : Spot{};
  const bool is_same = old && old->label == "DataArray_t" && document.type_of(*old.node) == type &&
                       document.dims_of(*old.node) == extents;
  return is_same ? old : Spot{};
}

}  // namespace

std::vector<std::int64_t> extents_of(Document& document, const Holder& holder) {
  return extents_at(document, holder.zone, holder.node, location_of(document, holder.node));
}

int put_array(Document& document, const Holder& holder, CGNS_ENUMT(DataType_t) type, const char* name,
              const void* data) {
  return put_array(document, holder.node, extents_of(document, holder), data_type(type), name, data);
}

int put_array(Document& document, const Spot& parent, std::vector<std::int64_t> extents, cgns::DataType type,
              const char* name, const void* data) {
  require_type(document, parent, name_from(name), type);
  if (const auto old = same_array(document, parent, name, extents, type); old && data != nullptr) {
    const auto transfer = whole_array(*old.node, extents, type, const_cast<void*>(data));
    document.outdate_queued(old);
    document.overwrite(old, {&transfer, 1});
    return number_of(parent, old);
  }
  auto node = data == nullptr ? document.with_room(name_from(name), "DataArray_t", type, std::move(extents))
                              : node_with(name, "DataArray_t", type, std::move(extents), data);
  return number_of(parent, document.put(parent, std::move(node), Children::stay));
}

void require_array_here(Document& document, const Spot& node, const char* name, cgns::DataType type,
                        const std::vector<std::int64_t>& extents) {
  require_array(document, node, name_from(name), type);
  std::vector<std::int64_t> needed;
  if (node->label == "GridCoordinates_t" || node->label == "FlowSolution_t")
    needed = extents_of(document, {zone_here(), node});
  if (node->label == "ParticleCoordinates_t" || node->label == "ParticleSolution_t")
    needed = {particle_count(document, particle_zone_here(), node)};
  if (!needed.empty() && needed != extents)
    refuse(document, cgns::join(node.path, name), fmt::format("the extents {}", fmt::join(needed, " x ")),
           fmt::format("{}", fmt::join(extents, " x ")));
}

std::vector<std::int64_t> extents_from(int dimensions, const cgsize_t* extents) {
  if (dimensions < 1 || dimensions > 12 || extents == nullptr)
    throw Error(ErrorKind::usage, fmt::format("an array must have 1 to 12 indices, not {}", dimensions));
  return {extents, extents + dimensions};
}

Spot array_at(Document& document, const Spot& node, int number) {
  return child_at(document, node, "DataArray_t", number);
}

Spot array_named(Document& document, const Spot& node, const char* name) {
  auto found = child_named(node, name_from(name));
  if (!found || found->label != "DataArray_t")
    throw NotFound(ErrorKind::usage, at(document.path(), node.path, fmt::format("has no array {}", name)));
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

void read_part(Document& document, const Spot& node, const Spot& array, IndexRange range,
               const MemoryPart& memory) {
  if (range.min == nullptr || range.max == nullptr || memory.data == nullptr)
    throw Error(ErrorKind::usage, at(document.path(), array.path, "a range or the memory is NULL"));
  document.move_alone(Direction::read, part_of_core(document, Direction::read, node, array, range, memory));
}

int write_part(Document& document, const Spot& node, const char* name, const NewArray& wanted,
               IndexRange range, const MemoryPart& memory) {
  const auto type = data_type(wanted.type);
  require_type(document, node, name_from(name), type);
  auto array = child_named(node, name_from(name));
  if (array && (document.type_of(*array.node) != type || document.dims_of(*array.node) != wanted.extents))
    throw Error(ErrorKind::usage,
                at(document.path(), array.path, "exists with another data type or other extents"));
  // What is wrong with the boxes is found before the array is made.
  cgns::Node planned{.name = name, .label = "DataArray_t", .type = type, .dims = wanted.extents};
  const auto target = array ? array : Spot{&planned, cgns::join(node.path, name), node.file};
  if (range.min == nullptr || range.max == nullptr)
    throw Error(ErrorKind::usage, at(document.path(), target.path, "a range is NULL"));
  auto transfers = part_of_core(document, Direction::write, node, target, range, memory);
  for (const auto& transfer : transfers) {
    if (!io::can_convert(transfer.slab.memory_type, type))
      throw Error(ErrorKind::usage,
                  at(document.path(), target.path,
                     fmt::format("{} cannot be converted to {}", cgns::to_string(transfer.slab.memory_type),
                                 cgns::to_string(type))));
  }
  if (!array)
    array = document.put(node, document.with_room(name, "DataArray_t", type, wanted.extents), Children::go,
                         Room::fresh);
  for (auto& transfer : transfers) transfer.node = array.node;
  const auto number = number_of(node, array);
  document.overwrite(array, transfers);
  return number;
}

PackedMemory::PackedMemory(CGNS_ENUMT(DataType_t) type, std::size_t dimensions, IndexRange range,
                           const void* data)
    : ones_(dimensions, 1), extents_(dimensions, 1) {
  for (std::size_t i = 0; range.min != nullptr && range.max != nullptr && i < dimensions; ++i)
    extents_[i] = range.max[i] - range.min[i] + 1;
  part_ = {type, static_cast<int>(dimensions), extents_.data(), {ones_.data(), extents_.data()}, data};
}

}  // namespace pcgns::capi
