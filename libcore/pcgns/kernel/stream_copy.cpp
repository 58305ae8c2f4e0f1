#include "pcgns/kernel/stream_copy.hpp"

#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace pcgns::kernel {

#ifdef __SSE2__

void stream_copy(std::byte* to, std::span<const std::byte> from) {
  constexpr std::size_t width = sizeof(__m128i);
  const auto* source = from.data();
  auto left = from.size();
  const auto copy = [&](std::size_t bytes) {
    std::memcpy(to, source, bytes);
    to += bytes;
    source += bytes;
    left -= bytes;
  };
  if (left < 8 * width) return copy(left);
  copy((width - reinterpret_cast<std::uintptr_t>(to) % width) % width);
  for (; left >= width; left -= width, to += width, source += width) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(source)));
  }
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
