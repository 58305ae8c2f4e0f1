// number_owner.hpp: the two sides of prove_numbers(): reading numbers and marking them as seen.
//
// The numbers of all sets form one global line. In a pass each rank owns a range of that line.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::fileset {

/// An invalid number. Ordered so that the lowest one is reported.
struct Offence {
  enum class Kind : std::int64_t { out_of_range, twice, lengths, missing, none };
  std::int64_t set = INT64_MAX;
  std::int64_t number = INT64_MAX;
  Kind kind = Kind::none;

  friend auto operator<=>(const Offence&, const Offence&) = default;
};

/// Error{input} that names an array by file and path.
[[nodiscard]] Error fault_of(const cgns::InputSet& inputs, int index, const std::string& why);

/// Range of the line that holds the numbers of a set.
struct Stretch {
  int set = 0;
  std::int64_t begin = 0;
  /// Numbers to check. If fewer were read than the total, one of these is missing.
  std::int64_t count = 0;
};

/// The range of the line that a rank owns in a pass.
struct Pass {
  std::int64_t begin = 0;
  std::int64_t per_rank = 0;
  std::int64_t end = 0;

  [[nodiscard]] Range range_of(int rank) const {
    const auto from = std::min(end, begin + rank * per_rank);
    return {from, std::min(end, from + per_rank)};
  }
};

/// Header of every packet from a reader to an owner. Places and runs are relative to the owner's first place.
struct NumberHead {
  /// Places (U4), places each with a length (I4), or runs of places.
  enum class Form : std::int32_t { places, lengths, runs };
  std::int32_t stretch = 0;
  Form form = Form::places;
  std::int64_t count = 0;
};

/// Valid numbers of a member. Throws Error{input} if the array is shorter.
[[nodiscard]] std::int64_t numbers_of(const cgns::InputSet& inputs, const NumberSet::Member& member);

/// Reads this rank's chunks of the members' numbers.
class NumberReader {
 public:
  /// Throws Error{input} if an array is not a list of integers or has the wrong length.
  NumberReader(const par::Session& session, const cgns::InputSet& inputs, const std::vector<NumberSet>& sets,
               const std::vector<Stretch>& stretches, bool has_lengths, Budget memory, std::int64_t chunk);

  void begin(const Pass& pass);
  /// Adds to the messages until one is full. True if numbers remain.
  [[nodiscard]] bool fill(par::Exchange& exchange);

  [[nodiscard]] const Offence& offence() const { return offence_; }
  /// Largest number that this rank read of each stretch; -1: none.
  [[nodiscard]] std::vector<std::int64_t>& largest() { return largest_; }

  /// What this rank read of the cells among the numbers: for each stretch by piece, as NumberFacts::orders.
  [[nodiscard]] const std::vector<std::vector<OrderSums>>& orders() const { return orders_; }

  /// Members of `set` with `number`, one entry per occurrence, among those that this rank reads.
  [[nodiscard]] std::vector<std::int64_t> who_has(int set, std::int64_t number);

 private:
  struct Chunk {
    std::int32_t stretch = 0;
    std::int32_t member = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;
  };
  /// Consecutive places of one owner.
  struct Run {
    int rank = 0;
    io::KeyRun keys;
  };
  void check(const NumberSet::Member& member) const;
  void distribute(std::int64_t chunk);
  [[nodiscard]] const NumberSet& set_of(const Chunk& chunk) const;
  void open(const Chunk& chunk);
  void look_at_keys(const Chunk& chunk);
  void add_to_order(const NumberSet::Member& member, const Chunk& chunk);
  void read_lengths(const NumberSet::Member& member, const Chunk& chunk);
  void require_all_values(const NumberSet::Member& member, const Chunk& chunk);
  void find_runs();
  [[nodiscard]] bool send(par::Exchange& exchange);
  [[nodiscard]] bool send_runs(par::Exchange& exchange);
  [[nodiscard]] int owner_of(std::int64_t place) const;
  void pack(std::size_t end, std::vector<std::byte*>& next);

  const par::Session& session_;
  const cgns::InputSet& inputs_;
  const std::vector<NumberSet>& sets_;
  const std::vector<Stretch>& stretches_;
  bool has_lengths_;
  io::Source source_;
  std::vector<Chunk> chunks_;  ///< Chunks that this rank reads.
  std::vector<std::int64_t> largest_;
  std::vector<std::vector<OrderSums>> orders_;
  Offence offence_;

  Pass pass_;
  std::size_t next_ = 0;
  // Current chunk: places on the line; -1 outside this pass.
  std::vector<std::int64_t> places_;
  std::vector<std::int64_t> lengths_;
  std::vector<Run> runs_;  ///< If not empty: the runs of this pass, instead of `places_`.
  std::int32_t stretch_ = 0;
  std::size_t sent_ = 0;  ///< Places or runs sent.
  std::vector<std::byte> raw_;
};

/// Marks the numbers in this rank's range of the line as seen.
class NumberOwner {
 public:
  NumberOwner(const std::vector<NumberSet>& sets, const std::vector<Stretch>& stretches, bool has_lengths,
              Range range);

  void place(std::span<const std::byte> message);
  /// Call after the last message. `totals`: numbers of each stretch.
  void find_missing(std::span<const std::int64_t> totals);
  [[nodiscard]] const Offence& offence() const { return offence_; }
  /// Adds to `sums` the total length of every plan::Ragged::block entities of the line.
  void add_sums(std::vector<std::int64_t>& sums) const;

 private:
  void note(std::int32_t stretch, std::int64_t place, Offence::Kind kind);
  [[nodiscard]] bool may_share(std::int32_t stretch) const;
  void tick(std::int32_t stretch, std::int64_t place);
  void tick(std::int32_t stretch, io::KeyRun run);
  void tick(std::int32_t stretch, std::int64_t place, std::int32_t length);

  const std::vector<NumberSet>& sets_;
  const std::vector<Stretch>& stretches_;
  bool has_lengths_;
  Range range_;
  std::vector<std::uint64_t> seen_;    ///< One bit per place; unused with lengths.
  std::vector<std::int32_t> lengths_;  ///< -1: not seen.
  Offence offence_;
};

}  // namespace pcgns::fileset
