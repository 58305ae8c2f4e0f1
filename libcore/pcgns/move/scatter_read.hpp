// scatter_read.hpp: the reading side of a scatter: source entities, their numbers, and messages to those who
// want them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "pcgns/move/exchange.hpp"
#include "pcgns/move/key_run.hpp"
#include "pcgns/move/lane.hpp"
#include "pcgns/move/number_table.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/move/turned_faces.hpp"

namespace pcgns::move {

/// What is sent of a lane.
enum class Payload : std::uint8_t { values, lengths };

/// Begins every packet of a message. Then come `count` keys (U4, counted from the receiver's first one), or
/// the `runs` of keys that these are, and, from the next multiple of 8 bytes on, `bytes` bytes of values, one
/// entity after the other.
struct PacketHead {
  std::int32_t lane = 0;
  /// The lowest of those that bring a key wins. It ascends with the place of the move among those of its
  /// lane, and with the place of the chunk in its source.
  std::int32_t precedence = 0;
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::int64_t runs = 0;  ///< 0: every key is there.

  [[nodiscard]] std::int64_t key_bytes() const;
};

inline std::int64_t PacketHead::key_bytes() const {
  return runs > 0 ? runs * std::int64_t(sizeof(KeyRun)) : count * std::int64_t(sizeof(std::uint32_t));
}

/// What this rank must read for the others in a phase of a round.
struct Request {
  int lane = 0;  ///< Index into the lanes.
  Payload payload = Payload::values;
  Router router;
};

/// The move and the first entity of the chunk that has a precedence.
struct Origin {
  int move = 0;
  std::int64_t begin = 0;
};

/// Deals the chunks of all moves out to the ranks, always in the same way, and reads those of this rank.
class ScatterReader {
 public:
  struct Setting {
    const plan::Plan& plan;
    const tree::InputSet& inputs;
    const std::vector<Lane>& lanes;
    Source& source;
    const std::vector<std::vector<std::int64_t>>& turned;  ///< What find_turned() gives.
    int rank = 0;
    int ranks = 1;
    std::int64_t memory = 0;  ///< Bytes.
    std::int64_t chunk = 0;   ///< Entities.
  };
  explicit ScatterReader(const Setting& setting);

  /// A new phase; what was left of the one before is dropped.
  void begin(std::vector<Request> requests);

  /// Adds to the messages until one is full. True if there is more to send. Throws Error that names file and
  /// node.
  [[nodiscard]] bool fill(Exchange& exchange);

  [[nodiscard]] Origin origin_of(const Lane& lane, std::int32_t precedence) const;

 private:
  /// Where the chunks of a move are.
  struct Supply {
    int reader = -1;  ///< -1: the chunks are dealt out.
    std::int64_t chunks = 0;
    std::int64_t first_precedence = 0;
    std::int64_t first_extent = 0;  ///< Index into `extents_`.
  };
  /// Entities with keys that follow one another.
  struct Stretch {
    std::int64_t key = 0;
    std::int64_t entity = 0;  ///< Of the chunk.
    std::int64_t count = 0;
  };
  /// Numbers of a chunk, once they were read. Moves with the same numbers share them.
  struct Extent {
    std::int64_t least = 0;
    std::int64_t largest = -1;
    bool known = false;
    std::vector<Stretch> stretches;  ///< Of the whole chunk, if they are few: instead of reading again.
  };
  /// What one window wants of a stretch.
  struct Run {
    std::int32_t window = 0;
    std::int64_t key = 0;
    std::int64_t entity = 0;  ///< Of the chunk; once its values are read, of those that are wanted.
    std::int64_t count = 0;
  };
  /// Entities that are wanted, with what is sent of them.
  struct Slice {
    std::vector<std::int64_t> keys;
    std::vector<Router::Hit> hits;
    std::vector<std::int64_t> lengths;  ///< Values of each; of ragged values only.
    std::vector<bool> turned;           ///< Whether its values come in reverse order; empty if none do.
    std::vector<std::byte> values;
    std::vector<Run> runs;  ///< Where not empty: what is wanted of `values`, in place of `keys` and `hits`.
    std::size_t sent = 0;   ///< Entities, or runs.
    std::int64_t bytes_sent = 0;
  };
  /// A packet that is being written.
  struct Outgoing {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    std::byte* keys = nullptr;
    std::byte* values = nullptr;
    [[nodiscard]] PacketHead head(std::int32_t lane, std::int32_t precedence) const {
      return {lane, precedence, count, bytes, runs};
    }
  };

