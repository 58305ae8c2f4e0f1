// face_filter.hpp: a small table, the same on all ranks, that says of most faces that nobody looks for them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/face_key.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::mesh {

/// Two bits of one word for each face that somebody looks for (a Bloom filter). It has a bounded size: of
/// very many faces it says of all that they may be looked for.
class FaceFilter {
 public:
  /// @note Collective.
  FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted);

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

  std::vector<std::uint64_t> words_;
};

}  // namespace pcgns::mesh
