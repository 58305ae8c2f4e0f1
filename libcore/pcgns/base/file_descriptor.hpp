// file_descriptor.hpp: a POSIX file that is closed when its owner goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pcgns {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Throws Error{io} if `path` cannot be opened; `flags` and `mode` as in open(2).
  FileDescriptor(const std::string& path, int flags, unsigned mode = 0666);
  /// Takes over an open descriptor.
  static FileDescriptor adopt(int descriptor, std::string path);
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Exactly these bytes. Throws Error{io}, also where the file ends before.
  void read_at(std::int64_t offset, std::span<std::byte> to) const;
  void write_at(std::int64_t offset, std::span<const std::byte> from) const;
  /// Data and size on the device. Throws Error{io}.
  void sync() const;
  /// Throws Error{io} where close(2) reports what a write did not.
  void close();

 private:
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace pcgns
