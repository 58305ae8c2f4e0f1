// scatter_place.hpp: the owner's side of a scatter: what comes goes where its key says, and where several
// parts bring a key, the result does not depend on which came first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pcgns/move/lane.hpp"
#include "pcgns/move/scatter_read.hpp"

namespace pcgns::move {

/// Points of a target that several parts have with different values.
struct Difference {
  int target = 0;
  std::int64_t points = 0;
  double largest = 0;  ///< Absolute difference between two values of a point; 0 where they are no reals.
};

struct Packet {
  PacketHead head;
  const std::byte* keys = nullptr;
  const std::byte* values = nullptr;

  [[nodiscard]] std::uint32_t key(std::int64_t index) const {
    std::uint32_t key = 0;
    std::memcpy(&key, keys + index * static_cast<std::int64_t>(sizeof key), sizeof key);
    return key;
  }
};

/// The packets of a message, in their order.
[[nodiscard]] std::vector<Packet> packets_of(std::span<const std::byte> message);

/// A key that came out wrong, and the precedences of the two that brought it. Of several, that with the
/// lowest key is kept, so that the message of an error does not depend on the order of arrival.
struct Clash {
  std::int64_t key = std::numeric_limits<std::int64_t>::max();
  std::int32_t one = -1;
  std::int32_t other = -1;

  [[nodiscard]] bool happened() const { return key != std::numeric_limits<std::int64_t>::max(); }
  void note(const Clash& clash);
};

/// What is wrong with a lane, once all has come; nothing has happened where `key` is not set.
struct Verdict {
  Clash twice;                                                      ///< Only one may bring it.
  Clash differs;                                                    ///< The values must not differ.
  std::int64_t missing = std::numeric_limits<std::int64_t>::max();  ///< Nobody brings it.
};

/// Keys with a fixed number of values each, in one window.
class FixedLanding {
 public:
  /// `buffer` begins where the part of `window` that the lane has does; it must live as long.
  FixedLanding(const Lane& lane, Range keys, plan::SharedPoints shared, Range window,
               std::span<std::byte> buffer);
  ~FixedLanding() = default;
  FixedLanding(FixedLanding&&) = default;
  FixedLanding& operator=(FixedLanding&&) = delete;
  FixedLanding(const FixedLanding&) = delete;
  FixedLanding& operator=(const FixedLanding&) = delete;

  void place(const Packet& packet);

  /// Settles what several have brought, and sees to it that all is in the buffer. A key counts as different
  /// in the window where its first byte is.
  [[nodiscard]] Difference finish();
  [[nodiscard]] Verdict verdict() const;

 private:
  struct Later {
    std::uint32_t key = 0;
    std::int32_t precedence = 0;
    std::uint32_t index = 0;  ///< In the order of arrival: where its values are.
  };
  template <std::size_t Size>
  void place_sized(const Packet& packet);
  void place_runs(const Packet& packet);
  void come_again(std::uint32_t key, std::int32_t precedence, const std::byte* value);
  [[nodiscard]] const std::byte* value_of(const Later& later) const;
  [[nodiscard]] std::byte* slot(std::uint32_t key) { return place_ + std::size_t(key) * size_; }
  void settle(std::span<const Later> later, bool counts, Difference& difference);
  void unite_columns();
  void average();
  [[nodiscard]] double spread() const;
  void write_slots() const;

  const Lane& lane_;
  Range keys_;
  plan::SharedPoints shared_;
  bool averages_;
  std::size_t size_;  ///< Bytes of a key.
  Range bytes_;       ///< Of the lane in the window.
  std::span<std::byte> buffer_;
  std::vector<std::byte> values_;      ///< Where the buffer has no room for whole keys.
  std::byte* place_;                   ///< Of the first key, in the buffer or in `values_`.
  std::vector<std::int32_t> holders_;  ///< Precedence of the one whose values are there; -1: none yet.
  std::vector<Later> later_;
  std::vector<std::byte> later_values_;
  std::vector<const std::byte*> contributions_;  ///< To the key being settled, the lowest first.
  bool conflict_ = false;                        ///< unite_columns() found values that exclude each other.
  std::vector<std::byte> result_;
  Clash twice_;
  Clash differs_;
};

/// Entities with a length of their own each: first the lengths come, then the values.
class RaggedLanding {
 public:
  /// `window`: of the file; has a byte of the lane.
  RaggedLanding(const Lane& lane, const plan::Plan& plan, Range window);

  void place_length(const Packet& packet);
  [[nodiscard]] Verdict verdict() const;

  /// Works out where the entities of the window begin. Throws Error{input} if the lengths are not those from
  /// which the plan was made. @pre All lengths have come.
  void scan();

  /// Entities that have values in the window; empty before the scan.
  [[nodiscard]] Range keys() const { return keys_; }
  void place_values(const Packet& packet, std::span<std::byte> buffer);

  /// Of a lane of offsets: the offsets themselves. Throws Error{input} if one does not fit the type.
  void write_offsets(std::span<std::byte> buffer) const;

 private:
  template <typename Visit>
  void visit_begins(const Visit& visit) const;
  void write(Range bytes, const std::byte* from, std::span<std::byte> buffer) const;

  const Lane& lane_;
  const plan::Ragged& ragged_;
  Range window_;   ///< Bytes, counted from the begin of the lane.
  Range counted_;  ///< Entities whose lengths are gathered.
  std::vector<std::int32_t> lengths_;
  Range keys_;
  std::vector<std::int64_t> begins_;  ///< Of `keys_` and of the one behind, in values.
  std::vector<std::int32_t> holders_;
  Clash twice_;
  Clash differs_;
};

}  // namespace pcgns::move
