// pieces.hpp: data of any size in calls whose counts are ints.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace pcgns::par {

/// No MPI call moves more bytes.
constexpr std::size_t most_per_call = std::size_t{1} << 30;

/// Calls `use(data, count)` for pieces of at most `most` values.
template <typename Value, typename Use>
void in_pieces(std::span<Value> values, const Use& use, std::size_t most = most_per_call / sizeof(Value)) {
  for (; !values.empty(); values = values.subspan(std::min(most, values.size())))
    use(values.data(), static_cast<int>(std::min(most, values.size())));
}

}  // namespace pcgns::par
