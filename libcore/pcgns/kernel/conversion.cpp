#include "pcgns/kernel/conversion.hpp"

#include <array>
#include <cmath>
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

namespace {

void keep_larger(double& error, std::int64_t& at, double other, std::int64_t other_at) {
  if (other < error || (other == error && (other == 0 || other_at >= at))) return;
  error = other;
  at = other_at;
}

}  // namespace

void Rounding::add(const Rounding& other) {
  keep_larger(absolute, at_absolute, other.absolute, other.at_absolute);
  keep_larger(relative, at_relative, other.relative, other.at_relative);
}

std::optional<std::int64_t> narrow(std::span<const double> from, std::span<float> to, std::int64_t first,
                                   Rounding& rounding) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double value = from[i];
    to[i] = static_cast<float>(value);
    const double error = std::fabs(value - static_cast<double>(to[i]));
    if (!(error > 0)) continue;  // NaN and infinity are preserved.
    if (std::isinf(to[i])) return static_cast<std::int64_t>(i);
    const auto at = first + static_cast<std::int64_t>(i);
    keep_larger(rounding.absolute, rounding.at_absolute, error, at);
    keep_larger(rounding.relative, rounding.at_relative, error / std::fabs(value), at);
  }
  return std::nullopt;
}

std::optional<std::int64_t> narrow(std::span<const std::int64_t> from, std::span<std::int32_t> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i] = static_cast<std::int32_t>(from[i]);
    if (to[i] != from[i]) return static_cast<std::int64_t>(i);
  }
  return std::nullopt;
}

namespace {

/// Eight rows of eight bytes.
using Square = std::array<std::uint64_t, 8>;

std::uint64_t load(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

void store(std::byte* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

/// Swaps the bits `Mask` << `Bits` of `a` with the bits `Mask` of `b`.
template <int Bits, std::uint64_t Mask>
inline void exchange(std::uint64_t& a, std::uint64_t& b) {
  const auto differing = ((a >> Bits) ^ b) & Mask;
  b ^= differing;
  a ^= differing << Bits;
}

/// Byte j of row i becomes byte i of row j. Unrolled: loops take twice as long.
inline void transpose(Square& rows) {
  auto& [a, b, c, d, e, f, g, h] = rows;
  exchange<32, 0x00000000ffffffff>(a, e);
  exchange<32, 0x00000000ffffffff>(b, f);
  exchange<32, 0x00000000ffffffff>(c, g);
  exchange<32, 0x00000000ffffffff>(d, h);
  exchange<16, 0x0000ffff0000ffff>(a, c);
  exchange<16, 0x0000ffff0000ffff>(b, d);
  exchange<16, 0x0000ffff0000ffff>(e, g);
  exchange<16, 0x0000ffff0000ffff>(f, h);
  exchange<8, 0x00ff00ff00ff00ff>(a, b);
  exchange<8, 0x00ff00ff00ff00ff>(c, d);
  exchange<8, 0x00ff00ff00ff00ff>(e, f);
  exchange<8, 0x00ff00ff00ff00ff>(g, h);
}

/// Shuffles eight byte columns at a time; returns the number of values done.
std::size_t shuffle_squares(const std::byte* from, std::byte* to, std::size_t values, std::size_t size) {
  const auto whole = size % 8 == 0 ? values / 8 * 8 : 0;
  Square rows;
  for (std::size_t i = 0; i < whole; i += 8) {
    for (std::size_t column = 0; column < size; column += 8) {
      for (std::size_t k = 0; k < 8; ++k) rows[k] = load(from + (i + k) * size + column);
      transpose(rows);
      for (std::size_t k = 0; k < 8; ++k) store(to + (column + k) * values + i, rows[k]);
    }
  }
  return whole;
}

std::size_t unshuffle_squares(const std::byte* from, std::byte* to, std::size_t values, std::size_t size) {
  const auto whole = size % 8 == 0 ? values / 8 * 8 : 0;
  Square rows;
  for (std::size_t i = 0; i < whole; i += 8) {
    for (std::size_t column = 0; column < size; column += 8) {
      for (std::size_t k = 0; k < 8; ++k) rows[k] = load(from + (column + k) * values + i);
      transpose(rows);
      for (std::size_t k = 0; k < 8; ++k) store(to + (i + k) * size + column, rows[k]);
    }
  }
  return whole;
}

/// For values of four bytes: two values form a row.
std::size_t shuffle_halves(const std::byte* from, std::byte* to, std::size_t values) {
  const auto whole = values / 16 * 16;
  Square rows;
  for (std::size_t i = 0; i < whole; i += 16) {
    // Row k: values i + k and i + k + 8.
    for (std::size_t k = 0; k < 8; ++k) {
      std::memcpy(&rows[k], from + (i + k) * 4, 4);
      std::memcpy(reinterpret_cast<std::byte*>(&rows[k]) + 4, from + (i + k + 8) * 4, 4);
    }
    transpose(rows);
    for (std::size_t k = 0; k < 4; ++k) {
      store(to + k * values + i, rows[k]);
      store(to + k * values + i + 8, rows[k + 4]);
    }
  }
  return whole;
}

std::size_t unshuffle_halves(const std::byte* from, std::byte* to, std::size_t values) {
  const auto whole = values / 16 * 16;
  Square rows;
  for (std::size_t i = 0; i < whole; i += 16) {
    for (std::size_t k = 0; k < 4; ++k) {
      rows[k] = load(from + k * values + i);
      rows[k + 4] = load(from + k * values + i + 8);
    }
    transpose(rows);
    for (std::size_t k = 0; k < 8; ++k) {
      std::memcpy(to + (i + k) * 4, &rows[k], 4);
      std::memcpy(to + (i + k + 8) * 4, reinterpret_cast<const std::byte*>(&rows[k]) + 4, 4);
    }
  }
  return whole;
}

}  // namespace

void shuffle(std::span<const std::byte> from, std::span<std::byte> to, int size) {
  const auto width = static_cast<std::size_t>(size);
  const auto values = from.size() / width;
  const auto done = width == 4 ? shuffle_halves(from.data(), to.data(), values)
                               : shuffle_squares(from.data(), to.data(), values, width);
  for (std::size_t j = 0; j < width; ++j) {
    for (auto i = done; i < values; ++i) to[j * values + i] = from[i * width + j];
  }
}

void unshuffle(std::span<const std::byte> from, std::span<std::byte> to, int size) {
  const auto width = static_cast<std::size_t>(size);
  const auto values = from.size() / width;
  const auto done = width == 4 ? unshuffle_halves(from.data(), to.data(), values)
                               : unshuffle_squares(from.data(), to.data(), values, width);
  for (std::size_t j = 0; j < width; ++j) {
    for (auto i = done; i < values; ++i) to[i * width + j] = from[j * values + i];
  }
}

}  // namespace pcgns::kernel
