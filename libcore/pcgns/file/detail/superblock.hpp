// superblock.hpp: where the HDF5 file within a file begins and ends, out of its first bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pcgns::file {

inline constexpr std::string_view hdf5_signature("\211HDF\r\n\032\n", 8);

struct Superblock {
  std::int64_t at = 0;  ///< Offset of the superblock; not 0 behind a user block.
  int version = 0;
  int flags = 0;                    ///< Consistency flags; version 3 only.
  std::optional<std::int64_t> end;  ///< HDF5's end of allocation, from the beginning of the file.
};

/// Up to 64 bytes of a file at an offset, fewer at its end.
using BytesAt = std::function<std::string(std::int64_t offset)>;

/// Empty if a file of `size` bytes has none.
[[nodiscard]] std::optional<Superblock> superblock_of(const BytesAt& bytes_at, std::int64_t size);

}  // namespace pcgns::file
