// array_reader.hpp: values that only HDF5 can read: compressed, chunked, compact, or of another type than the
// node's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pcgns/base/range.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

/// Reads pieces of arrays, keeping the last files and datasets open (a bounded number of them).
class ArrayReader {
 public:
  /// `cache_bytes`: the most that HDF5 may use to keep decompressed chunks of one array.
  ArrayReader(const tree::InputSet& inputs, std::int64_t cache_bytes);
  ~ArrayReader();
  ArrayReader(const ArrayReader&) = delete;
  ArrayReader& operator=(const ArrayReader&) = delete;

  /// The values `elements` of array `array` (0-based, in storage order) in native byte order.
  /// @pre `to` has room for exactly these.
  void read(int array, Range elements, std::span<std::byte> to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::file
