#include "pcgns/base/file_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns {

namespace {

constexpr std::int64_t block_size = 16 * kibi;
constexpr std::size_t slot_count = 64;

}  // namespace

FileBlocks::FileBlocks(const ReadAt& read, std::int64_t file_size)
    : read_(read), file_size_(file_size), slots_(slot_count) {}

std::vector<std::byte> FileBlocks::get(std::int64_t at, std::int64_t size) {
  if (at < 0 || at > file_size_ || size < 0 || size > file_size_ - at)
    throw Unreadable(
        fmt::format("is damaged or truncated: expected {} bytes at byte {} of the file, which has {}", size,
                    at, file_size_));
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (size >= block_size) {
    read_(at, bytes);
  } else {
    copy(at, bytes);
  }
  return bytes;
}

void FileBlocks::copy(std::int64_t at, std::span<std::byte> to) {
  while (!to.empty()) {
    const auto begin = round_down(at, block_size);
    const auto from = std::span<const std::byte>(block(begin)).subspan(static_cast<std::size_t>(at - begin));
    const auto count = std::min(from.size(), to.size());
    std::memcpy(to.data(), from.data(), count);
    to = to.subspan(count);
    at += static_cast<std::int64_t>(count);
  }
}

const std::vector<std::byte>& FileBlocks::block(std::int64_t begin) {
  auto& slot = slots_[static_cast<std::size_t>(begin / block_size) % slot_count];
  if (slot.begin == begin) return slot.bytes;
  slot.begin = -1;
  slot.bytes.resize(static_cast<std::size_t>(std::min(block_size, file_size_ - begin)));
  read_(begin, slot.bytes);
  slot.begin = begin;
  return slot.bytes;
}

}  // namespace pcgns
