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

/// What happens where several items of a side have one key.
enum class Pairing : std::uint8_t {
  one_to_one,  ///< The lowest number of a becomes partner of the lowest of b, and so on.
  with_first,  ///< All get the lowest number of the other side.
  with_any,    ///< As one to one; those for whom none is left get the highest number of the other side.
};

/// Pairs the items of all ranks. @pre Both sides have the same width. @note Collective.
[[nodiscard]] Partners pair_keys(par::Session& session, const KeyedItems& a, const KeyedItems& b,
                                 Pairing pairing = Pairing::one_to_one);

/// An array of `count` I8 over all ranks that has values[i] at indices[i] (0-based) and -1 elsewhere.
/// @note Collective.
[[nodiscard]] mesh::Share spread(par::Session& session, std::int64_t count,
                                 const std::vector<std::int64_t>& indices,
                                 const std::vector<std::int64_t>& values);

}  // namespace pcgns::verify
