// narrow.hpp: integers and reals of 64 bits as such of 32.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace pcgns::kernel {

/// The largest errors of reals that became narrower, and the first values that have them.
struct Rounding {
  double absolute = 0;
  std::int64_t at_absolute = 0;
  double relative = 0;
  std::int64_t at_relative = 0;

  /// As if both had been found together.
  void add(const Rounding& other);
};

/// Rounds `from` to the nearest; the first of them is value `first` of its array. Gives the place in `from`
/// of the first finite value that is too large, if there is one.
/// @pre Both have as many values.
std::optional<std::int64_t> narrow(std::span<const double> from, std::span<float> to, std::int64_t first,
                                   Rounding& rounding);

/// The same for integers, of which nothing is lost.
std::optional<std::int64_t> narrow(std::span<const std::int64_t> from, std::span<std::int32_t> to);

}  // namespace pcgns::kernel
