// shared_vertices.hpp: a filter, the same on every rank, for vertices shared by several parts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

/// A bit set of shared vertices; in large zones, several vertices share a bit.
class SharedVertices {
 public:
  /// @note Collective.
  SharedVertices(par::Session& session, const Distribution& vertices)
      : words_(std::bit_ceil(static_cast<std::size_t>(
                   divide_up(std::clamp<std::int64_t>(vertices.count(), 1, most_bits), 64))),
               0) {
    for (std::int64_t i = 0; i < vertices.mine.size(); ++i) {
      const auto vertex = vertices.mine.begin + i;
      if (vertices.slots(i).size() > 1) words_[index_of(vertex)] |= bit_of(vertex);
    }
    par::or_over_ranks(session.comm(), words_);
  }

  /// False if the vertex (0-based) is in one part only; may be true for some of those, too.
  [[nodiscard]] bool may_have(std::int64_t vertex) const {
    return (words_[index_of(vertex)] & bit_of(vertex)) != 0;
  }

 private:
  static constexpr std::int64_t most_bits = std::int64_t{1} << 27;

  static std::uint64_t bit_of(std::int64_t vertex) {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(vertex) % 64);
  }
  [[nodiscard]] std::size_t index_of(std::int64_t vertex) const {
    return (static_cast<std::size_t>(vertex) / 64) & (words_.size() - 1);
  }

  std::vector<std::uint64_t> words_;  ///< A power of two.
};

}  // namespace pcgns::partition
