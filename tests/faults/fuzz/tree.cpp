// Files: their tree is read with all values, or they are an error; nothing is read twice with different
// results.
//
// Mutations are followed by a repair of HDF5's checksums, which would otherwise keep nearly all of them from
// being looked into. (Files with superblock 0 have none.)
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <unistd.h>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/h5/h5.hpp"

extern "C" std::uint32_t H5_checksum_metadata(const void* data, std::size_t size, std::uint32_t start);
extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

namespace {

using namespace pcgns;

constexpr std::int64_t largest_array = 1 << 20;

/// A file in the folder for temporary ones: HDF5 wants a name.
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

std::uint64_t number_at(const unsigned char* data, std::size_t bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, data, bytes);
  return number;
}

void repair(unsigned char* begin, std::size_t size) {
  const auto sum = H5_checksum_metadata(begin, size, 0);
  std::memcpy(begin + size, &sum, sizeof sum);
}

/// Size of an object header's first block without its checksum; 0 if it is beyond `room`.
std::size_t header_size(const unsigned char* header, std::size_t room) {
  if (room < 16) return 0;
  const auto flags = header[5];
  const std::size_t prefix = 6 + ((flags & 0x20U) != 0 ? 16 : 0) + ((flags & 0x10U) != 0 ? 4 : 0);
  const std::size_t width = std::size_t{1} << (flags & 3U);
  if (room < prefix + width) return 0;
  const auto size = number_at(header + prefix, width);
  return size > room ? 0 : prefix + width + static_cast<std::size_t>(size);
}

/// Bytes before the checksum of the structure that begins at `data`; 0: none, or none that is known.
std::size_t summed_bytes(const unsigned char* data, std::size_t room) {
  constexpr std::size_t superblock = 44;
  constexpr std::size_t btree_header = 34;
  const std::string_view text(reinterpret_cast<const char*>(data), room);
  std::size_t size = 0;
  if (text.starts_with("OHDR")) size = header_size(data, room);
  if (text.starts_with("BTHD")) size = btree_header;
  if (text.starts_with("\211HDF\r\n\032\n") && room > 8 && data[8] >= 2) size = superblock;
  return size + 4 <= room ? size : 0;
}

void repair_all(unsigned char* data, std::size_t size) {
  for (std::size_t at = 0; at + 8 < size; ++at) {
    if (const auto bytes = summed_bytes(data + at, size - at); bytes > 0) repair(data + at, bytes);
  }
}

std::string read(const std::string& path) {
  try {
    auto walked =
        file::walk_unguarded({.paths = {path}, .options = {.inline_limit = largest_array}, .inspect = true});
    for (auto& file : walked.inputs.files) file = {};
    const auto bytes = cgns::serialized(walked.inputs);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  // In a window, or else most mutations move everything that addresses point to.
  constexpr std::size_t window = 64;
  if (size <= window) return LLVMFuzzerMutate(data, size, most);
  const auto at = seed % (size - window);
  std::array<unsigned char, window> part{};
  std::copy_n(data + at, window, part.begin());
  LLVMFuzzerMutate(part.data(), window, window);
  std::copy_n(part.begin(), window, data + at);
  repair_all(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const TemporaryFile file(data, size);
  if (read(file.path()) != read(file.path())) std::abort();
  return 0;
}
