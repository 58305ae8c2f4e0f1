#include "pcgns/file/detail/superblock.hpp"

#include <utility>

namespace pcgns::file {

namespace {

constexpr std::size_t superblock_bytes = 64;

/// Reads a little-endian integer.
std::int64_t number_in(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes.at(at + i))} << (8 * i);
  return static_cast<std::int64_t>(value);
}

/// The end of file follows the base address and one more address.
std::optional<std::int64_t> end_in(const std::string& bytes, std::size_t base, std::int64_t address_size) {
  const auto size = static_cast<std::size_t>(address_size);
  if (address_size != 4 && address_size != 8) return std::nullopt;
  const auto end = number_in(bytes, base + 2 * size, size);
  return end < 0 ? std::nullopt : std::optional(end);
}

Superblock parsed(std::string bytes, std::int64_t at) {
  bytes.resize(superblock_bytes);
  Superblock block{.at = at, .version = static_cast<int>(number_in(bytes, 8, 1)), .end = {}};
  if (block.version <= 1) {
    block.end = end_in(bytes, block.version == 0 ? 24 : 28, number_in(bytes, 13, 1));
  } else {
    block.flags = block.version == 3 ? static_cast<int>(number_in(bytes, 11, 1)) : 0;
    block.end = end_in(bytes, 12, number_in(bytes, 9, 1));
  }
  return block;
}

}  // namespace

std::optional<Superblock> superblock_of(const BytesAt& bytes_at, std::int64_t size) {
  const auto end = static_cast<std::uint64_t>(size);
  for (std::uint64_t at = 0; at < end; at = at == 0 ? 512 : 2 * at) {  // 2^63 comes after the largest size
    const auto offset = static_cast<std::int64_t>(at);
    auto bytes = bytes_at(offset);
    if (bytes.starts_with(hdf5_signature)) return parsed(std::move(bytes), offset);
  }
  return std::nullopt;
}

}  // namespace pcgns::file
