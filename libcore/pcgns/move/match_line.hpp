// match_line.hpp: the things that match() compares, one behind the other on a line.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "pcgns/assemble/match.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::move {

class MatchLine {
 public:
  explicit MatchLine(const std::vector<assemble::MatchSet>& sets);

  struct Stretch {
    int set = 0;
    int member = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  /// One for each member that has things.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] std::int64_t end() const { return end_; }
  /// Index of the stretch that has a place.
  [[nodiscard]] int stretch_at(std::int64_t place) const;
  [[nodiscard]] const Stretch& at(std::int64_t place) const {
    return stretches_[static_cast<std::size_t>(stretch_at(place))];
  }

  /// The places that a rank looks at; their 8-byte values fill whole pages of a file.
  [[nodiscard]] Range range_of(int rank, int ranks) const;
  [[nodiscard]] int rank_of(std::int64_t place, int ranks) const;

 private:
  [[nodiscard]] std::int64_t per_rank(int ranks) const;

  std::vector<Stretch> stretches_;
  std::int64_t end_ = 0;
};

/// Why it cannot be told what is the same. Ordered so that the lowest is the one to tell.
struct Doubt {
  enum class Kind : std::int64_t { no_number, in_one_part, chain, cell, far_out, none };
  std::int64_t a = INT64_MAX;  ///< Places.
  std::int64_t b = INT64_MAX;
  std::int64_t c = INT64_MAX;  ///< Of a chain.
  Kind kind = Kind::none;

  friend auto operator<=>(const Doubt&, const Doubt&) = default;
};

/// A thing, as it is sent to the rank that owns its key.
struct Keyed {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::int64_t place = 0;

  [[nodiscard]] bool same_key(const Keyed& other) const { return high == other.high && low == other.low; }
  friend auto operator<=>(const Keyed&, const Keyed&) = default;
};

/// A vertex that is compared by distance; its key is a cell of space. It is sent to all cells it is near to.
struct Near {
  Keyed key;
  double at[3] = {};
  std::int64_t is_home = 0;  ///< It lies in the cell.
};

/// A thing and what stands for it.
struct Classed {
  std::int64_t place = 0;
  std::int64_t of = 0;  ///< The place of the one that stands for it, plus 1.
};

/// Two things that are the same, in two members.
struct Twin {
  int a = 0;  ///< Stretches; a < b.
  int b = 0;
  std::int64_t here = 0;  ///< Their numbers in the parts.
  std::int64_t there = 0;
  friend auto operator<=>(const Twin&, const Twin&) = default;
};

}  // namespace pcgns::move
