// match_line.hpp: the global line of the entities that match() compares, and its message records.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/fileset/plan/match/match.hpp"

namespace pcgns::fileset {

class MatchLine {
 public:
  explicit MatchLine(const std::vector<MatchSet>& sets);

  struct Stretch {
    int set = 0;
    int member = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  /// One for each member with entities.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] std::int64_t end() const { return end_; }
  /// Index of the stretch that holds `place`.
  [[nodiscard]] int stretch_at(std::int64_t place) const;
  [[nodiscard]] const Stretch& at(std::int64_t place) const {
    return stretches_[static_cast<std::size_t>(stretch_at(place))];
  }

  /// The places that a rank reads; their 8-byte values fill whole pages of a file.
  [[nodiscard]] Range range_of(int rank, int ranks) const;
  [[nodiscard]] int rank_of(std::int64_t place, int ranks) const;

 private:
  [[nodiscard]] std::int64_t per_rank(int ranks) const;

  std::vector<Stretch> stretches_;
  std::int64_t end_ = 0;
};

/// Why a match is ambiguous. Ordered so that the lowest one is reported.
struct Ambiguity {
  enum class Kind : std::int64_t { no_number, in_one_piece, chain, cell, far_out, section, none };
  std::int64_t a = INT64_MAX;  ///< Places.
  std::int64_t b = INT64_MAX;
  std::int64_t c = INT64_MAX;  ///< Third place of a chain.
  Kind kind = Kind::none;

  friend auto operator<=>(const Ambiguity&, const Ambiguity&) = default;
};

/// An entity, as sent to the rank that owns its key.
struct Keyed {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::int64_t place = 0;

  [[nodiscard]] bool same_key(const Keyed& other) const { return high == other.high && low == other.low; }
  friend auto operator<=>(const Keyed&, const Keyed&) = default;
};

/// A vertex compared by distance. Its key is a cell of space; it is sent to all cells near it.
struct Near {
  Keyed key;
  double at[3] = {};
  std::int64_t is_home = 0;  ///< 1 if the vertex lies in the cell.
};

/// An entity and its representative.
struct Classed {
  std::int64_t place = 0;
  std::int64_t of = 0;  ///< Place of the representative, plus 1.
};

/// Two equal entities in two members.
struct Twin {
  int a = 0;  ///< Stretches; a < b.
  int b = 0;
  std::int64_t here = 0;  ///< Their local numbers.
  std::int64_t there = 0;
  friend auto operator<=>(const Twin&, const Twin&) = default;
};

}  // namespace pcgns::fileset
