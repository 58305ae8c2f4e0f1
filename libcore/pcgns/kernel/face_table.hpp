// face_table.hpp: faces that have been seen from one side only.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/kernel/face_key.hpp"

namespace pcgns::kernel {

/// Sums the senses in which faces were seen, and forgets a face whose sum is zero: of a mesh only the front
/// between what was seen and what was not remains, and in the end its boundary.
///
/// Faces lie in the order of their lowest vertices, so that cells beside each other find theirs in the cache;
/// where that makes long searches (a vertex with very many faces), they are scattered instead.
class FaceTable {
 public:
  FaceTable();

  /// Brings the place of a face into the cache, for `add` a little later.
  void prefetch(const FaceKey& key) const { __builtin_prefetch(&slots_[home(key)].sum, 1); }

  /// `sense` is not zero.
  void add(const FaceKey& key, std::int64_t sense);

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
  /// The slots until now, after which there are `count` free ones.
  std::vector<Slot> renewed(std::size_t count);
  void fill_again(std::size_t count);
  void free(std::size_t at);

  std::vector<Slot> slots_;
  bool is_scattered_ = false;
  std::int64_t size_ = 0;
};

}  // namespace pcgns::kernel
