// number_table.hpp: maps numbers of a piece to numbers in the whole zone; what the first read of the latter
// has shown, so that later moves need not read them again.
//
//     KnownNumbers known(memory);
//     execute(session, {..., .known = &known}, sink);  // the coordinates of a zone
//     execute(session, {..., .known = &known}, sink);  // a field, of the same numbers
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::io {

/// Looks up numbers in arrays of files; caches blocks of them in memory.
class NumberTable {
 public:
  /// `memory`: bytes for cached blocks; at least one is kept. `block`: numbers per block, a power of 2.
  NumberTable(const cgns::InputSet& inputs, Source& source, Budget memory, std::int64_t block = 65536);

  /// Selects the numbering for later lookups. @pre `numbering` outlives its use here.
  void use(const plan::Numbering& numbering);

  /// The number in the whole zone for `number` of the piece; `none` if the piece lacks it. Throws Error if a
  /// block cannot be read.
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  [[nodiscard]] std::int64_t find(std::int64_t number) {
    const auto index = static_cast<std::uint64_t>(number) - first_;
    if (index < count_) {
      const auto* const numbers = places_here_[index >> shift_];
      if (numbers != nullptr) return moved(numbers[index & mask_], offset_);
    }
    return search(number);
  }

 private:
  using Places = std::vector<const std::int64_t*>;
  struct Block {
    int array = -1;
    std::size_t index = 0;
    std::vector<std::int64_t> numbers;
  };
  /// Damaged numbers may be of any size: then the sum is one that no zone has.
  [[nodiscard]] static std::int64_t moved(std::int64_t number, std::int64_t offset) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + static_cast<std::uint64_t>(offset));
  }
  [[nodiscard]] std::int64_t search(std::int64_t number);
  [[nodiscard]] Places& places_of(int array);
  void read(int array, std::size_t index);

  const cgns::InputSet& inputs_;
  Source& source_;
  int shift_;
  std::uint64_t mask_;
  std::size_t most_blocks_;
  const plan::Numbering* numbering_ = nullptr;
  std::vector<Block> blocks_;
  std::size_t oldest_ = 0;  ///< Block to replace next, once the cache is full.
  /// By array: where each block is cached; nullptr: not cached. Most tables need few of many arrays.
  std::unordered_map<int, Places> places_;
  std::vector<std::byte> bytes_;

  // The section used last, if it has an array.
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::int64_t offset_ = 0;
  const std::int64_t* const* places_here_ = nullptr;
};

/// Reads integers of an I4 or I8 array, from element `begin` on. Throws Error as Source::read does.
void read_integers(Source& source, const cgns::InputSet& inputs, int array, std::int64_t begin,
                   std::int64_t count, std::vector<std::byte>& scratch, std::vector<std::int64_t>& to);

/// A run of keys, relative to the receiver's first one.
struct KeyRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

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
  std::vector<Stretch> stretches = {};   ///< Of the whole chunk, if few: saves rereading the numbers.
  std::vector<std::uint32_t> keys = {};  ///< The same, less `least`; empty: not kept.
  std::int64_t user = 0;                 ///< Which array they were last used for.
};

/// What this rank knows. Forgets everything before a move if that takes more than its memory.
class KnownNumbers {
 public:
  /// With `keeps_keys`, also numbers that are not consecutive.
  explicit KnownNumbers(Budget memory, bool keeps_keys = false)
      : keeps_keys_(keeps_keys), memory_(memory.bytes()), left_(memory_) {}

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

  /// Keeps the keys of a chunk, also instead of those that `target` does not use, if there is memory for
  /// them.
  void keep(KnownChunk& chunk, std::span<const std::int64_t> keys, int target);

  /// The keys of a chunk that has them.
  void recall(KnownChunk& chunk, int target, std::span<std::int64_t> keys) const;

 private:
  using Key = std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

  [[nodiscard]] std::int64_t user_of(int target) const { return (moves_ << 32) + target; }
  void forget_others(std::int64_t user, std::int64_t bytes);

  std::map<Key, std::vector<KnownChunk>> chunks_;
  std::deque<KnownChunk*> kept_;  ///< Those with keys, the oldest first.
  std::int64_t moves_ = 0;
  bool keeps_keys_;
  std::int64_t memory_;
  std::int64_t left_;
};

}  // namespace pcgns::io
