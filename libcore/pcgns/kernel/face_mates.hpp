// face_mates.hpp: cells that wait for the one on the other side of a face.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/kernel/face_key.hpp"

namespace pcgns::kernel {

/// Remembers who has a face until another one has it too.
class FaceMates {
 public:
  FaceMates() : slots_(64) {}

  /// The cell that waited at the face, which is forgotten; -1 if there was none: then `cell` waits.
  /// `cell` is not negative.
  std::int64_t meet(const FaceKey& key, std::int64_t cell);

  [[nodiscard]] std::int64_t size() const { return size_; }

  /// For every cell that waits: what(key, cell); then nobody does.
  template <typename What>
  void drain(What&& what) {
    for (const auto& slot : slots_) {
      if (slot.cell >= 0) what(slot.key, slot.cell);
    }
    slots_.assign(64, {});
    size_ = 0;
  }

 private:
  struct Slot {
    FaceKey key = {};
    std::int64_t cell = -1;  ///< -1: free.
  };

  [[nodiscard]] std::size_t home(const FaceKey& key) const {
    return quick_hash_of(key) & (slots_.size() - 1);
  }
  /// The slot that has the key, or the free one where it would be.
  [[nodiscard]] std::size_t place_of(const FaceKey& key) const;
  void free(std::size_t at);
  void grow();

  std::vector<Slot> slots_;  ///< A power of two; never more than half are taken.
  std::int64_t size_ = 0;
};

}  // namespace pcgns::kernel
