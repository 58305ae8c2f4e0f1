// repeated.hpp: numbers that occur several times among very many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::kernel {

/// Each once, ascending. @pre The numbers are hashes: a table of bits, indexed by their lowest ones, tells
/// most of those that occur once. It takes two bytes a number.
[[nodiscard]] std::vector<std::uint64_t> repeated_among(std::span<const std::uint64_t> hashes);

}  // namespace pcgns::kernel
