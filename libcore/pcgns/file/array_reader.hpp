// array_reader.hpp: reads values that are not one range of a file: in HDF5 compressed, chunked, compact, or
// of another type than the node's; in ADF in several pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::file {

/// Reads ranges of arrays. Keeps the most recently used files and datasets open, within a limit.
class ArrayReader {
 public:
  /// `cache_bytes`: limit of HDF5's cache of decompressed chunks of one array.
  ArrayReader(const cgns::InputSet& inputs, std::int64_t cache_bytes);
  ~ArrayReader();
  ArrayReader(const ArrayReader&) = delete;
  ArrayReader& operator=(const ArrayReader&) = delete;

  /// The values `elements` of array `array` (0-based, in storage order) in native byte order.
  /// @pre `to` has exactly their size.
  void read(int array, Range elements, std::span<std::byte> to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Of a decoded chunk of `array`; 0 if it has none.
[[nodiscard]] std::int64_t bytes_of_chunk(const cgns::Array& array);

/// Throws Error{usage} with file and node if a chunk does not fit into `memory`: filters need all of it.
void require_chunks_fit(const cgns::InputSet& inputs, Budget memory);

}  // namespace pcgns::file
