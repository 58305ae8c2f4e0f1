// compare_rendezvous.hpp: finds what has the same key on two sides, wherever it is.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::verify {

/// Some of a side's entities, on this rank: their numbers, and `width` words of key for each.
struct KeyedItems {
  int width = 1;
  std::vector<std::int64_t> numbers;
  std::vector<std::uint64_t> keys;
};

/// For each item of this rank, in its order: the number of its partner on the other side, or -1.
struct Partners {
  std::vector<std::int64_t> of_a;
  std::vector<std::int64_t> of_b;
};

/// Pairs the items of all ranks: of those with one key, the lowest number of `a` with the lowest of `b`, and
/// so on. @pre Both have the same width. @note Collective.
[[nodiscard]] Partners pair_keys(par::Session& session, const KeyedItems& a, const KeyedItems& b);

/// An array of `count` I8 over all ranks that has values[i] at indices[i] (0-based) and -1 elsewhere.
/// @note Collective.
[[nodiscard]] mesh::Share spread(par::Session& session, std::int64_t count,
                                 const std::vector<std::int64_t>& indices,
                                 const std::vector<std::int64_t>& values);

}  // namespace pcgns::verify
