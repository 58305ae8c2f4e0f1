// box_source.hpp: reads boxes of input arrays, however they are stored.
//
// Any rank can read any array: contiguous and chunked ones by offset, all others through HDF5, which each
// rank then opens for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/grid.hpp"
#include "pcgns/h5/chunk_codec.hpp"
#include "pcgns/io/source.hpp"

namespace pcgns::io {

class BoxSource {
 public:
  /// `memory`: bytes for decompressed chunks. `big_endian`: the byte order of the stored values, for filters
  /// that depend on the type (Scale-Offset); their chunks decode to it.
  BoxSource(const cgns::InputSet& inputs, Budget memory, bool big_endian = false);

  /// Reads the values `box` (slowest dimension first) of `array` in storage order, in native byte order
  /// unless the array is derived in the other one. Throws Error with file and node.
  void read(int array, const Hyperslab& box, std::span<std::byte> to);

  /// Reads the stored bytes of chunk `index`. @pre Array::chunks is set, the array is not derived, and `to`
  /// has the chunk's stored size.
  void read_stored(int array, std::int64_t index, std::span<std::byte> to);
  /// Throws Error with file and node if `stored`, chunk `index`, does not decode to all of its values.
  void require_sound(int array, std::int64_t index, std::span<const std::byte> stored);

 private:
  void read_converted(int array, const Hyperslab& box, std::span<std::byte> to);
  void read_rows(int array, const Hyperslab& box, std::size_t dimension, std::span<std::byte> to);
  void read_chunks(int array, const Hyperslab& box, std::span<std::byte> to);
  std::span<const std::byte> chunk(int array, std::int64_t index);
  void decode(int array, std::int64_t index, std::span<std::byte> values);
  /// Runs `use`, with file and node in what it throws.
  template <typename Use>
  void with_chunk(int array, std::int64_t index, const Use& use);
  h5::ChunkCodec& codec_of(int array);

  const cgns::InputSet& inputs_;
  Budget memory_;
  bool big_endian_;
  Source source_;
  h5::ChunkCache chunks_;
  std::unique_ptr<h5::ChunkCodec> codec_;
  int codec_of_ = -1;  ///< An array with the filters of this codec.
  std::vector<std::byte> scratch_;
  std::vector<std::byte> stored_;
};

}  // namespace pcgns::io
