// slots.hpp: which blocks are in the memory of a rank: found by number, replaced by least recent use.
//
// The slots lie in memory that several processes share at different addresses, so they refer to each other by
// number. All functions may be called by all of these processes at any time.
//
//   const auto [slot, action] = slots.acquire(block);
//   if (action == Action::load) { read(slots.data(slot)); slots.loaded(slot, true); }
//   copy(slots.data(slot));
//   slots.release(slot, {});
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "pcgns/base/range.hpp"

namespace pcgns::cache {

/// What the caller of `acquire` must do.
enum class Action : std::uint8_t {
  use,    ///< Wait until the block is ready, use it, and release the slot.
  load,   ///< Fill the slot, call `loaded`, use it, and release the slot.
  clean,  ///< Write the changed bytes of the slot, call `cleaned`, and acquire again.
  wait,   ///< All slots are in use: acquire again.
};

struct Acquired {
  int slot = -1;
  Action action = Action::wait;
  bool replaces = false;    ///< With load: another block was in the slot.
  std::int64_t block = -1;  ///< With clean: the block to write.
  Range changed = {};       ///< With clean: bytes of the block.
};

class Slots {
 public:
  /// Bytes of shared memory for `count` slots of `bytes` each.
  [[nodiscard]] static std::int64_t memory_for(int count, std::int64_t bytes);
  /// Prepares zeroed memory, once, before anyone attaches to it.
  static void prepare(std::byte* memory, int count, std::int64_t bytes);
  /// @pre `memory` is aligned to 64 bytes.
  explicit Slots(std::byte* memory);

  /// Finds `block`, or makes room for it. The slot stays until it is released.
  [[nodiscard]] Acquired acquire(std::int64_t block);
  /// The slot has its block, or the block could not be read.
  void loaded(int slot, bool succeeded);
  /// Ends the use of a slot. `changed`: bytes of the block that the caller has changed.
  void release(int slot, Range changed);
  /// Ends `clean`. After a failure, the bytes count as changed again.
  void cleaned(const Acquired& acquired, bool succeeded);

  /// True once the block can be used; false while somebody reads it. @pre The slot is acquired.
  [[nodiscard]] bool is_ready(int slot) const;
  /// True if its block could not be read: release the slot.
  [[nodiscard]] bool has_failed(int slot) const;
  [[nodiscard]] std::byte* data(int slot) const { return data_ + slot * bytes_; }
  [[nodiscard]] int count() const;

  /// Changed bytes of a slot, as with Action::clean; `slot` is -1 if there are none.
  [[nodiscard]] Acquired take_changes(int slot);
  /// Empties all slots. @pre None is in use; what is changed is lost.
  void clear();

 private:
  struct Slot;
  struct Head;
  class Lock;

  [[nodiscard]] std::int32_t& bucket_of(std::int64_t block) const;
  [[nodiscard]] int find(std::int64_t block) const;
  [[nodiscard]] int oldest_free() const;
  void unlink(int slot);
  void make_newest(int slot);
  void leave_bucket(int slot);
  void enter_bucket(int slot, std::int64_t block);
  [[nodiscard]] Acquired with_changes(int slot);

  Head* head_;
  Slot* slots_;
  std::int32_t* buckets_;
  std::byte* data_;
  std::int64_t bytes_;
};

}  // namespace pcgns::cache
