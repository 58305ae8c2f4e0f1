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
      kernel::stream_copy(to.data() + shift, {from.data() + 3, bytes});
      CHECK(to == expected);
    }
  }
}
