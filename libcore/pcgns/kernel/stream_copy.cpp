#include "pcgns/kernel/stream_copy.hpp"

#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace pcgns::kernel {

namespace {

using Target = ByteRows<std::byte>;
using Source = ByteRows<const std::byte>;

}  // namespace

#ifdef __SSE2__

namespace {

constexpr std::size_t width = sizeof(__m128i);
constexpr std::size_t line = 4 * width;

/// @pre `alignment` is a power of two.
std::size_t bytes_before(const std::byte* at, std::size_t alignment) {
  return -reinterpret_cast<std::uintptr_t>(at) % alignment;
}

__m128i load_unaligned(const std::byte* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

/// @pre `to` is aligned to `width`.
void store(std::byte* to, __m128i value) { _mm_stream_si128(reinterpret_cast<__m128i*>(to), value); }

/// Copies a whole cache line; `to` is at its start. Alternating loads and stores took 1.6 times as long.
using StreamLine = void(std::byte* to, const std::byte* from);

inline void stream_by_quarters(std::byte* to, const std::byte* from) {
  const auto first = load_unaligned(from);
  const auto second = load_unaligned(from + width);
  const auto third = load_unaligned(from + 2 * width);
  const auto fourth = load_unaligned(from + 3 * width);
  store(to, first);
  store(to + width, second);
  store(to + 2 * width, third);
  store(to + 3 * width, fourth);
}

[[gnu::target("avx2")]] inline void stream_by_halves(std::byte* to, const std::byte* from) {
  constexpr std::size_t half = sizeof(__m256i);
  const auto first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  const auto second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + half));
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), first);
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to + half), second);
}

template <StreamLine stream_line>
[[gnu::always_inline]] inline void stream_row(std::byte* to, const std::byte* from, std::size_t bytes) {
  const auto pass = [&](std::size_t passed) {
    to += passed;
    from += passed;
    bytes -= passed;
  };
  const auto copy = [&](std::size_t some) {
    if (some == 0) return;  // nearly always
    std::memcpy(to, from, some);
    pass(some);
  };
  if (bytes < 2 * line) return copy(bytes);
  copy(bytes_before(to, width));
  for (auto left = bytes_before(to, line); left > 0; left -= width, pass(width))
    store(to, load_unaligned(from));
  for (; bytes >= line; pass(line)) stream_line(to, from);
  for (; bytes >= width; pass(width)) store(to, load_unaligned(from));
  copy(bytes);
}

/// Inlined so that it is compiled once per processor type: rows of 512 bytes took a fifth less time than with
/// a call each.
template <StreamLine stream_line>
[[gnu::always_inline]] inline void stream_rows(Target to, Source from, std::size_t bytes, std::size_t rows) {
  for (; rows > 0; --rows, to.first += to.step, from.first += from.step)
    stream_row<stream_line>(to.first, from.first, bytes);
}

using StreamRows = void(Target, Source, std::size_t bytes, std::size_t rows);

void rows_by_quarters(Target to, Source from, std::size_t bytes, std::size_t rows) {
  stream_rows<stream_by_quarters>(to, from, bytes, rows);
}

[[gnu::target("avx2")]] void rows_by_halves(Target to, Source from, std::size_t bytes, std::size_t rows) {
  stream_rows<stream_by_halves>(to, from, bytes, rows);
}

/// With half lines, reads of the queue took 9 to 14 % less time.
StreamRows* const rows_here = __builtin_cpu_supports("avx2") != 0 ? rows_by_halves : rows_by_quarters;

}  // namespace

void stream_copy(Target to, Source from, std::size_t bytes, std::size_t rows) {
  rows_here(to, from, bytes, rows);
}

void stream_fence() { _mm_sfence(); }

#else

void stream_copy(Target to, Source from, std::size_t bytes, std::size_t rows) {
  for (; rows > 0; --rows, to.first += to.step, from.first += from.step)
    std::memcpy(to.first, from.first, bytes);
}

void stream_fence() {}

#endif

}  // namespace pcgns::kernel
