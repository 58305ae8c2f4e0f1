#include "pcgns/file/superblock.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::file {

namespace {

constexpr std::string_view signature("\211HDF\r\n\032\n", 8);
constexpr std::int64_t longest = 64;

using Bytes = std::vector<std::byte>;

Bytes bytes_at(const FileDescriptor& file, std::int64_t offset, std::int64_t size) {
  Bytes bytes(static_cast<std::size_t>(std::clamp<std::int64_t>(size - offset, 0, longest)));
  file.read_at(offset, bytes);
  bytes.resize(longest);
  return bytes;
}

bool is_signed(const Bytes& bytes) {
  return std::equal(signature.begin(), signature.end(), bytes.begin(),
                    [](char wanted, std::byte found) { return static_cast<std::byte>(wanted) == found; });
}

/// Little-endian.
std::int64_t number(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(bytes.at(at + i)) << (8 * i);
  return static_cast<std::int64_t>(value);
}

/// Behind the base address and another comes the end of the file.
std::optional<std::int64_t> end_in(const Bytes& bytes, std::size_t base, std::int64_t address_size) {
  const auto size = static_cast<std::size_t>(address_size);
  if (address_size != 4 && address_size != 8) return std::nullopt;
  const auto end = number(bytes, base + 2 * size, size);
  return end < 0 ? std::nullopt : std::optional(end);
}

Superblock parsed(const Bytes& bytes, std::int64_t at) {
  Superblock block{.at = at, .version = static_cast<int>(number(bytes, 8, 1)), .end = {}};
  if (block.version <= 1) {
    block.end = end_in(bytes, block.version == 0 ? 24 : 28, number(bytes, 13, 1));
  } else {
    block.flags = block.version == 3 ? static_cast<int>(number(bytes, 11, 1)) : 0;
    block.end = end_in(bytes, 12, number(bytes, 9, 1));
  }
  return block;
}

}  // namespace

std::optional<Superblock> superblock_of(const std::string& path) {
  const FileDescriptor file(path, O_RDONLY);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw system_error("cannot read", path, errno);
  for (std::int64_t at = 0; at < status.st_size; at = at == 0 ? 512 : 2 * at) {
    const auto bytes = bytes_at(file, at, status.st_size);
    if (!is_signed(bytes)) continue;
    auto block = parsed(bytes, at);
    block.file_size = status.st_size;
    return block;
  }
  return std::nullopt;
}

}  // namespace pcgns::file
