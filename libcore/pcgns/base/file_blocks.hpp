// file_blocks.hpp: reads small pieces of a file that lie close to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pcgns {

/// Reads the bytes at an offset of the file; throws Error if it cannot.
using ReadAt = std::function<void(std::int64_t offset, std::span<std::byte> to)>;

/// Keeps the blocks that were read last.
class FileBlocks {
 public:
  /// @pre `read` outlives this.
  FileBlocks(const ReadAt& read, std::int64_t file_size);

  /// Throws Unreadable if the bytes are not in the file.
  [[nodiscard]] std::vector<std::byte> get(std::int64_t at, std::int64_t size);

 private:
  struct Slot {
    std::int64_t begin = -1;
    std::vector<std::byte> bytes = {};
  };

  void copy(std::int64_t at, std::span<std::byte> to);
  const std::vector<std::byte>& block(std::int64_t begin);

  const ReadAt& read_;
  std::int64_t file_size_;
  std::vector<Slot> slots_;  ///< By number of the block, modulo their number.
};

}  // namespace pcgns
