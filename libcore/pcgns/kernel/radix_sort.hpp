// radix_sort.hpp: sorts many 64-bit numbers in linear time.
#pragma once

#include <cstdint>
#include <vector>

namespace pcgns::kernel {

/// Ascending. Needs the same memory again.
void radix_sort(std::vector<std::uint64_t>& numbers);

}  // namespace pcgns::kernel
