// temporary_file.hpp: the input of a fuzzer as a file, because HDF5 wants a name.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::fuzz {

/// In the folder for temporary files.
class TemporaryFile {
 public:
  TemporaryFile(const unsigned char* data, std::size_t size)
      : path_(std::filesystem::temp_directory_path() / "pcgns-fuzz-XXXXXX") {
    const auto file = FileDescriptor::adopt(::mkstemp(path_.data()), path_);
    file.write_at(0, std::as_bytes(std::span(data, size)));
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace pcgns::fuzz
