// chunk_codec.hpp: values to chunks as they are stored, and back, through HDF5's own filters.
//
// HDF5 has no call that applies a filter to memory. It does so where a dataset of one chunk is written to a
// file that lies in memory; then the stored bytes are what it would have put into any file. The usual
// filters, shuffle and deflate, give the same without that (Deflate).
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "pcgns/h5/deflate.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::h5 {

class ChunkCodec {
 public:
  /// For chunks of `extents` (slowest dimension first) of values of `type`, whose bytes have the order that
  /// `big_endian` says on both sides. Throws Failure if HDF5 does not have a filter.
  ChunkCodec(tree::DataType type, const std::vector<std::int64_t>& extents,
             const std::vector<tree::Filter>& filters, bool big_endian = false);

  /// Bytes of the values of a chunk.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  struct Stored {
    std::span<const std::byte> bytes;  ///< Valid until the next call.
    std::uint32_t mask = 0;            ///< Bit i: filter i was left out.
  };
  /// A whole chunk as it is to be stored; as it is if the filters do not make it smaller. Throws Failure.
  [[nodiscard]] Stored encode(std::span<const std::byte> values);

  /// The values of a chunk that is stored so. Throws Failure if it is damaged.
  void decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> values);

 private:
  [[nodiscard]] ChunkCodec& without(std::uint32_t mask);

  tree::DataType data_type_;
  std::vector<std::int64_t> extents_;
  std::vector<tree::Filter> filters_;
  bool big_endian_;
  hid_t type_;
  std::int64_t bytes_;
  std::unique_ptr<Deflate> deflate_;  ///< If that is all there is to do.
  Handle file_;                       ///< Otherwise.
  Handle dataset_;
  std::vector<hsize_t> origin_;
  std::vector<std::byte> stored_;
  /// By mask: HDF5 1.10.8 forgets the mask of a chunk that it was given, until the dataset is closed
  /// (measured).
  std::map<std::uint32_t, std::unique_ptr<ChunkCodec>> without_;
};

}  // namespace pcgns::h5
