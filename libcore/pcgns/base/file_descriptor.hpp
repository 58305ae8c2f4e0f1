// file_descriptor.hpp: a POSIX file descriptor that closes itself; small pieces of a file.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns {

/// Makes a system call, and again while a signal interrupts it.
template <typename Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

/// While it lives, a call of this thread beyond the limit on the size of files (setrlimit(2)) fails with
/// EFBIG, without the signal SIGXFSZ, which ends programs that do not handle it. A library must not handle it
/// for them.
class SizeLimit {
 public:
  SizeLimit();
  /// Keeps errno.
  ~SizeLimit();
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  sigset_t before_ = {};
};

/// Makes a system call that may write beyond the limit, and again while a signal interrupts it.
template <typename Call>
auto within_size_limit(const Call& call) {
  const SizeLimit limit;
  return uninterrupted(call);
}

/// How many files a list of open ones may hold: `wanted`, or fewer where this process may open few. Leaves
/// room for several such lists.
[[nodiscard]] std::size_t files_at_once(std::size_t wanted);

class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Throws Error{io} if `path` cannot be opened; `flags` and `mode` as in open(2).
  FileDescriptor(const std::string& path, int flags, unsigned mode = 0666);
  /// Takes ownership of an open descriptor.
  static FileDescriptor adopt(int descriptor, std::string path);
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Transfers exactly the given bytes. Throws Error{io}, also if the file ends early.
  void read_at(std::int64_t offset, std::span<std::byte> to) const;
  /// The same into several pieces of memory, one after the other.
  void read_at(std::int64_t offset, std::span<const std::span<std::byte>> pieces) const;
  /// From now on, bytes beyond the end are read as 0.
  void read_zeros_beyond_end() { has_zeros_beyond_end_ = true; }
  void write_at(std::int64_t offset, std::span<const std::byte> from) const;
  /// Writes at the current position.
  void append(std::span<const std::byte> from) const;
  /// Makes data and file size durable (fdatasync). Throws Error{io}.
  void sync() const;
  /// Throws Error{io} if close(2) fails; network file systems may report failed writes only there.
  void close();

 private:
  int descriptor_ = -1;
  std::string path_;
  bool has_zeros_beyond_end_ = false;
};

/// Makes `to` share the blocks of `bytes` of `from` at `offset` (FICLONERANGE). Returns 0, or the error
/// number of the system: the file systems may be unable, or the ranges not whole blocks.
[[nodiscard]] int clone_blocks(const FileDescriptor& from, Range bytes, const FileDescriptor& to,
                               std::int64_t offset);

/// Copies bytes to the same offset, in the kernel if possible (some file systems then share the blocks),
/// otherwise through memory. Throws Error{io}.
void copy_bytes(const FileDescriptor& from, Range bytes, const FileDescriptor& to);

/// Reads the bytes at an offset of the file; throws Error if it cannot.
using ReadAt = std::function<void(std::int64_t offset, std::span<std::byte> to)>;

/// Keeps the blocks that were read last.
class FileBlocks {
 public:
  /// `most`: bytes that may be taken in all, so that a hostile structure cannot make its reader read for
  /// ever.
  /// @pre `read` outlives this.
  FileBlocks(const ReadAt& read, std::int64_t file_size,
             std::int64_t most = std::numeric_limits<std::int64_t>::max());

  /// Throws Unreadable if the bytes are not in the file, or after `most` bytes.
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
  std::int64_t left_;        ///< Bytes that may still be taken.
  std::vector<Slot> slots_;  ///< By number of the block, modulo their number.
};

}  // namespace pcgns
