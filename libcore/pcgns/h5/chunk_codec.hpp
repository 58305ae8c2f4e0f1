// chunk_codec.hpp: encodes values to stored chunks and back, through HDF5's own filters.
//
// HDF5 has no call that applies a filter to memory. So the codec writes a dataset of one chunk to an
// in-memory file; the stored bytes are the same as in any file. The usual filters, shuffle and deflate, take
// a direct path with the same result (Deflate).
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/h5/handle.hpp"

struct z_stream_s;

namespace pcgns::h5 {

class Deflate {
 public:
  /// Null unless `filters` are deflate alone, or shuffle and deflate. `size`: bytes per value.
  [[nodiscard]] static std::unique_ptr<Deflate> of(const std::vector<cgns::Filter>& filters, int size);
  ~Deflate();
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  /// Valid until the next call; empty if the result is not smaller.
  [[nodiscard]] std::optional<std::span<const std::byte>> encode(std::span<const std::byte> values);
  /// Throws Failure if `stored` does not decode to the size of `values`.
  void decode(std::span<const std::byte> stored, std::span<std::byte> values);

 private:
  Deflate(int level, int shuffled_size);

  int level_;
  int shuffled_size_;                   ///< Bytes per value; 0: no shuffle.
  std::unique_ptr<z_stream_s> packer_;  ///< Null until the first encode.
  std::unique_ptr<z_stream_s> unpacker_;
  std::vector<std::byte> shuffled_;
  std::vector<std::byte> stored_;
};

class ChunkCodec {
 public:
  /// For chunks of `extents` (slowest dimension first) of `type`. `big_endian`: byte order of both values and
  /// stored chunks. Throws Failure if HDF5 lacks a filter.
  ChunkCodec(cgns::DataType type, const std::vector<std::int64_t>& extents,
             const std::vector<cgns::Filter>& filters, bool big_endian = false);

  /// Bytes of a decoded chunk.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  struct Stored {
    std::span<const std::byte> bytes;  ///< Valid until the next call.
    std::uint32_t mask = 0;            ///< Bit i: filter i was skipped.
  };
  /// Encodes a whole chunk; unfiltered if the filters do not make it smaller. Throws Failure.
  [[nodiscard]] Stored encode(std::span<const std::byte> values);

  /// Decodes a chunk stored with filter mask `mask`. Throws Failure if it is damaged.
  void decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> values);

 private:
  [[nodiscard]] ChunkCodec& without(std::uint32_t mask);

  cgns::DataType data_type_;
  std::vector<std::int64_t> extents_;
  std::vector<cgns::Filter> filters_;
  bool big_endian_;
  hid_t type_;
  std::int64_t bytes_;
  std::unique_ptr<Deflate> deflate_;  ///< If the filters allow the direct path.
  Handle file_;                       ///< Otherwise: the in-memory file.
  Handle dataset_;
  std::vector<hsize_t> origin_;
  std::vector<std::byte> stored_;
  /// By mask: HDF5 1.10.8 forgets a chunk's mask until the dataset is closed (measured).
  std::map<std::uint32_t, std::unique_ptr<ChunkCodec>> without_;
};

}  // namespace pcgns::h5
