// number_proof.hpp: the two sides of prove_numbers(): who reads numbers, and who ticks them off.
//
// The numbers of all sets lie one behind the other on one line. In a pass every rank ticks off a piece of
// that line.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/assemble/numbers.hpp"
#include "pcgns/move/exchange.hpp"
#include "pcgns/move/key_run.hpp"
#include "pcgns/move/source.hpp"

namespace pcgns::move {

/// A number that is not as it must be. Ordered so that the lowest is the one to tell.
struct Offence {
  enum class Kind : std::int64_t { out_of_range, twice, lengths, missing, none };
  std::int64_t set = INT64_MAX;
  std::int64_t number = INT64_MAX;
  Kind kind = Kind::none;

  friend auto operator<=>(const Offence&, const Offence&) = default;
};

/// Where the numbers of a set are on the line.
struct Stretch {
  int set = 0;
  std::int64_t begin = 0;
  /// How many numbers are looked at. If that is not all, one of these is missing: there are not that many.
  std::int64_t count = 0;
};

/// The part of the line that a rank ticks off in a pass.
struct Pass {
  std::int64_t begin = 0;
  std::int64_t per_rank = 0;
  std::int64_t end = 0;

  [[nodiscard]] Range range_of(int rank) const {
    const auto from = std::min(end, begin + rank * per_rank);
    return {from, std::min(end, from + per_rank)};
  }
};

/// Begins every packet from a reader to an owner. Places and runs are counted from the owner's first place.
struct NumberHead {
  /// Places (U4), each with a length (I4), or runs of places.
  enum class Form : std::int32_t { places, lengths, runs };
  std::int32_t stretch = 0;
  Form form = Form::places;
  std::int64_t count = 0;
};

/// How many numbers of a member count. Throws Error{input} if the array has not as many.
[[nodiscard]] std::int64_t numbers_of(const tree::InputSet& inputs,
                                      const assemble::NumberSet::Member& member);

/// Reads this rank's chunks of the members' numbers.
class NumberReader {
 public:
  /// Throws Error{input} where an array is no list of integers, or has not the length that it must have.
  NumberReader(const par::Session& session, const tree::InputSet& inputs,
               const std::vector<assemble::NumberSet>& sets, const std::vector<Stretch>& stretches,
               bool has_lengths, std::int64_t chunk);

  void begin(const Pass& pass);
  /// Adds to the messages until one is full. True if there is more.
  [[nodiscard]] bool fill(Exchange& exchange);

  [[nodiscard]] const Offence& offence() const { return offence_; }
  /// Of each stretch, the largest number that this rank has met, from 0; -1: none.
  [[nodiscard]] std::vector<std::int64_t>& largest() { return largest_; }

  /// The members of `set` that have `number`, one entry for each time, as far as this rank reads them.
  [[nodiscard]] std::vector<std::int64_t> who_has(int set, std::int64_t number);

 private:
  struct Chunk {
    std::int32_t stretch = 0;
    std::int32_t member = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;
  };
  /// Places that follow one another, of one owner.
  struct Run {
    int rank = 0;
    KeyRun keys;
  };
  void check(const assemble::NumberSet::Member& member) const;
  void deal_out(std::int64_t chunk);
  [[nodiscard]] const assemble::NumberSet& set_of(const Chunk& chunk) const;
  void open(const Chunk& chunk);
  void look_at_keys(const Chunk& chunk);
  void read_lengths(int offsets, const Chunk& chunk);
  void find_runs();
  [[nodiscard]] bool send(Exchange& exchange);
  [[nodiscard]] bool send_runs(Exchange& exchange);
  [[nodiscard]] int owner_of(std::int64_t place) const;
  void pack(std::size_t end, std::vector<std::byte*>& next);

  const par::Session& session_;
  const tree::InputSet& inputs_;
  const std::vector<assemble::NumberSet>& sets_;
  const std::vector<Stretch>& stretches_;
  bool has_lengths_;
  Source source_;
  std::vector<Chunk> chunks_;  ///< Of this rank.
  std::vector<std::int64_t> largest_;
  Offence offence_;

  Pass pass_;
  std::size_t next_ = 0;
  // Of the chunk at hand: places on the line, -1 where this pass is not concerned.
  std::vector<std::int64_t> places_;
  std::vector<std::int64_t> lengths_;
  std::vector<Run> runs_;  ///< Where not empty: what concerns this pass, in place of `places_`.
  std::int32_t stretch_ = 0;
  std::size_t sent_ = 0;  ///< Places, or runs.
  std::vector<std::byte> raw_;
};

/// Ticks off what comes for this rank's part of the line.
class NumberOwner {
 public:
  NumberOwner(const std::vector<assemble::NumberSet>& sets, const std::vector<Stretch>& stretches,
              bool has_lengths, Range range);

  void place(std::span<const std::byte> message);
  /// After the last message. `totals`: of each stretch, how many numbers there are.
  void find_missing(std::span<const std::int64_t> totals);
  [[nodiscard]] const Offence& offence() const { return offence_; }
  /// Adds the lengths of every plan::Ragged::block entities of the line to `sums`.
  void add_sums(std::vector<std::int64_t>& sums) const;

 private:
  void note(std::int32_t stretch, std::int64_t place, Offence::Kind kind);
  [[nodiscard]] bool may_share(std::int32_t stretch) const;
  void tick(std::int32_t stretch, std::int64_t place);
  void tick(std::int32_t stretch, KeyRun run);
  void tick(std::int32_t stretch, std::int64_t place, std::int32_t length);

  const std::vector<assemble::NumberSet>& sets_;
  const std::vector<Stretch>& stretches_;
  bool has_lengths_;
  Range range_;
  std::vector<std::uint64_t> seen_;    ///< A bit for each place; without lengths only.
  std::vector<std::int32_t> lengths_;  ///< -1: not seen.
  Offence offence_;
};

}  // namespace pcgns::move
