// face_filter.hpp: a small table, the same on all ranks, that says of most faces that nobody looks for them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/face_key.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::mesh {

/// Two bits of one word for each face that somebody looks for (a Bloom filter), and a bit for each vertex of
/// these faces. It has a bounded size: of very many faces it says of all that they may be looked for.
class FaceFilter {
 public:
  /// @note Collective.
  FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted, std::int64_t vertices);

  /// Whether a cell with these corners may have such a face; of most cells this can be told at once.
  [[nodiscard]] bool may_touch(std::span<const std::int64_t> corners, int dimension) const {
    int touched = 0;
    for (const auto corner : corners) {
      const auto bit = static_cast<std::uint64_t>(corner);
      touched += static_cast<int>(vertices_[(bit >> 6) & (vertices_.size() - 1)] >> (bit & 63) & 1);
    }
    return touched >= dimension;
  }

  /// `hash`: kernel::quick_hash_of its key.
  [[nodiscard]] bool may_have(std::uint64_t hash) const {
    const auto bits = bits_of(hash);
    return (words_[word_of(hash)] & bits) == bits;
  }

 private:
  [[nodiscard]] std::size_t word_of(std::uint64_t hash) const { return (hash >> 12) & (words_.size() - 1); }
  [[nodiscard]] static std::uint64_t bits_of(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << ((hash >> 6) & 63);
  }

  void set_vertices(const kernel::FaceKey& key);

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> vertices_;
};

}  // namespace pcgns::mesh
