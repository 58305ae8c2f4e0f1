// chunk_codec.hpp: encodes values to stored chunks and back, through HDF5's own filters.
//
// HDF5 has no call that applies a filter to memory. So the codec writes a dataset of one chunk to an
// in-memory file; the stored bytes are the same as in any file. The usual filters, shuffle and deflate, take
// a direct path with the same result (Deflate). HDF5 takes what its filters make of a chunk without looking
// at its size, and reads on in memory where that is too small; the codec does not.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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
  /// Throws Failure if `stored` does not decode to `bytes`.
  void require_sound(std::span<const std::byte> stored, std::int64_t bytes);

 private:
  Deflate(int level, int shuffled_size);
  void inflate_to(std::span<std::byte> to, std::span<const std::byte> stored);

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

  /// For the chunks of a dataset, with values of its own type.
  explicit ChunkCodec(hid_t dataset);

  /// Bytes of a decoded chunk.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  /// Bytes that a stored chunk may have: filters that cannot make it smaller add little.
  [[nodiscard]] std::int64_t most_stored() const;

  struct Stored {
    std::span<const std::byte> bytes;  ///< Valid until the next call.
    std::uint32_t mask = 0;            ///< Bit i: filter i was skipped.
  };
  /// Encodes a whole chunk; with no filters but checksums if the filters do not make it smaller, or do not
  /// give back the same values. Throws Failure.
  [[nodiscard]] Stored encode(std::span<const std::byte> values);

  /// Decodes a chunk stored with filter mask `mask`. Throws Failure if it is damaged, or does not decode to
  /// exactly the size of `values`.
  void decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> values);
  /// Throws what `decode` throws, without the values.
  void require_sound(std::span<const std::byte> stored, std::uint32_t mask);

 private:
  ChunkCodec(hid_t type, hid_t creation, const std::vector<std::int64_t>& extents,
             const std::vector<cgns::Filter>& filters);
  [[nodiscard]] ChunkCodec& without(std::uint32_t mask);
  [[nodiscard]] Stored unfiltered(std::span<const std::byte> values);
  /// True if what is stored decodes to `values`.
  [[nodiscard]] bool gives_back(std::uint32_t mask, std::span<const std::byte> values);
  /// The dataset that applies the filters in one direction, made on demand.
  [[nodiscard]] hid_t encoder();
  [[nodiscard]] hid_t decoder();
  [[nodiscard]] Handle dataset_of_one_chunk(const char* name, const std::vector<cgns::Filter>& filters);

  std::vector<std::int64_t> extents_;
  std::vector<cgns::Filter> filters_;
  Handle type_;
  Handle creation_;  ///< Of a dataset of one chunk without filters.
  std::int64_t bytes_;
  std::unique_ptr<Deflate> deflate_;  ///< If the filters allow the direct path.
  Handle file_;                       ///< Otherwise: the in-memory file.
  Handle encoder_;
  Handle decoder_;
  std::vector<hsize_t> origin_;
  std::vector<std::byte> stored_;
  std::vector<std::byte> decoded_;
  /// By mask: HDF5 1.10.8 forgets a chunk's mask until the dataset is closed (measured).
  std::map<std::uint32_t, std::unique_ptr<ChunkCodec>> without_;
};

/// Decoded chunks of several arrays: the most recently used ones within a limit of bytes, and at least one.
class ChunkCache {
 public:
  using Decode = std::function<void(std::span<std::byte>)>;

  explicit ChunkCache(std::int64_t memory) : memory_(memory) {}

  /// Chunk `index` of `array`, which has `bytes`; `decode` fills them if the chunk is not kept. Valid until
  /// the next call.
  [[nodiscard]] std::span<const std::byte> get(int array, std::int64_t index, std::int64_t bytes,
                                               const Decode& decode);

 private:
  using Place = std::pair<int, std::int64_t>;  ///< Array and index.
  struct Chunk {
    Place place;
    std::vector<std::byte> values = {};
  };

  std::int64_t memory_;
  std::int64_t bytes_ = 0;
  std::list<Chunk> chunks_;  ///< Most recently used first.
  std::map<Place, std::list<Chunk>::iterator> by_place_;
};

}  // namespace pcgns::h5
