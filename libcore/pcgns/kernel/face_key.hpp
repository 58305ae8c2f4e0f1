// face_key.hpp: what tells whether two cells have the same face.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>

namespace pcgns::kernel {

/// The same for all ways to go round a face. Where all vertices are below 2^32 it is made of them and equal
/// keys mean equal faces; otherwise it is a hash of 128 bits.
struct FaceKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend auto operator<=>(const FaceKey&, const FaceKey&) = default;
};

/// A face as a cell has it.
struct Face {
  FaceKey key = {};
  int sense = 0;  ///< +1 or -1: two cells beside each other go round it in opposite ways.
  int nodes = 0;  ///< Without repetitions: 2 (an edge), 3 or 4; 0 if it has collapsed.
};

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93ULL;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93ULL;
  return value ^ (value >> 32);
}

/// For tables, and to choose who has a face.
[[nodiscard]] constexpr std::uint64_t hash_of(const FaceKey& key) {
  return mixed(key.high ^ (key.low * 0x9E3779B97F4A7C15ULL));
}

/// Not as good, but faster.
[[nodiscard]] constexpr std::uint64_t quick_hash_of(const FaceKey& key) {
  return std::rotl((key.high ^ (key.low * 0x9E3779B97F4A7C15ULL)) * 0xD6E8FEB86659FD93ULL, 32);
}

[[nodiscard]] constexpr FaceKey key_of_sorted(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                              std::uint64_t d) {
  if (((a | b | c | d) >> 32) == 0) return {a << 32 | b, c << 32 | d};
  const auto first = mixed(a + mixed(b + mixed(c + mixed(d))));
  return {first, mixed(d + mixed(c + mixed(b + mixed(a + first))))};
}

[[nodiscard]] constexpr Face edge_of(std::int64_t a, std::int64_t b) {
  const auto low = static_cast<std::uint64_t>(std::min(a, b));
  const auto high = static_cast<std::uint64_t>(std::max(a, b));
  return {.key = key_of_sorted(low, high, 0, 0), .sense = a < b ? 1 : -1, .nodes = a == b ? 0 : 2};
}

[[nodiscard]] constexpr Face triangle_of(std::int64_t a, std::int64_t b, std::int64_t c) {
  if (a == b || b == c || c == a) return {};
  if (b < a && b < c) {
    const auto first = a;
    a = b, b = c, c = first;
  } else if (c < a && c < b) {
    const auto last = c;
    c = b, b = a, a = last;
  }
  const auto [low, high] = std::minmax(b, c);
  return {.key = key_of_sorted(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(low),
                               static_cast<std::uint64_t>(high), 0),
          .sense = b < c ? 1 : -1,
          .nodes = 3};
}

/// Of a quadrangle with a vertex twice: a triangle if they are neighbours.
[[nodiscard]] constexpr Face collapsed_quadrangle_of(std::int64_t a, std::int64_t b, std::int64_t c,
                                                     std::int64_t d) {
  if (a == b) return triangle_of(b, c, d);
  if (b == c) return triangle_of(c, d, a);
  if (c == d) return triangle_of(d, a, b);
  if (d == a) return triangle_of(a, b, c);
  return {};
}

[[nodiscard]] constexpr Face quadrangle_of(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  if (a == b || b == c || c == d || d == a || a == c || b == d) return collapsed_quadrangle_of(a, b, c, d);
  const bool odd = std::min(b, d) < std::min(a, c);
  const auto p = odd ? b : a, q = odd ? c : b, r = odd ? d : c, s = odd ? a : d;
  const bool turned = r < p;
  const auto least = turned ? r : p, opposite = turned ? p : r;
  const auto next = turned ? s : q, last = turned ? q : s;
  return {.key = key_of_sorted(
              static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(std::min(next, last)),
              static_cast<std::uint64_t>(opposite), static_cast<std::uint64_t>(std::max(next, last))),
          .sense = next < last ? 1 : -1,
          .nodes = 4};
}

/// Of 2, 3 or 4 vertices, in the order in which the cell goes round.
[[nodiscard]] constexpr Face face_of(std::span<const std::int64_t> vertices) {
  if (vertices.size() == 4) return quadrangle_of(vertices[0], vertices[1], vertices[2], vertices[3]);
  if (vertices.size() == 3) return triangle_of(vertices[0], vertices[1], vertices[2]);
  return vertices.size() == 2 ? edge_of(vertices[0], vertices[1]) : Face{};
}

}  // namespace pcgns::kernel
