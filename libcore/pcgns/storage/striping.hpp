// striping.hpp: how a new file is spread over the targets of a parallel file system.
#pragma once

#include <cstdint>
#include <string>

namespace pcgns::storage {

/// What is asked for.
struct Striping {
  int count = 0;          ///< Stripes; -1: over all targets; 0: not said.
  std::int64_t size = 0;  ///< Bytes; 0: not said.
  std::string pool = {};  ///< Empty: not said.

  [[nodiscard]] bool is_asked_for() const { return count != 0 || size > 0 || !pool.empty(); }
};

/// How a file was made.
struct Striped {
  enum class Way : std::uint8_t {
    tool,   ///< The file system's tool has made it: `told` is what that says of it now.
    hints,  ///< There is no such tool: MPI-IO was asked when it made the file.
    none,   ///< This file system has no stripes; the file is not made.
  };
  Way way = Way::none;
  std::string told = {};
};

/// Makes the empty file `path`, which must not exist, on a file system of kind `kind` (FileSystem::kind).
/// Throws Error{io} if the tool refuses.
[[nodiscard]] Striped make_striped(const std::string& path, const std::string& kind,
                                   const Striping& striping);

/// Stripes for a file of so many bytes that so many ranks write. As the manual page says: a stripe for each
/// GiB, but no more than four for each rank, rounded up to a power of two; of 1 MiB for files up to 1 GiB, of
/// 4 MiB up to 64 GiB, and of 16 MiB beyond.
[[nodiscard]] Striping striping_for(std::int64_t bytes, int ranks);

}  // namespace pcgns::storage
