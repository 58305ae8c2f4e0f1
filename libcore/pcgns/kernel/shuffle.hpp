// shuffle.hpp: the bytes of equal weight of all values together, as HDF5's filter of this name has them.
#pragma once

#include <cstddef>
#include <span>

namespace pcgns::kernel {

/// Byte j of value i comes to place j * values + i. `size`: bytes of a value.
/// @pre Both have the same size, a multiple of `size`.
void shuffle(std::span<const std::byte> from, std::span<std::byte> to, int size);
/// The other way round.
void unshuffle(std::span<const std::byte> from, std::span<std::byte> to, int size);

}  // namespace pcgns::kernel
