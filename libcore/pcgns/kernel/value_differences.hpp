// value_differences.hpp: what comparing two arrays gave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/kernel/exact_sum.hpp"

namespace pcgns::kernel {

/// One value of both sides, as a message shows it.
struct Sample {
  std::int64_t index = -1;  ///< 0-based, in storage order; -1: there is none.
  std::string a = {};
  std::string b = {};

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// The largest of some distances, and where it is: of several places the first.
struct Largest {
  double distance = 0;
  Sample at = {};

  /// Whether a distance would take its place.
  [[nodiscard]] bool yields_to(double other, std::int64_t index) const {
    return at.index < 0 || other > distance || (other == distance && index < at.index);
  }
  /// Takes what is larger, or as large and earlier.
  void raise(const Largest& other);
  friend bool operator==(const Largest&, const Largest&) = default;
};

/// Fixed-size proof that two collections have the same values, however they are ordered.
struct Bag {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  void add(std::uint64_t bits);
  friend bool operator==(const Bag&, const Bag&) = default;
};

/// What comparing two arrays gave; the same for all ways in which they are cut.
struct ValueDifferences {
  std::int64_t different = 0;     ///< Values beyond the tolerance.
  std::int64_t tolerated = 0;     ///< Values that differ within it.
  std::int64_t not_a_number = 0;  ///< Of the different ones: a NaN on one side, or on both if that matters.
  Largest absolute = {};          ///< Of the different ones; NaN left out.
  Largest relative = {};
  double largest_tolerated = 0;  ///< Absolute.
  ExactSum squares = {};         ///< Of a - b, of the different ones; NaN left out.
  Bag bag_a = {};                ///< All values that are not the same bit for bit.
  Bag bag_b = {};
  std::vector<Sample> samples = {};  ///< The first of the different ones.

  /// True if both sides have the same values as often, but not at the same places.
  [[nodiscard]] bool is_reordered() const { return different > not_a_number && bag_a == bag_b; }
  /// Joins what was found in two pieces of one array; keeps `most_samples`.
  void add(const ValueDifferences& other, std::int64_t most_samples);
};

/// How many samples are kept where `most_samples` are asked for: 0 means all, but memory is bounded.
[[nodiscard]] std::size_t samples_kept(std::int64_t most_samples);

/// For sending them to other ranks.
void put(ByteWriter& writer, const ValueDifferences& differences);
void get(ByteReader& reader, ValueDifferences& differences);

}  // namespace pcgns::kernel