  void deal_out();
  [[nodiscard]] bool is_mine(const Supply& supply, std::int64_t chunk) const;
  [[nodiscard]] const plan::Indexed& move_at(int index) const;
  [[nodiscard]] bool next_chunk();
  [[nodiscard]] bool open_chunk(Request& request, int move, std::int64_t chunk);
  void read_keys(const Lane& lane, const plan::Indexed& move, Extent& extent);
  void read_lengths(const plan::Indexed& move);
  [[nodiscard]] bool can_take_runs(std::int64_t count) const;
  [[nodiscard]] bool has_stretches(const Lane& lane, const Extent& extent) const;
  void find_stretches(Extent& extent);
  void find_runs(const Router& router, const std::vector<Stretch>& stretches);
  void take_runs();
  void close_gaps(std::int64_t first, std::int64_t size);
  [[nodiscard]] bool has_unsent() const;
  [[nodiscard]] bool next_slice();
  [[nodiscard]] std::int64_t end_of_slice(std::int64_t begin, std::int64_t end) const;
  void take_slice(Range entities);
  void pick(Range entities);
  void take_lengths();
  void take_values(Range entities);
  template <std::size_t Size>
  void keep_wanted(Range entities);
  void take_columns(Range entities);
  void convert_values();
  template <typename Stored>
  void renumber_stored();
  [[nodiscard]] std::int64_t whole_number(std::int64_t value);
  void renumber();
  [[nodiscard]] std::int64_t face_at(std::size_t i) const;
  void use_turned(int turned);
  void turn_values();
  void turn_entities();
  void narrow_values();
  [[nodiscard]] bool send(Exchange& exchange);
  [[nodiscard]] bool send_runs(Exchange& exchange);
  [[nodiscard]] std::size_t end_of_batch(std::int64_t room) const;
  [[nodiscard]] std::size_t end_of_run_batch(std::int64_t room);
  [[nodiscard]] bool open_packets(Exchange& exchange);
  void open_packet(Exchange& exchange, int rank, Outgoing& outgoing) const;
  void pack(std::size_t end);
  void pack_runs(std::size_t end);
  template <typename Length>
  void pack_values(std::size_t end, const Length& length_of);
  [[nodiscard]] std::int64_t bytes_at(std::size_t index) const;
  [[noreturn]] void fail(int array, const std::string& why) const;

  Setting is_;
  std::int64_t slice_bytes_;
  NumberTable numbers_;
  std::vector<Supply> supplies_;
  std::vector<Extent> extents_;

  // The phase, and the next chunk to look at.
  std::vector<Request> requests_;
  std::size_t request_ = 0;
  std::size_t move_ = 0;
  std::int64_t next_ = 0;

  // The chunk at hand.
  const Lane* lane_ = nullptr;
  const plan::Indexed* indexed_ = nullptr;
  Request* wanted_ = nullptr;
  std::int32_t precedence_ = 0;
  std::int64_t begin_ = 0;  ///< First entity, counted in the source.
  std::int64_t slice_begin_ = 0;
  std::vector<std::int64_t> keys_;
  std::vector<Router::Hit> hits_;
  std::vector<std::int64_t> offsets_;
  std::vector<Stretch> stretches_;  ///< Of the chunk; empty if they are too many.
  std::int64_t most_kept_;          ///< Stretches that may still be kept.
  std::vector<Run> runs_;  ///< Where not empty: what is wanted of the chunk, in place of `keys_` and `hits_`.
  Slice slice_;

  int turned_ = -1;  ///< Index into Plan::turned of what `turned_bits_` has.
  TurnedBits turned_bits_;
  std::vector<std::byte> raw_;
  std::vector<std::int64_t> wide_;
  std::vector<Outgoing> outgoing_;  ///< By window of the router.
};

}  // namespace pcgns::move
