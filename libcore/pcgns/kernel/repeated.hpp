// repeated.hpp: finds the values that occur more than once in a very long list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::kernel {

/// The repeated values, each once, ascending. @pre The numbers are hashes: a bit table indexed by their
/// lowest bits filters out most that occur once. Takes two bytes per number.
[[nodiscard]] std::vector<std::uint64_t> repeated_among(std::span<const std::uint64_t> hashes);

}  // namespace pcgns::kernel
