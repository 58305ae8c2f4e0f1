// stream_copy.hpp: copies that bypass the caches, for targets that are not read soon.
#pragma once

#include <cstddef>

namespace pcgns::kernel {

/// Rows of bytes at a constant stride.
template <typename Byte>
struct ByteRows {
  Byte* first = nullptr;
  std::ptrdiff_t step = 0;  ///< Stride in bytes.
};

/// Copies `rows` rows of `bytes` bytes with non-temporal stores where the processor has them. That leaves the
/// caches alone and does not read the target first. Other threads may see the data late: call `stream_fence`
/// after the last of several copies.
/// @pre `to` has room; its rows overlap neither each other nor `from`.
void stream_copy(ByteRows<std::byte> to, ByteRows<const std::byte> from, std::size_t bytes, std::size_t rows);
/// Orders all earlier copies before later stores of this thread.
void stream_fence();

}  // namespace pcgns::kernel
