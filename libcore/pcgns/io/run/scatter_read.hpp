// scatter_read.hpp: the reading side of a scatter: reads source entities and their numbers, and sends them to
// the aggregators that need them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/run/indexed_target.hpp"
#include "pcgns/io/run/turned_faces.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::io {

/// What is sent for an indexed target.
enum class Payload : std::uint8_t { values, lengths };

/// A run of keys, and its first entity in the chunk.
struct EntityRun {
  KeyRun keys;
  std::int64_t entity = 0;
};

/// Header of every packet in a message. It is followed by `count` keys (U4, relative to the receiver's first
/// one), or by `runs` runs of keys. Then come, aligned to 8, `bytes` bytes of values, entity by entity; none
/// if the receiver reads the values of the runs itself.
struct PacketHead {
  std::int32_t indexed_target = 0;
  /// For duplicate keys, the lowest precedence wins. It ascends with the position of the move within its
  /// indexed target, then with the position of the chunk in its source.
  std::int32_t precedence = 0;
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::int64_t runs = 0;  ///< 0: every key is listed.

  [[nodiscard]] std::int64_t key_bytes() const;
};

inline std::int64_t PacketHead::key_bytes() const {
  return runs > 0 ? runs * std::int64_t(sizeof(EntityRun)) : count * std::int64_t(sizeof(std::uint32_t));
}

/// What this rank must read for other ranks in a phase of a round.
struct Request {
  int indexed_target = 0;  ///< Index into the indexed targets.
  Payload payload = Payload::values;
  Router router;
};

/// The move, and the first entity of the chunk, for a precedence.
struct Origin {
  int move = 0;
  std::int64_t begin = 0;
};

/// Distributes the chunks of all moves over the ranks, always the same way, and reads those of this rank.
class ScatterReader {
 public:
  struct Setting {
    const plan::Plan& plan;
    const cgns::InputSet& inputs;
    const std::vector<IndexedTarget>& indexed_targets;
    Source& source;
    const std::vector<std::vector<std::int64_t>>& turned;  ///< Result of find_turned().
    int rank = 0;
    int ranks = 1;
    Budget memory = 0;  ///< Bytes.
    KnownNumbers& known;
    std::int64_t chunk = 0;  ///< Entities.
  };
  explicit ScatterReader(const Setting& setting);

  /// Starts a phase; discards what is left of the previous one.
  void begin(std::vector<Request> requests);

  /// Fills messages until one is full. Returns true if there is more to send. Throws Error with file and
  /// node.
  [[nodiscard]] bool fill(par::Exchange& exchange);

  /// The lowest precedence of ghosts; above all others if there are none.
  [[nodiscard]] std::int32_t first_ghost(const IndexedTarget& indexed_target) const;
  [[nodiscard]] Origin origin_of(const IndexedTarget& indexed_target, std::int32_t precedence) const;

 private:
  /// Which ranks read the chunks of a move.
  struct Supply {
    int reader = -1;  ///< -1: the chunks are distributed over all ranks.
    std::int64_t chunks = 0;
    std::int64_t first_precedence = 0;
    std::int64_t first_turn = 0;  ///< Chunks with other numbers before; the same for the same numbers.
    std::span<KnownChunk> known = {};
  };
  /// The portion of a stretch that one window needs.
  struct Run {
    std::int32_t window = 0;
    std::int64_t key = 0;
    std::int64_t entity = 0;  ///< In the chunk; after reading, among the kept entities.
    std::int64_t count = 0;
  };
  /// Entities to send, with their data.
  struct Slice {
    std::vector<std::int64_t> keys;
    std::vector<Router::Hit> hits;
    std::vector<std::int64_t> lengths;  ///< Values per entity; ragged values only.
    std::vector<bool> turned;           ///< By entity: values come in reverse order; empty if none do.
    std::vector<std::byte> values;
    std::vector<Run> runs;  ///< If not empty: the entities of `values`, instead of `keys` and `hits`.
    bool is_read_by_receivers = false;  ///< `values` of the runs are not here.
    std::size_t sent = 0;               ///< Entities, or runs, sent so far.
    std::int64_t bytes_sent = 0;
  };
  /// A packet under construction.
  struct Outgoing {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    std::byte* keys = nullptr;
    std::byte* values = nullptr;
    [[nodiscard]] PacketHead head(std::int32_t indexed_target, std::int32_t precedence) const {
      return {indexed_target, precedence, count, bytes, runs};
    }
  };

