// compare_values.hpp: where two runs of numbers differ, and by how much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/kernel/exact_sum.hpp"

namespace pcgns::kernel {

enum class Scalar : std::uint8_t { character, byte, i32, u32, i64, u64, f32, f64 };

[[nodiscard]] int size_of(Scalar scalar);

/// A difference is none if it is within any of the limits that are given. A NaN and a number always differ.
struct Tolerance {
  std::optional<double> absolute = {};  ///< Of |a - b|.
  std::optional<double> relative = {};  ///< Of |a - b| / max(|a|, |b|).
  std::optional<std::int64_t> ulps =
      {};                    ///< Of steps between floats, of the narrower type; not for integers.
  bool nan_is_equal = true;  ///< To another NaN, whatever its bits.

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

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

/// How values are compared.
struct ValueRules {
  Tolerance tolerance = {};
  std::int64_t most_samples = 10;
  int parts = 1;  ///< Scalars that make one value: 2 of complex numbers. Each is compared by itself.
};

/// Two runs of scalars in native byte order.
struct Runs {
  Scalar type_a = Scalar::f64;
  Scalar type_b = Scalar::f64;
  std::span<const std::byte> a;
  std::span<const std::byte> b;
};

/// True if values of the two types can be the same: both integers, both reals, or the same type.
[[nodiscard]] bool are_comparable(Scalar a, Scalar b);

/// Adds to `sum` what differs; the first scalar has the index `first` in its array.
/// @pre The types are comparable, and both runs have as many scalars.
void compare_values(const Runs& runs, std::int64_t first, const ValueRules& rules, ValueDifferences& sum);

/// For sending them to other ranks.
void put(ByteWriter& writer, const ValueDifferences& differences);
void get(ByteReader& reader, ValueDifferences& differences);

}  // namespace pcgns::kernel
