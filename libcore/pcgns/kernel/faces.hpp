// faces.hpp: face keys and tables that match the faces of neighbouring cells.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::kernel {

/// A key independent of start vertex and orientation. If all vertices are below 2^32, equal keys mean equal
/// faces; otherwise the key is a 128-bit hash.
struct FaceKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend auto operator<=>(const FaceKey&, const FaceKey&) = default;
};

/// A face as seen by one cell.
struct Face {
  FaceKey key = {};
  int sense = 0;  ///< +1 or -1: orientation; the two cells of a face have opposite senses.
  int nodes = 0;  ///< Distinct nodes: 2 (an edge), 3 or 4; 0 for a collapsed face.
};

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93ULL;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93ULL;
  return value ^ (value >> 32);
}

/// For hash tables, and for choosing the rank of a face.
[[nodiscard]] constexpr std::uint64_t hash_of(const FaceKey& key) {
  return mixed(key.high ^ (key.low * 0x9E3779B97F4A7C15ULL));
}

/// Weaker than hash_of, but faster.
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

/// A quadrilateral with a repeated vertex: a triangle if the two are neighbours.
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

/// A face of 2, 3 or 4 vertices, in the order in which the cell lists them.
[[nodiscard]] constexpr Face face_of(std::span<const std::int64_t> vertices) {
  if (vertices.size() == 4) return quadrangle_of(vertices[0], vertices[1], vertices[2], vertices[3]);
  if (vertices.size() == 3) return triangle_of(vertices[0], vertices[1], vertices[2]);
  return vertices.size() == 2 ? edge_of(vertices[0], vertices[1]) : Face{};
}

/// Remembers the cell of a face until a second cell with that face arrives.
class FaceMates {
 public:
  FaceMates() : slots_(64) {}

  /// Returns the cell that waits at the face and forgets it; -1 if there is none: then `cell` waits.
  /// @pre `cell` is not negative.
  std::int64_t meet(const FaceKey& key, std::int64_t cell);

  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Calls what(key, cell) for every waiting cell, and empties the table.
  template <typename What>
  void drain(What&& what) {
    for (const auto& slot : slots_) {
      if (slot.cell >= 0) what(slot.key, slot.cell);
    }
    slots_.assign(64, {});
    size_ = 0;
  }

 private:
  struct Slot {
    FaceKey key = {};
    std::int64_t cell = -1;  ///< -1: free.
  };

  [[nodiscard]] std::size_t home(const FaceKey& key) const {
    return quick_hash_of(key) & (slots_.size() - 1);
  }
  /// The slot that holds the key, or the free slot where it belongs.
  [[nodiscard]] std::size_t place_of(const FaceKey& key) const;
  void free(std::size_t at);
  void grow();

  std::vector<Slot> slots_;  ///< Size is a power of two; at most half of the slots are in use.
  std::int64_t size_ = 0;
};

/// Sums the senses with which faces are added, and forgets faces whose sum is zero. So memory holds only the
/// front between visited and unvisited cells, and in the end the boundary.
///
/// Faces are ordered by lowest vertex, so that neighbouring cells hit the cache. Where that makes probing
/// long (a vertex with very many faces), they are scattered by hash instead.
class FaceTable {
 public:
  FaceTable();

  /// Prefetches the slot of a face for an `add` soon after.
  void prefetch(const FaceKey& key) const { __builtin_prefetch(&slots_[home(key)].sum, 1); }

  /// @pre `sense` is not zero.
  void add(const FaceKey& key, std::int64_t sense);

  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Calls what(key, sum of senses) for every face.
  template <typename What>
  void for_each(What&& what) const {
    for (const auto& slot : slots_) {
      if (slot.sum != 0) what(slot.key, slot.sum);
    }
  }

  /// Removes the faces for whose hash `drops` is true.
  template <typename Drops>
  void drop_if(Drops&& drops) {
    const auto old = renewed(slots_.size());
    for (const auto& slot : old) {
      if (slot.sum == 0) continue;
      if (!drops(hash_of(slot.key))) add(slot.key, slot.sum);
    }
  }

 private:
  struct Slot {
    FaceKey key;
    std::int64_t sum = 0;  ///< 0: free.
  };

  [[nodiscard]] std::size_t home(const FaceKey& key) const {
    if (is_scattered_) return hash_of(key) & (slots_.size() - 1);
    const auto vertex = key.high >> 32;
    const auto others = (key.low ^ key.high) * 0x9E3779B97F4A7C15ULL;
    return (4 * vertex + (others >> 62)) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t after(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  /// Replaces the slots by ones with `count` free slots; returns the old ones.
  std::vector<Slot> renewed(std::size_t count);
  void fill_again(std::size_t count);
  void free(std::size_t at);

  std::vector<Slot> slots_;
  bool is_scattered_ = false;
  std::int64_t size_ = 0;
};

}  // namespace pcgns::kernel
