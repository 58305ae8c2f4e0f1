// stream_copy.hpp: copies to memory that is not looked at soon.
#pragma once

#include <cstddef>
#include <span>

namespace pcgns::kernel {

/// As memcpy, but past the caches where the processor can: what is there stays, and the target is not read
/// first. @pre `to` has room for all of `from` and does not overlap it.
/// Other threads may see it late: the last of several copies is followed by `stream_fence`.
void stream_copy(std::byte* to, std::span<const std::byte> from);
/// What was copied comes before whatever this thread stores next.
void stream_fence();

}  // namespace pcgns::kernel
