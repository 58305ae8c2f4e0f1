#include "pcgns/capi/detail/data_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr auto invalid_extents = "the extents in memory are invalid";

struct Box {
  Numbers begin;
  Numbers count;
};

/// `where`: what the range is about, for messages.
Box box_of(const Numbers& dims, IndexRange range, const FirstIndex& first, const std::string& where) {
  Box box;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const auto low = first.empty() ? 1 : first[i];
    const auto high = low + dims[i] - 1;
    if (range.min[i] < low || range.max[i] > high || range.min[i] > range.max[i])
      throw Error(ErrorKind::usage, fmt::format("{}: the range {} to {} of index {} is not within {} to {}",
                                                where, range.min[i], range.max[i], i + 1, low, high));
    box.begin.push_back(range.min[i] - low);
    box.count.push_back(range.max[i] - range.min[i] + 1);
  }
  return box;
}

std::string place_of(const Document& document, const Spot& spot) {
  return fmt::format("{}:{}", document.path(), spot.path);
}

void* writable(const void* data) { return const_cast<void*>(data); }

/// A part of an index of the file along which the memory has one stride.
struct Axis {
  std::size_t index = 0;
  std::int64_t step = 1;  ///< Along the index of the file.
  std::int64_t count = 1;
  std::int64_t stride = 0;  ///< In memory.
};

/// How boxes of the same number of values but different extents run along each other, as long as each index
/// of one side is whole ones of the other, or part of one: (6, 4) and (3, 8). Nothing for (6, 4) and (4, 6).
std::optional<std::vector<Axis>> common_axes(const Numbers& file, const Numbers& memory,
                                             const Numbers& strides) {
  std::vector<Axis> axes;
  std::size_t next = 0;
  std::int64_t rest = 1;
  std::int64_t stride = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (std::int64_t done = 1; done < file[i];) {
      for (; rest == 1; ++next) {
        rest = memory[next];
        stride = strides[next];
      }
      const auto left = file[i] / done;
      const auto count = std::min(left, rest);
      if (left % count != 0 || rest % count != 0) return std::nullopt;
      axes.push_back({i, done, count, stride});
      done *= count;
      rest /= count;
      stride *= count;
    }
  }
  return axes;
}

/// `all` is one transfer of the first value. Of an index that several axes of the memory make up, the first
/// one is in the boxes, and each of the others takes as many boxes as it has values.
Transfers along(const std::vector<Axis>& axes, Transfers all) {
  const auto size = cgns::size_of(all[0].slab.memory_type);
  for (const auto& [index, step, count, stride] : axes) {
    if (step > 1) continue;
    all[0].slab.box.count[index] = count;
    all[0].slab.strides[index] = stride;
  }
  for (const auto& [index, step, count, stride] : axes) {
    for (std::size_t i = 0, boxes = all.size(); step > 1 && i < boxes * static_cast<std::size_t>(count - 1);
         ++i) {
      auto next = all[i];
      next.slab.box.begin[index] += step;
      next.slab.memory = static_cast<std::byte*>(next.slab.memory) + stride * size;
      all.push_back(std::move(next));
    }
  }
  return all;
}

/// True if a box of `count` values is contiguous in an array of `extents`.
bool is_in_one_piece(const Numbers& count, const Numbers& extents) {
  bool whole = true;
  for (std::size_t i = 0; i < count.size(); ++i) {
    if (!whole && count[i] != 1) return false;
    whole = whole && count[i] == extents[i];
  }
  return true;
}

std::int64_t product(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{1}, std::multiplies<>());
}

}  // namespace

int move_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of) {
  if (defaults().mode == CGP_QUEUED) return queue_values(fn, direction, transfers_of);
  return guarded_on(fn, [&](Document& document) {
    const auto checked = [&] { return take_refusal(), transfers_of(document); };
    if (defaults().mode == CGP_INDEPENDENT) return document.move_alone(direction, checked());
    Transfers transfers;
    auto failure = par::failure_of([&] { transfers = checked(); }, "moving values");
    // Named here, the text is the same on all ranks.
    if (failure) failure = Error(failure->kind(), with_place(failure->what()), failure->reason());
    document.move_together(direction, transfers, failure);
  });
}

