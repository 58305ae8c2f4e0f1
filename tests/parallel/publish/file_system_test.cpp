#include "pcgns/publish/file_system.hpp"

#include <array>
#include <cstring>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;

/// As Lustre gives it: magic, pattern, object id, stripe size and count, offset.
std::array<std::byte, 32> lov(std::uint32_t magic, std::uint32_t size, std::uint16_t count) {
  std::array<std::byte, 32> bytes = {};
  std::memcpy(bytes.data(), &magic, 4);
  std::memcpy(bytes.data() + 24, &size, 4);
  std::memcpy(bytes.data() + 28, &count, 2);
  return bytes;
}

}  // namespace

TEST_CASE("stripes are read from both layouts of Lustre", "[serial]") {
  for (const std::uint32_t magic : {0x0BD10BD0U, 0x0BD30BD0U}) {
    const auto stripes = publish::stripes_of(lov(magic, 4 << 20, 64));
    REQUIRE(stripes);
    CHECK(stripes->size == 4 << 20);
    CHECK(stripes->count == 64);
  }
  CHECK(publish::stripes_of(lov(0x0BD10BD0U, 1 << 20, 0xFFFF))->count == -1);
}

TEST_CASE("an attribute that is no stripe layout gives none", "[serial]") {
  CHECK_FALSE(publish::stripes_of(lov(0x12345678U, 1, 1)));
  const auto whole = lov(0x0BD10BD0U, 1, 1);
  CHECK_FALSE(publish::stripes_of(std::span(whole).first(20)));
}

TEST_CASE("a file system tells its kind, a block size and free space", "[serial]") {
  const auto system = publish::file_system("/");
  CHECK_FALSE(system.kind.empty());
  CHECK(system.block_size >= 4096);
  CHECK(system.free_bytes > 0);
  CHECK_THROWS_AS(publish::file_system("/no/such/folder"), Error);
}
