// compare_values.hpp: where two runs of numbers differ, and by how much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "pcgns/kernel/value_differences.hpp"

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

}  // namespace pcgns::kernel