int queue_values(int fn, Direction direction, const std::function<Transfers(Document&)>& transfers_of) {
  return guarded_on(fn, [&](Document& document) {
    take_refusal();
    document.queue(direction, transfers_of(document));
  });
}

Transfers packed_box(Document& document, const Spot& spot, IndexRange range, const void* data,
                     const FirstIndex& first) {
  if (data == nullptr || range.min == nullptr || range.max == nullptr) return {};
  const auto box = box_of(document.dims_of(*spot.node), range, first, place_of(document, spot));
  Transfer transfer{spot.node, {}};
  transfer.slab = {.memory = writable(data),
                   .memory_type = document.type_of(*spot.node),
                   .strides = io::strides_of(box.count)};
  transfer.slab.box.begin = box.begin;
  transfer.slab.box.count = box.count;
  return {transfer};
}

void require_extents(const Document& document, const Spot& spot, cgns::DataType type,
                     const Numbers& extents) {
  auto bytes = static_cast<std::int64_t>(cgns::size_of(type));
  for (const auto extent : extents) {
    if (extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes))
      throw Error(ErrorKind::usage, at(document.path(), spot.path, invalid_extents));
  }
}

Transfers part_of_memory(Document& document, const Spot& spot, IndexRange range, const MemoryPart& memory,
                         const FirstIndex& first) {
  if (memory.data == nullptr || range.min == nullptr || range.max == nullptr) return {};
  if (memory.extents == nullptr || memory.range.min == nullptr || memory.range.max == nullptr ||
      memory.dimensions < 1 || memory.dimensions > 12)
    throw Error(ErrorKind::usage, at(document.path(), spot.path, invalid_extents));
  const auto box = box_of(document.dims_of(*spot.node), range, first, place_of(document, spot));
  const Numbers extents(memory.extents, memory.extents + memory.dimensions);
  const auto type = data_type(memory.type);
  require_extents(document, spot, type, extents);
  const auto part = box_of(extents, memory.range, {}, place_of(document, spot) + ": memory");
  if (product(part.count) != product(box.count))
    throw Error(ErrorKind::usage, at(document.path(), spot.path,
                                     fmt::format("a box of {} values and {} values in memory",
                                                 product(box.count), product(part.count))));
  const auto in_memory = io::strides_of(extents);
  const bool is_packed = is_in_one_piece(part.count, extents);
  const auto axes = is_packed ? std::nullopt : common_axes(box.count, part.count, in_memory);
  if (!is_packed && !axes)
    throw Error(ErrorKind::usage,
                at(document.path(), spot.path, "the boxes in file and memory differ in shape"));
  const auto skipped =
      std::inner_product(part.begin.begin(), part.begin.end(), in_memory.begin(), std::int64_t{0});
  auto* begin = static_cast<std::byte*>(writable(memory.data)) + skipped * cgns::size_of(type);
  Transfer transfer{spot.node, {.memory = begin, .memory_type = type, .strides = Numbers(box.count.size())}};
  transfer.slab.box.begin = box.begin;
  transfer.slab.box.count.assign(box.count.size(), 1);
  if (axes) return along(*axes, {transfer});
  transfer.slab.strides = io::strides_of(box.count);
  transfer.slab.box.count = box.count;
  return {transfer};
}

Transfer integer_box(const Spot& spot, Numbers begin, Numbers count, Numbers strides, const cgsize_t* data) {
  Transfer transfer{
      spot.node,
      {.memory = writable(data), .memory_type = cgns::DataType::I8, .strides = std::move(strides)}};
  transfer.slab.box.begin = std::move(begin);
  transfer.slab.box.count = std::move(count);
  return transfer;
}

}  // namespace pcgns::capi
