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

/// Exchanges what `mask` has of `a`, `bits` further up, with what it has of `b`.
void exchange(std::uint64_t& a, std::uint64_t& b, int bits, std::uint64_t mask) {
  const auto differing = ((a >> bits) ^ b) & mask;
  b ^= differing;
  a ^= differing << bits;
}

/// Byte j of row i becomes byte i of row j.
void transpose(Square& rows) {
  for (const std::size_t i : {0, 1, 2, 3}) exchange(rows[i], rows[i + 4], 32, 0x00000000ffffffff);
  for (const std::size_t i : {0, 1, 4, 5}) exchange(rows[i], rows[i + 2], 16, 0x0000ffff0000ffff);
  for (const std::size_t i : {0, 2, 4, 6}) exchange(rows[i], rows[i + 1], 8, 0x00ff00ff00ff00ff);
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
