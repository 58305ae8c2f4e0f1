#include "pcgns/kernel/space_key.hpp"

#include <algorithm>
#include <cmath>

namespace pcgns::kernel {

namespace {

constexpr int bits = 21;

}  // namespace

SpaceGrid::SpaceGrid(const std::array<double, 3>& least, const std::array<double, 3>& most) {
  double longest = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!std::isfinite(least[d]) || !std::isfinite(most[d] - least[d])) continue;
    least_[d] = least[d];
    longest = std::max(longest, most[d] - least[d]);
  }
  if (longest > 0 && std::isfinite(most_steps / longest)) steps_ = most_steps / longest;
}

// John Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004).
std::uint64_t hilbert_place(const GridPoint& point) {
  GridPoint x = {point[0] >> (32 - bits), point[1] >> (32 - bits), point[2] >> (32 - bits)};
  for (std::uint32_t bit = 1U << (bits - 1); bit > 1; bit >>= 1) {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto low = bit - 1;
      const auto swapped = (x[0] ^ x[d]) & low;
      x[0] ^= (x[d] & bit) != 0 ? low : swapped;
      x[d] ^= (x[d] & bit) != 0 ? 0 : swapped;
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t turned = 0;
  for (std::uint32_t bit = 1U << (bits - 1); bit > 1; bit >>= 1) {
    if ((x[2] & bit) != 0) turned ^= bit - 1;
  }
  std::uint64_t place = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    for (const auto coordinate : x) place = place << 1 | ((coordinate ^ turned) >> bit & 1);
  }
  return place;
}

}  // namespace pcgns::kernel
