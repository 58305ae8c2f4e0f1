// known_numbers.hpp: what the first read of numbers has shown, so that later moves need not read them again.
//
//     KnownNumbers known(memory);
//     execute(session, {..., .known = &known}, sink);  // the coordinates of a zone
//     execute(session, {..., .known = &known}, sink);  // a field, of the same numbers
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::io {

/// Entities with consecutive keys.
struct Stretch {
  std::int64_t key = 0;
  std::int64_t entity = 0;  ///< In the chunk.
  std::int64_t count = 0;
};

/// What is known of the numbers of a chunk of entities. A key is a number less the first one of the zone.
struct KnownChunk {
  std::int64_t least = 0;
  std::int64_t largest = -1;
  bool is_known = false;
  std::vector<Stretch> stretches = {};  ///< Of the whole chunk, if few: saves rereading the numbers.
};

/// What this rank knows. Forgets everything before a move if that takes more than its memory.
class KnownNumbers {
 public:
  explicit KnownNumbers(Budget memory) : memory_(memory.bytes()), left_(memory_) {}

  /// Invalidates the chunks found before.
  void begin_move();

  /// Numbers of consecutive entities in an array of the inputs.
  struct Which {
    int array = 0;
    Range entities;
    std::int64_t first_number = 1;
    std::int64_t in_chunk = 1;  ///< Entities of a chunk.
  };
  /// The chunks of `which`, valid until the next move.
  [[nodiscard]] std::span<KnownChunk> find(const Which& which);

  /// Keeps the stretches of a chunk if there is memory for them.
  void keep(KnownChunk& chunk, const std::vector<Stretch>& stretches);

 private:
  using Key = std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

  std::map<Key, std::vector<KnownChunk>> chunks_;
  std::int64_t memory_;
  std::int64_t left_;
};

}  // namespace pcgns::io
