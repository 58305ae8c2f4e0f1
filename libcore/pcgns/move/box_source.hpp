// box_source.hpp: boxes of input arrays, wherever and however these are stored.
//
// Any rank can read any array here: arrays in one piece by their offset, chunks by theirs, and what only HDF5
// can read through HDF5, which every rank that needs it then opens for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/chunk_codec.hpp"
#include "pcgns/move/source.hpp"

namespace pcgns::move {

class BoxSource {
 public:
  /// `memory`: bytes for decompressed chunks.
  BoxSource(const tree::InputSet& inputs, std::int64_t memory);

  /// The values `box` (slowest dimension first) of `array` in storage order, in native byte order unless the
  /// array is derived in the other one. Throws Error that names file and node.
  void read(int array, const Hyperslab& box, std::span<std::byte> to);

  /// Chunk `index` of an array with Array::chunks as it is stored. @pre The array is not derived, and `to`
  /// has room for exactly that.
  void read_stored(int array, std::int64_t index, std::span<std::byte> to);

 private:
  struct Chunk {
    int array = -1;
    std::int64_t index = 0;
    std::vector<std::byte> values;
  };
  void read_converted(int array, const Hyperslab& box, std::span<std::byte> to);
  void read_rows(int array, const Hyperslab& box, std::size_t dimension, std::span<std::byte> to);
  void read_chunks(int array, const Hyperslab& box, std::span<std::byte> to);
  const std::vector<std::byte>& chunk(int array, std::int64_t index);
  void decode(int array, std::int64_t index, std::vector<std::byte>& values);
  h5::ChunkCodec& codec_of(int array);

  const tree::InputSet& inputs_;
  std::int64_t memory_;
  Source source_;
  std::list<Chunk> chunks_;  ///< The one used last first.
  std::int64_t chunk_bytes_ = 0;
  std::unique_ptr<h5::ChunkCodec> codec_;
  int codec_of_ = -1;  ///< An array that it serves.
  std::vector<std::byte> scratch_;
  std::vector<std::byte> stored_;
};

}  // namespace pcgns::move
