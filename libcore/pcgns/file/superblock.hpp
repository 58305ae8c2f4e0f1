// superblock.hpp: the first bytes of an HDF5 file, as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pcgns::file {

struct Superblock {
  std::int64_t at = 0;  ///< Where it begins: behind a user block, if that is not 0.
  int version = 0;
  int flags = 0;                    ///< Of consistency; only version 3 has them.
  std::optional<std::int64_t> end;  ///< Of what HDF5 has allocated, from the begin of the file.
  std::int64_t file_size = 0;
};

/// Nothing if there is none. Throws Error{io} if the file cannot be read.
[[nodiscard]] std::optional<Superblock> superblock_of(const std::string& path);

}  // namespace pcgns::file
