// conversion.hpp: byte order, narrowing, and HDF5's byte shuffle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pcgns::kernel {

/// Reverses the bytes of each word of `word` bytes (1, 2, 4 or 8), in place.
/// @pre The size of `bytes` is a multiple of `word`.
void reverse_words(std::span<std::byte> bytes, int word);

/// The largest errors of narrowed reals, and the first values that have them.
struct Rounding {
  double absolute = 0;
  std::int64_t at_absolute = 0;
  double relative = 0;
  std::int64_t at_relative = 0;

  /// Merges the results of two ranges of values.
  void add(const Rounding& other);
};

/// Rounds each value to the nearest float. `first`: index of the first value in its array. Returns the
/// position in `from` of the first finite value that overflows, if any.
/// @pre Both spans have the same length.
std::optional<std::int64_t> narrow(std::span<const double> from, std::span<float> to, std::int64_t first,
                                   Rounding& rounding);

/// The same for integers, exactly.
std::optional<std::int64_t> narrow(std::span<const std::int64_t> from, std::span<std::int32_t> to);

/// Moves byte j of value i to position j * values + i, as HDF5's shuffle filter does. `size`: bytes per
/// value.
/// @pre Both spans have the same size, a multiple of `size`.
void shuffle(std::span<const std::byte> from, std::span<std::byte> to, int size);
/// The inverse of `shuffle`.
void unshuffle(std::span<const std::byte> from, std::span<std::byte> to, int size);

}  // namespace pcgns::kernel
