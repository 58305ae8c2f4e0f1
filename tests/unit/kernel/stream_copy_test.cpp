#include "pcgns/kernel/stream_copy.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"

using namespace pcgns;

TEST_CASE("a stream copies all bytes and no more, wherever they lie", "[stream_copy]") {
  std::vector<std::byte> from(400);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i % 251);
  for (std::size_t shift = 0; shift < 65; ++shift) {
    for (const std::size_t bytes : {0, 1, 15, 127, 128, 129, 143, 144, 192, 208, 300}) {
      CAPTURE(shift, bytes);
      std::vector<std::byte> to(from.size(), std::byte{255});
      auto expected = to;
      std::copy_n(from.begin() + 3, bytes, expected.begin() + static_cast<std::ptrdiff_t>(shift));
      kernel::stream_copy({to.data() + shift, 0}, {from.data() + 3, 0}, bytes, 1);
      CHECK(to == expected);
    }
  }
}

TEST_CASE("a stream copies rows at the distances they have on both sides", "[stream_copy]") {
  constexpr std::size_t rows = 5;
  std::vector<std::byte> from(rows * 600);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i % 251);
  for (const std::size_t bytes : {8, 130, 512}) {
    for (const std::size_t to_step : {bytes, bytes + 8, bytes + 64}) {
      CAPTURE(bytes, to_step);
      std::vector<std::byte> to(rows * 600, std::byte{255});
      auto expected = to;
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < bytes; ++i) expected[16 + row * to_step + i] = from[1 + row * 560 + i];
      }
      kernel::stream_copy({to.data() + 16, static_cast<std::ptrdiff_t>(to_step)}, {from.data() + 1, 560},
                          bytes, rows);
      CHECK(to == expected);
    }
  }
}
