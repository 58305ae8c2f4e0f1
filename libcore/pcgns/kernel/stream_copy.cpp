#include "pcgns/kernel/stream_copy.hpp"

#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace pcgns::kernel {

#ifdef __SSE2__

namespace {

constexpr std::size_t width = sizeof(__m128i);
constexpr std::size_t line = 4 * width;

std::size_t bytes_before(const std::byte* at, std::size_t alignment) {
  return (alignment - reinterpret_cast<std::uintptr_t>(at) % alignment) % alignment;
}

__m128i load(const std::byte* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }

/// @pre `to` is aligned to `width`.
void store(std::byte* to, __m128i word) { _mm_stream_si128(reinterpret_cast<__m128i*>(to), word); }

/// Both take whole lines, `to` at the beginning of one. Loads and stores in turn took 1.6 times as long.
using StreamLines = void (*)(std::byte* to, const std::byte* from, std::size_t bytes);

void stream_by_quarters(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (const auto* end = from + bytes; from != end; from += line, to += line) {
    const auto first = load(from);
    const auto second = load(from + width);
    const auto third = load(from + 2 * width);
    const auto fourth = load(from + 3 * width);
    store(to, first);
    store(to + width, second);
    store(to + 2 * width, third);
    store(to + 3 * width, fourth);
  }
}

__attribute__((target("avx2"))) void stream_by_halves(std::byte* to, const std::byte* from,
                                                      std::size_t bytes) {
  constexpr std::size_t half = sizeof(__m256i);
  for (const auto* end = from + bytes; from != end; from += line, to += line) {
    const auto first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const auto second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + half));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), first);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + half), second);
  }
}

/// Reads of the queue took 9 to 14 % less time by halves.
const StreamLines stream_lines = __builtin_cpu_supports("avx2") != 0 ? stream_by_halves : stream_by_quarters;

}  // namespace

void stream_copy(std::byte* to, std::span<const std::byte> from) {
  const auto* source = from.data();
  auto left = from.size();
  const auto pass = [&](std::size_t bytes) {
    to += bytes;
    source += bytes;
    left -= bytes;
  };
  const auto copy = [&](std::size_t bytes) {
    std::memcpy(to, source, bytes);
    pass(bytes);
  };
  if (left < 2 * line) return copy(left);
  copy(bytes_before(to, width));
  for (; bytes_before(to, line) != 0; pass(width)) store(to, load(source));
  const auto whole = left / line * line;
  stream_lines(to, source, whole);
  pass(whole);
  for (; left >= width; pass(width)) store(to, load(source));
  copy(left);
}

void stream_fence() { _mm_sfence(); }

#else

void stream_copy(std::byte* to, std::span<const std::byte> from) {
  std::memcpy(to, from.data(), from.size());
}

void stream_fence() {}

#endif

}  // namespace pcgns::kernel
