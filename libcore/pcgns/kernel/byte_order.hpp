// byte_order.hpp: values of the other byte order.
#pragma once

#include <cstddef>
#include <span>

namespace pcgns::kernel {

/// Reverses the bytes of every word of `word` bytes (1, 2, 4 or 8), in place.
/// @pre The size of `bytes` is a multiple of `word`.
void reverse_words(std::span<std::byte> bytes, int word);

}  // namespace pcgns::kernel
