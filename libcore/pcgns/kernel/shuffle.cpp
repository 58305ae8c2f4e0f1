#include "pcgns/kernel/shuffle.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace pcgns::kernel {

namespace {

/// Rows of eight bytes.
using Square = std::array<std::uint64_t, 8>;

std::uint64_t load(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

void store(std::byte* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

/// Exchanges what `Mask` has of `a`, `Bits` further up, with what it has of `b`.
template <int Bits, std::uint64_t Mask>
inline void exchange(std::uint64_t& a, std::uint64_t& b) {
  const auto differing = ((a >> Bits) ^ b) & Mask;
  b ^= differing;
  a ^= differing << Bits;
}

/// Byte j of row i becomes byte i of row j. (Written out: as loops it takes twice as long.)
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

/// The eight columns of bytes at a time; gives how many values are done.
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

/// Values of four bytes: two of them are a row.
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
