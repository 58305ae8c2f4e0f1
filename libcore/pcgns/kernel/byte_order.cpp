#include "pcgns/kernel/byte_order.hpp"

#include <cstdint>
#include <cstring>

namespace pcgns::kernel {

namespace {

std::uint16_t reversed(std::uint16_t word) { return __builtin_bswap16(word); }
std::uint32_t reversed(std::uint32_t word) { return __builtin_bswap32(word); }
std::uint64_t reversed(std::uint64_t word) { return __builtin_bswap64(word); }

template <typename Word>
void reverse_each(std::span<std::byte> bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    word = reversed(word);
    std::memcpy(bytes.data() + at, &word, sizeof word);
  }
}

}  // namespace

void reverse_words(std::span<std::byte> bytes, int word) {
  if (word == 2) reverse_each<std::uint16_t>(bytes);
  if (word == 4) reverse_each<std::uint32_t>(bytes);
  if (word == 8) reverse_each<std::uint64_t>(bytes);
}

}  // namespace pcgns::kernel
