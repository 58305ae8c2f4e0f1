// stream_copy.hpp: copies to memory that is not looked at soon.
#pragma once

#include <cstddef>

namespace pcgns::kernel {

/// Rows of bytes at one distance from each other.
template <typename Byte>
struct ByteRows {
  Byte* first = nullptr;
  std::ptrdiff_t step = 0;  ///< In bytes, from one to the next.
};

/// As memcpy of `rows` rows of `bytes`, but past the caches where the processor can: what is there stays, and
/// the target is not read first. @pre `to` has room, its rows do not overlap each other or `from`.
/// Other threads may see it late: the last of several copies is followed by `stream_fence`.
void stream_copy(ByteRows<std::byte> to, ByteRows<const std::byte> from, std::size_t bytes, std::size_t rows);
/// What was copied comes before whatever this thread stores next.
void stream_fence();

}  // namespace pcgns::kernel
