// rendezvous.hpp: pairs items of two sides by key, wherever they are.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/par/session.hpp"

namespace pcgns::par {

/// Local items of one side: their numbers, and `width` words of key for each.
struct KeyedItems {
  int width = 1;
  /// Words at the end of a key that partners need not share. Where several items of a side share the others,
  /// those that also share most of these, from the first on, pair before the rest. Only for one_to_one.
  int preferences = 0;
  std::vector<std::int64_t> numbers;
  std::vector<std::uint64_t> keys;
};

/// For each local item, in order: the number of its partner on the other side, or -1.
struct Partners {
  std::vector<std::int64_t> of_a;
  std::vector<std::int64_t> of_b;
};

/// How items are paired if several of one side share a key.
enum class KeyPairing : std::uint8_t {
  one_to_one,  ///< The lowest number of a pairs with the lowest of b, and so on; the rest stay without a
               ///< partner.
  with_first,  ///< All pair with the lowest number of the other side.
  with_any,    ///< As one_to_one; the rest pair with the highest number of the other side.
};

/// Pairs the items of all ranks by key. @pre Both sides have the same widths. @note Collective.
[[nodiscard]] Partners pair_keys(Session& session, const KeyedItems& a, const KeyedItems& b,
                                 KeyPairing pairing = KeyPairing::one_to_one);

}  // namespace pcgns::par