  void distribute();
  [[nodiscard]] bool is_mine(const Supply& supply, std::int64_t chunk) const;
  [[nodiscard]] const plan::Indexed& move_at(int index) const;
  [[nodiscard]] bool next_chunk();
  [[nodiscard]] bool open_chunk(Request& request, int move, std::int64_t chunk);
  void read_keys(const IndexedTarget& indexed_target, const plan::Indexed& move, KnownChunk& known);
  void read_lengths(const plan::Indexed& move);
  [[nodiscard]] bool can_take_runs(std::int64_t count) const;
  [[nodiscard]] bool are_within(const IndexedTarget& indexed_target, const KnownChunk& known) const;
  void find_stretches(KnownChunk& known);
  void find_runs(const Router& router, const std::vector<Stretch>& stretches);
  [[nodiscard]] bool receivers_can_read() const;
  void take_runs();
  [[nodiscard]] std::int64_t value_bytes_of(const Run& run) const;
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
  [[nodiscard]] bool is_number(std::size_t i) const;
  [[nodiscard]] std::int64_t whole_number(std::int64_t value);
  void renumber();
  [[nodiscard]] std::int64_t face_at(std::size_t i) const;
  void use_turned(int turned);
  template <typename Change>
  void change_values(const Change& change);
  void turn_values();
  void turn_entities();
  void narrow_values();
  [[nodiscard]] bool send(par::Exchange& exchange);
  [[nodiscard]] bool send_runs(par::Exchange& exchange);
  [[nodiscard]] std::size_t end_of_batch(std::int64_t room) const;
  [[nodiscard]] std::size_t end_of_run_batch(std::int64_t room);
  [[nodiscard]] bool open_packets(par::Exchange& exchange);
  void open_packet(par::Exchange& exchange, int rank, Outgoing& outgoing) const;
  void pack(std::size_t end);
  void pack_runs(std::size_t end);
  template <typename Length>
  void pack_values(std::size_t end, const Length& length_of);
  [[nodiscard]] std::int64_t bytes_at(std::size_t index) const;
  void require_numbers(int array, std::int64_t least, std::int64_t largest) const;
  [[noreturn]] void fail(int array, const std::string& why) const;

  Setting is_;
  std::int64_t slice_bytes_;
  NumberTable numbers_;
  std::vector<Supply> supplies_;

  // The phase, and the next chunk to examine.
  std::vector<Request> requests_;
  std::size_t request_ = 0;
  std::size_t move_ = 0;
  std::int64_t next_ = 0;

  // The current chunk.
  const IndexedTarget* indexed_target_ = nullptr;
  const plan::Indexed* indexed_ = nullptr;
  Request* wanted_ = nullptr;
  std::int32_t precedence_ = 0;
  std::int64_t begin_ = 0;  ///< First entity, as an index into the source.
  std::int64_t slice_begin_ = 0;
  std::vector<std::int64_t> keys_;
  std::vector<Router::Hit> hits_;
  std::vector<std::int64_t> offsets_;
  std::vector<Stretch> stretches_;  ///< Of the chunk; empty if there are too many.
  std::vector<Run> runs_;  ///< If not empty: the wanted part of the chunk, instead of `keys_` and `hits_`.
  Slice slice_;

  int turned_ = -1;  ///< Index into Plan::turned that `turned_bits_` holds.
  TurnedBits turned_bits_;
  std::vector<std::byte> raw_;
  std::vector<std::int64_t> wide_;
  std::vector<Outgoing> outgoing_;  ///< By window of the router.
};

}  // namespace pcgns::io
