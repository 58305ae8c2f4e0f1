// deflate.hpp: what HDF5's filters shuffle and deflate make of a chunk, without HDF5.
//
// HDF5 gives zlib the same bytes, and so the results are the same, bit by bit; but it copies a chunk several
// times on its way, and takes new memory for each.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/tree/input_set.hpp"

struct z_stream_s;

namespace pcgns::h5 {

class Deflate {
 public:
  /// Nothing if `filters` are not deflate alone, or after shuffle. `size`: bytes of a value.
  [[nodiscard]] static std::unique_ptr<Deflate> of(const std::vector<tree::Filter>& filters, int size);
  ~Deflate();
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  /// Valid until the next call; nothing if it is not smaller.
  [[nodiscard]] std::optional<std::span<const std::byte>> encode(std::span<const std::byte> values);
  /// Throws Failure if `stored` does not give as many bytes as `values` has.
  void decode(std::span<const std::byte> stored, std::span<std::byte> values);

 private:
  Deflate(int level, int shuffled_size);

  int level_;
  int shuffled_size_;                   ///< Bytes of a value; 0: they are not shuffled.
  std::unique_ptr<z_stream_s> packer_;  ///< Null as long as nothing was encoded.
  std::unique_ptr<z_stream_s> unpacker_;
  std::vector<std::byte> shuffled_;
  std::vector<std::byte> stored_;
};

}  // namespace pcgns::h5
