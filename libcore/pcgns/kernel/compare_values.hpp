// compare_values.hpp: where two runs of numbers differ, and by how much.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/byte_stream.hpp"

namespace pcgns::kernel {

/// A sum without rounding, so that the result is bit-identical whatever the order of the ranks.
class ExactSum {
 public:
  /// @pre `value` is not negative. An infinite or NaN value makes the sum infinite.
  void add(double value);
  void add(const ExactSum& other);

  /// The sum as a double: close to the exact sum, and always the same for the same values.
  [[nodiscard]] double value() const;

  static constexpr int digit_count = 68;
  using Digits = std::array<std::int64_t, digit_count>;
  /// For messages: `from_digits` restores the same sum.
  [[nodiscard]] Digits digits() const;
  [[nodiscard]] static ExactSum from_digits(const Digits& digits);

 private:
  void carry();

  /// Digit d has weight 2^(32 d - 1074); between carries a digit may exceed 32 bits.
  Digits digits_ = {};
  int additions_ = 0;  ///< Since the last carry.
};

/// A pair of differing values, as a message shows it.
struct Sample {
  std::int64_t index = -1;  ///< 0-based, in storage order; -1: none.
  std::string a = {};
  std::string b = {};

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// The largest of some distances and its position; on ties, the lowest index.
struct Largest {
  double distance = 0;
  Sample at = {};

  /// Whether `other` at `index` would replace this one.
  [[nodiscard]] bool yields_to(double other, std::int64_t index) const {
    return at.index < 0 || other > distance || (other == distance && index < at.index);
  }
  /// Replaces this one by `other` if that is larger, or equal with a lower index.
  void raise(const Largest& other);
  friend bool operator==(const Largest&, const Largest&) = default;
};

/// An order-independent hash of fixed size: equal for equal multisets of values.
struct Bag {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  void add(std::uint64_t bits);
  friend bool operator==(const Bag&, const Bag&) = default;
};

/// Result of comparing two arrays; independent of how they are split into runs.
struct ValueDifferences {
  std::int64_t different = 0;     ///< Values beyond the tolerance.
  std::int64_t tolerated = 0;     ///< Values that differ within the tolerance.
  std::int64_t not_a_number = 0;  ///< Of `different`: NaN on one side, or on both if NaN is not equal.
  Largest absolute = {};          ///< Over the different values, without NaN.
  Largest relative = {};
  double largest_tolerated = 0;  ///< Absolute.
  ExactSum squares = {};         ///< Of a - b over the different values, without NaN.
  Bag bag_a = {};                ///< All values that are not bit-identical.
  Bag bag_b = {};
  std::vector<Sample> samples = {};  ///< The first of the different values.

  /// True if both sides hold the same values, but in another order.
  [[nodiscard]] bool is_reordered() const { return different > not_a_number && bag_a == bag_b; }
  /// Merges the results of two runs of one array; keeps `most_samples` samples.
  void add(const ValueDifferences& other, std::int64_t most_samples);
};

/// Number of samples kept for a request of `most_samples`; 0 asks for all, up to a fixed limit.
[[nodiscard]] std::size_t samples_kept(std::int64_t most_samples);

/// Serialisation for messages.
void put(ByteWriter& writer, const ValueDifferences& differences);
void get(ByteReader& reader, ValueDifferences& differences);

enum class Scalar : std::uint8_t { character, byte, i32, u32, i64, u64, f32, f64 };

/// A difference is tolerated if it is within any of the given limits. NaN and a number always differ, and an
/// infinity equals only itself.
struct Tolerance {
  std::optional<double> absolute = {};    ///< Limit of |a - b|.
  std::optional<double> relative = {};    ///< Limit of |a - b| / max(|a|, |b|).
  std::optional<std::int64_t> ulps = {};  ///< Limit in ULPs of the narrower type; not for integers.
  bool nan_is_equal = true;               ///< NaN equals NaN, whatever the bits.

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

/// How values are compared.
struct ValueRules {
  Tolerance tolerance = {};
  std::int64_t most_samples = 10;
  /// Scalars per value: 2 for complex numbers. Each scalar is compared separately; a value with one that
  /// differs counts once.
  int parts = 1;
};

/// Two runs of scalars in native byte order.
struct Runs {
  Scalar type_a = Scalar::f64;
  Scalar type_b = Scalar::f64;
  std::span<const std::byte> a;
  std::span<const std::byte> b;
};

/// True if values of the two types can be equal: both integers, both reals, or the same type.
[[nodiscard]] bool are_comparable(Scalar a, Scalar b);

/// Adds the differences to `sum`. `first`: index of the first scalar in its array.
/// @pre The types are comparable, and both runs have the same number of scalars.
void compare_values(const Runs& runs, std::int64_t first, const ValueRules& rules, ValueDifferences& sum);

}  // namespace pcgns::kernel
