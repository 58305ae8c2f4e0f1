// face_table.hpp: faces that have been seen from one side only.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/kernel/face_key.hpp"

namespace pcgns::kernel {

/// Sums the senses in which faces were seen, and forgets a face whose sum is zero: of a mesh only the front
/// between what was seen and what was not remains, and in the end its boundary.
class FaceTable {
 public:
  FaceTable();

  /// Brings the place of a face into the cache, for `add` a little later.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)], 1); }

  /// `hash` is that of the key. `sense` is not zero.
  void add(const FaceKey& key, std::uint64_t hash, std::int64_t sense);

  [[nodiscard]] std::int64_t size() const { return size_; }

  /// For every face: what(key, sum of senses).
  template <typename What>
  void for_each(What&& what) const {
    for (const auto& slot : slots_) {
      if (slot.sum != 0) what(slot.key, slot.sum);
    }
  }

  /// Forgets the faces whose hash `drops`.
  template <typename Drops>
  void drop_if(Drops&& drops) {
    const auto old = renewed(slots_.size());
    for (const auto& slot : old) {
      if (slot.sum == 0) continue;
      const auto hash = hash_of(slot.key);
      if (!drops(hash)) add(slot.key, hash, slot.sum);
    }
  }

 private:
  struct Slot {
    FaceKey key;
    std::int64_t sum = 0;  ///< 0: free.
  };

  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  [[nodiscard]] std::size_t after(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  /// The slots until now, after which there are `count` free ones.
  std::vector<Slot> renewed(std::size_t count);
  void grow();
  void free(std::size_t at);

  std::vector<Slot> slots_;
  int shift_ = 0;
  std::int64_t size_ = 0;
};

}  // namespace pcgns::kernel
