#include "pcgns-bench/measure/turns.hpp"

#include <algorithm>

namespace pcgns::bench {

std::vector<std::size_t> turns_of(std::size_t count, std::size_t repetition) {
  std::vector<std::size_t> turns;
  for (std::size_t place = 0; place < count; ++place) {
    const auto zigzag = place % 2 == 0 ? count - place / 2 : place / 2 + 1;  // 0, 1, -1, 2, -2, ...
    turns.push_back((zigzag + repetition) % count);
  }
  if (count % 2 == 1 && repetition / count % 2 == 1) std::reverse(turns.begin(), turns.end());
  return turns;
}

}  // namespace pcgns::bench
