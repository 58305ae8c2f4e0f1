// scatter_place.hpp: the aggregator's side of a scatter: places values by key; the result is independent of
// the order of arrival.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/io/run/indexed_target.hpp"
#include "pcgns/io/run/scatter_read.hpp"
#include "pcgns/io/shared_points.hpp"

namespace pcgns::io {

struct Packet {
  PacketHead head;
  const std::byte* keys = nullptr;
  const std::byte* values = nullptr;

  [[nodiscard]] std::uint32_t key(std::int64_t index) const {
    std::uint32_t key = 0;
    std::memcpy(&key, keys + index * static_cast<std::int64_t>(sizeof key), sizeof key);
    return key;
  }
  [[nodiscard]] EntityRun run(std::int64_t index) const {
    EntityRun run;
    std::memcpy(&run, keys + index * static_cast<std::int64_t>(sizeof run), sizeof run);
    return run;
  }
  /// Otherwise the receiver reads them.
  [[nodiscard]] bool has_values() const { return head.bytes > 0; }
};

/// The packets of a message, in order.
[[nodiscard]] std::vector<Packet> packets_of(std::span<const std::byte> message);

/// An invalid key, and the precedences of the two packets that provided it. Of several, the lowest key is
/// kept, so that the error message does not depend on the order of arrival.
struct Clash {
  std::int64_t key = std::numeric_limits<std::int64_t>::max();
  std::int32_t one = -1;
  std::int32_t other = -1;

  [[nodiscard]] bool happened() const { return key != std::numeric_limits<std::int64_t>::max(); }
  void note(const Clash& clash);
};

/// Problems of an indexed target after the last packet; none where `key` is not set.
struct Verdict {
  Clash twice;    ///< Provided twice, where only one piece may.
  Clash differs;  ///< Values differ, but must not.
  std::int64_t missing = std::numeric_limits<std::int64_t>::max();  ///< Lowest key that is not provided.
};

/// Receives a fixed number of values per key, in one window.
class FixedLanding {
 public:
  /// `buffer` starts where the part of the indexed target in `window` does; must outlive this object.
  /// `ghosts`: the lowest precedence of packets that are only compared.
  FixedLanding(const IndexedTarget& indexed_target, Range keys, const plan::Plan& plan, Range window,
               std::span<std::byte> buffer, std::int32_t ghosts);
  ~FixedLanding() = default;
  FixedLanding(FixedLanding&&) = default;
  FixedLanding& operator=(FixedLanding&&) = delete;
  FixedLanding(const FixedLanding&) = delete;
  FixedLanding& operator=(const FixedLanding&) = delete;

  void place(const Packet& packet);

  /// Reads the values of consecutive entities of the chunk, from `entity` on.
  using ReadEntities = std::function<void(std::int64_t entity, std::span<const std::span<std::byte>> to)>;
  /// Places a packet without values.
  void read(const Packet& packet, const ReadEntities& read);

  /// Of two pieces' values of a key. TwoValues::sources are their precedences.
  using Difference = std::function<void(const TwoValues&)>;
  /// Settles duplicate keys, and completes the buffer. Calls `note` for each key with different values, in
  /// the window that contains the key's first byte.
  void finish(const Difference& note);
  /// Calls `note` for each value of a ghost that differs from that of its owner; returns the number of values
  /// compared. @pre finish()
  std::int64_t compare_ghosts(const Difference& note);
  /// Values that came for keys which had one already; counted in the same window.
  [[nodiscard]] std::int64_t compared() const { return compared_; }
  [[nodiscard]] Verdict verdict() const;

 private:
  struct Later {
    std::uint32_t key = 0;
    std::int32_t precedence = 0;
    std::uint32_t index = 0;  ///< Order of arrival: position of its values.
  };
  template <std::size_t Size>
  void place_sized(const Packet& packet);
  void place_runs(const Packet& packet);
  template <typename Free, typename Taken>
  void visit(KeyRun run, std::int32_t precedence, const Free& free, const Taken& taken);
  void keep_ghosts(const Packet& packet);
  void come_again(std::uint32_t key, std::int32_t precedence, const std::byte* value);
  [[nodiscard]] const std::byte* value_of(const Later& later) const;
  [[nodiscard]] std::byte* slot(std::uint32_t key) { return place_ + std::size_t(key) * size_; }
  [[nodiscard]] bool counts(std::uint32_t key) const;
  void settle(std::span<const Later> later, const Difference& note);
  void unite_columns();
  [[nodiscard]] bool are_other_numbers() const;
  void average();
  [[nodiscard]] TwoValues farthest() const;
  void write_slots() const;

  const IndexedTarget& indexed_target_;
  const plan::Target& target_;
  Range keys_;
  plan::SharedPoints shared_;
  bool averages_;
  std::int32_t first_ghost_;
  std::size_t size_;  ///< Bytes per key.
  Range bytes_;       ///< Of the indexed target in the window.
  std::span<std::byte> buffer_;
  std::vector<std::byte> values_;      ///< Used if the buffer has no room for whole keys.
  std::byte* place_;                   ///< Memory of the first key, in the buffer or in `values_`.
  std::vector<std::int32_t> holders_;  ///< Precedence of the current value; -1: none yet.
  ByteBuffer again_;                   ///< Values read for keys that have one already.
  std::vector<Later> later_;
  std::vector<std::byte> later_values_;
  std::vector<Later> ghosts_;
  std::vector<std::byte> ghost_values_;
  std::vector<const std::byte*> contributions_;  ///< To the key being settled, lowest precedence first.
  std::vector<std::int32_t> precedences_;        ///< Of `contributions_`.
  std::int64_t compared_ = 0;
  bool conflict_ = false;  ///< unite_columns() found contradicting values.
  std::vector<std::byte> result_;
  Clash twice_;
  Clash differs_;
};

/// Receives entities of varying length: first the lengths, then the values.
class RaggedLanding {
 public:
  /// `window`: of the file; overlaps the indexed target.
  RaggedLanding(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window);

  void place_length(const Packet& packet);
  [[nodiscard]] Verdict verdict() const;

  /// Computes where the entities of the window begin. Throws Error{input} if the lengths differ from those in
  /// the plan. @pre All lengths have arrived.
  void scan();

  /// Entities with values in the window; empty before `scan`.
  [[nodiscard]] Range keys() const { return keys_; }
  void place_values(const Packet& packet, std::span<std::byte> buffer);

  /// For ragged_offsets: writes the offsets themselves. Throws Error{input} if one does not fit the type.
  void write_offsets(std::span<std::byte> buffer) const;

 private:
  template <typename Visit>
  void visit_begins(const Visit& visit) const;
  void compare(std::uint32_t key, std::int32_t precedence, std::span<const std::byte> values);
  void write(Range bytes, const std::byte* from, std::span<std::byte> buffer) const;

  const IndexedTarget& indexed_target_;
  const plan::Ragged& ragged_;
  Range window_;   ///< Bytes, relative to the start of the indexed target.
  Range counted_;  ///< Entities whose lengths are collected.
  std::vector<std::int32_t> lengths_;
  Range keys_;
  std::vector<std::int64_t> begins_;  ///< Of `keys_` and of the next entity, in values.
  std::vector<std::int32_t> holders_;
  std::vector<std::uint32_t> sums_;  ///< Of the holder's values of `keys_`, in any order; 0: none yet.
  Clash twice_;
  Clash differs_;
};

}  // namespace pcgns::io
