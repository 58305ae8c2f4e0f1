#include "pcgns/kernel/digest.hpp"

#include <limits>
#include <numeric>

#include "catch.hpp"
#include "pcgns/kernel/old_section.hpp"

namespace {

using namespace pcgns;
using Integers = std::vector<std::int64_t>;

Integers counted(std::size_t count) {
  Integers values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

Fingerprint digest_of(const Integers& values) {
  kernel::DigestStream stream;
  stream.add(std::as_bytes(std::span(values)));
  return stream.finish();
}

template <typename To, typename From>
std::vector<To> widened(kernel::Narrow type, const std::vector<From>& values) {
  std::vector<To> wide(values.size());
  kernel::widen(type, std::as_bytes(std::span(values)), std::as_writable_bytes(std::span(wide)));
  return wide;
}

kernel::NewSection converted(kernel::OldSection section, const Integers& values, std::size_t piece) {
  for (std::size_t i = 0; i < values.size(); i += piece)
    section.add(std::span(values).subspan(i, std::min(piece, values.size() - i)));
  return section.finish();
}

}  // namespace

TEST_CASE("the digest of an array is the sum of its blocks' terms, in any order") {
  const auto values = counted(20000);
  const auto bytes = std::as_bytes(std::span(values));
  const std::size_t block = kernel::digest_block;
  Fingerprint sum;
  for (const std::size_t i : {2, 0, 1}) {
    const auto rest = bytes.subspan(i * block);
    sum = kernel::sum_of(
        sum, kernel::block_term(static_cast<std::int64_t>(i), rest.first(std::min(block, rest.size()))));
  }
  CHECK(sum == digest_of(values));
}

TEST_CASE("it does not depend on the pieces in which the values come") {
  const auto values = counted(20000);
  const auto bytes = std::as_bytes(std::span(values));
  const std::size_t piece = GENERATE(8, 1000, 65536, 70000, 160000);
  kernel::DigestStream stream;
  for (std::size_t i = 0; i < bytes.size(); i += piece)
    stream.add(bytes.subspan(i, std::min(piece, bytes.size() - i)));
  CHECK(stream.bytes() == 160000);
  CHECK(stream.finish() == digest_of(values));
}

TEST_CASE("it depends on the place of a value, of a block, and on every bit") {
  auto values = counted(30000);
  const auto digest = digest_of(values);
  SECTION("values swapped") { std::swap(values[7], values[8]); }
  SECTION("blocks swapped") {
    std::swap_ranges(values.begin(), values.begin() + 8192, values.begin() + 8192);
  }
  SECTION("a bit") { values[20000] ^= 1; }
  SECTION("the last value") { values.pop_back(); }
  SECTION("a zero more") { values.push_back(0); }
  CHECK(!(digest_of(values) == digest));
}

TEST_CASE("sums carry into the higher half, and wrap around") {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(kernel::sum_of({1, most}, {2, 1}) == Fingerprint{4, 0});
  CHECK(kernel::sum_of({most, most}, {0, 1}) == Fingerprint{0, 0});
}

TEST_CASE("narrow values become those that the wider type has for them") {
  CHECK(widened<std::int64_t>(kernel::Narrow::signed32, std::vector<std::int32_t>{-1, 5}) == Integers{-1, 5});
  CHECK(widened<std::int64_t>(kernel::Narrow::unsigned32, std::vector<std::uint32_t>{4294967295U}) ==
        Integers{4294967295});
  const auto reals =
      widened<double>(kernel::Narrow::real32,
                      std::vector<float>{0.1F, -0.0F, 1e-45F, std::numeric_limits<float>::infinity()});
  CHECK(reals[0] == double{0.1F});
  CHECK(std::signbit(reals[1]));
  CHECK(reals[2] == double{1e-45F});
  CHECK(reals[3] == std::numeric_limits<double>::infinity());
  const auto nan = widened<std::uint64_t>(kernel::Narrow::real32, std::vector<std::uint32_t>{0x7fc12345U});
  CHECK(nan[0] == 0x7ff82468a0000000U);
}

TEST_CASE("old polygons become connectivity and offsets, in pieces of any size") {
  const auto piece = GENERATE(1U, 2U, 5U, 100U);
  const auto section = converted({}, {3, 1, 2, 3, 4, 4, 5, 6, 7, 1, 9}, piece);
  REQUIRE(section.sound);
  CHECK(section.connectivity.values == 8);
  CHECK(section.connectivity.digest == digest_of({1, 2, 3, 4, 5, 6, 7, 9}));
  CHECK(section.offsets.values == 4);
  CHECK(section.offsets.digest == digest_of({0, 3, 7, 8}));
}

TEST_CASE("old mixed elements keep their types") {
  const Integers nodes = {0, 0, 2, 3};
  const auto section = converted(kernel::OldSection(nodes), {2, 8, 9, 3, 5, 6, 7}, GENERATE(1U, 3U, 100U));
  REQUIRE(section.sound);
  CHECK(section.connectivity.digest == digest_of({2, 8, 9, 3, 5, 6, 7}));
  CHECK(section.offsets.digest == digest_of({0, 3, 7}));
}

TEST_CASE("what does not end with an element, or has impossible numbers, is not sound") {
  const Integers nodes = {0, 0, 2, 3};
  CHECK(!converted({}, {3, 1, 2}, 2).sound);
  CHECK(!converted({}, {2, 1, 2, 0}, 2).sound);
  CHECK(!converted({}, {-3, 1, 2, 4}, 2).sound);
  CHECK(!converted({}, {std::numeric_limits<std::int64_t>::max(), 1}, 2).sound);
  CHECK(!converted(kernel::OldSection(nodes), {1, 1}, 2).sound);
  CHECK(!converted(kernel::OldSection(nodes), {4, 1}, 2).sound);
  CHECK(!converted(kernel::OldSection(nodes), {-1, 1}, 2).sound);
  CHECK(converted({}, {}, 2).offsets.values == 1);
}
