#include "pcgns/kernel/conversion.hpp"

#include <vector>

#include "catch.hpp"

using namespace pcgns;

TEST_CASE("bytes of equal weight come together, and back") {
  const auto size = GENERATE(1, 2, 4, 8, 16);
  const auto values = GENERATE(0, 1, 7, 8, 16, 100, 1001);
  CAPTURE(size, values);
  std::vector<std::byte> from;
  for (int i = 0; i < size * values; ++i) from.push_back(static_cast<std::byte>((i * 7919) >> 3));
  std::vector<std::byte> to(from.size());
  kernel::shuffle(from, to, size);
  bool is_right = true;
  for (int i = 0; i < values; ++i) {
    for (int j = 0; j < size; ++j)
      is_right &=
          to[static_cast<std::size_t>(j * values + i)] == from[static_cast<std::size_t>(i * size + j)];
  }
  CHECK(is_right);
  std::vector<std::byte> back(from.size());
  kernel::unshuffle(to, back, size);
  CHECK(back == from);
}
