#include "pcgns/kernel/compare_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;
using kernel::Scalar;
using kernel::ValueDifferences;

template <typename T>
Scalar scalar() {
  if constexpr (std::is_same_v<T, float>) return Scalar::f32;
  if constexpr (std::is_same_v<T, double>) return Scalar::f64;
  if constexpr (std::is_same_v<T, std::int32_t>) return Scalar::i32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return Scalar::u32;
  if constexpr (std::is_same_v<T, std::int64_t>) return Scalar::i64;
  return Scalar::u64;
}

template <typename A, typename B = A>
ValueDifferences compared(const std::vector<A>& a, const std::vector<B>& b, kernel::Tolerance tolerance = {},
                          int parts = 1) {
  ValueDifferences sum;
  kernel::compare_values({scalar<A>(), scalar<B>(), std::as_bytes(std::span(a)), std::as_bytes(std::span(b))},
                         0, {.tolerance = tolerance, .most_samples = 3, .parts = parts}, sum);
  return sum;
}

using Reals = std::vector<double>;
using Floats = std::vector<float>;
using Integers = std::vector<std::int64_t>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("differences are counted, measured and placed") {
  const auto found = compared(Reals{1, 2, 3, 4}, Reals{1, 2.5, 3, 6});
  CHECK(found.different == 2);
  CHECK(found.absolute.distance == 2);
  CHECK(found.absolute.at == kernel::Sample{3, "4", "6"});
  CHECK(found.relative.distance == Approx(1.0 / 3));
  CHECK(found.relative.at.index == 3);
  CHECK(std::sqrt(found.squares.value()) == Approx(std::sqrt(4.25)));
  CHECK(found.samples == std::vector<kernel::Sample>{{1, "2", "2.5"}, {3, "4", "6"}});
}

TEST_CASE("equal values of different width are equal") {
  CHECK(compared(Floats{0.5F, -2}, Reals{0.5, -2}).different == 0);
  CHECK(compared(Floats{0.1F}, Reals{0.1}).different == 1);
  CHECK(compared(std::vector<std::int32_t>{-1, 7}, Integers{-1, 7}).different == 0);
  CHECK(compared(std::vector<std::uint32_t>{0xffffffffU}, std::vector<std::int32_t>{-1}).different == 1);
}

TEST_CASE("integers are compared to their ends") {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  CHECK(compared(Integers{least, most}, Integers{least, most}).different == 0);
  CHECK(compared(Integers{-1}, std::vector<std::uint64_t>{~std::uint64_t(0)}).different == 1);
  const auto found = compared(Integers{least}, Integers{most});
  CHECK(found.absolute.distance == Approx(18446744073709551615.0));
  CHECK(compared(Integers{most}, Integers{most - 1}).different == 1);
}

TEST_CASE("a negative integer is far from the unsigned one of the same bits") {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  const std::vector<std::uint64_t> large = {~std::uint64_t(0), std::uint64_t(1) << 63};
  for (const auto& found : {compared(Integers{-1, least}, large, {.absolute = 1}),
                            compared(large, Integers{-1, least}, {.absolute = 1})}) {
    CHECK(found.different == 2);
    CHECK(found.absolute.distance == Approx(18446744073709551616.0));
    CHECK(found.relative.distance == Approx(2));
    CHECK_FALSE(found.is_reordered());
  }
  CHECK(compared(std::vector<std::int32_t>{-3}, std::vector<std::uint32_t>{4}).absolute.distance == 7);
}

TEST_CASE("zeros of both signs are equal, and a NaN is equal to a NaN unless that is unwanted") {
  CHECK(compared(Reals{0.0, -0.0}, Reals{-0.0, 0.0}).different == 0);
  CHECK(compared(Reals{no_number}, Reals{-no_number}).different == 0);
  const auto strict = compared(Reals{no_number}, Reals{no_number}, {.nan_is_equal = false});
  CHECK(strict.different == 1);
  CHECK(strict.not_a_number == 1);
  CHECK_FALSE(strict.is_reordered());
  const auto found = compared(Reals{no_number, 1}, Reals{1, 1}, {.absolute = infinity});
  CHECK(found.different == 1);
  CHECK(found.absolute.at.index == -1);
}

TEST_CASE("an infinity is equal to itself only") {
  CHECK(compared(Reals{infinity}, Reals{infinity}).different == 0);
  const auto found =
      compared(Reals{infinity, -infinity}, Reals{-infinity, 1}, {.absolute = 1e300, .relative = 2});
  CHECK(found.different == 2);
  CHECK(found.absolute.distance == infinity);
  CHECK(found.squares.value() == infinity);
  CHECK(compared(Reals{infinity}, Reals{1}, {.absolute = infinity, .relative = infinity}).different == 1);
}

TEST_CASE("no number is a few steps from an infinity, nor one that is too large for the narrower type") {
  constexpr double most = std::numeric_limits<double>::max();
  constexpr float most_of_float = std::numeric_limits<float>::max();
  constexpr auto any = std::numeric_limits<std::int64_t>::max();
  CHECK(compared(Reals{most, -infinity}, Reals{infinity, -most}, {.ulps = 1}).different == 2);
  CHECK(compared(Reals{infinity}, Reals{-infinity}, {.ulps = any}).different == 1);
  CHECK(compared(Reals{1e300}, Floats{static_cast<float>(infinity)}, {.ulps = 0}).different == 1);
  CHECK(compared(Reals{1e300}, Floats{most_of_float}, {.ulps = 1}).different == 1);
  CHECK(compared(Reals{infinity}, Floats{static_cast<float>(infinity)}, {.ulps = 0}).different == 0);
}

TEST_CASE("a value passes if it is within any limit") {
  const Reals a{100, 1e-9, 1};
  const Reals b{101, 2e-9, 1 + std::numeric_limits<double>::epsilon()};
  CHECK(compared(a, b, {.absolute = 1e-8}).different == 1);
  CHECK(compared(a, b, {.relative = 0.02}).different == 1);
  CHECK(compared(a, b, {.absolute = 1e-8, .relative = 0.02}).different == 0);
  CHECK(compared(a, b, {.ulps = 1}).different == 2);
  const auto found = compared(a, b, {.absolute = 1e-8, .relative = 0.02});
  CHECK(found.tolerated == 3);
  CHECK(found.largest_tolerated == 1);
}

TEST_CASE("limits include their own value") {
  CHECK(compared(Reals{1}, Reals{1.5}, {.absolute = 0.5}).different == 0);
  CHECK(compared(Reals{1}, Reals{2}, {.relative = 0.5}).different == 0);
  CHECK(compared(Integers{3}, Integers{5}, {.absolute = 2}).different == 0);
  CHECK(compared(Reals{1e308}, Reals{-1e308}, {.relative = 2}).different == 0);
}

TEST_CASE("steps of floating point are counted across zero and in the narrower type") {
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(compared(Reals{tiny}, Reals{-tiny}, {.ulps = 2}).different == 0);
  CHECK(compared(Reals{tiny}, Reals{-tiny}, {.ulps = 1}).different == 1);
  CHECK(compared(Floats{1}, Reals{1 + 1e-7}, {.ulps = 1}).different == 0);
  CHECK(compared(Reals{1}, Reals{1 + 1e-7}, {.ulps = 1}).different == 1);
  CHECK(compared(Reals{std::numeric_limits<double>::max()}, Reals{-infinity}, {.ulps = 1}).different == 1);
}

TEST_CASE("the same values in another order are recognised") {
  CHECK(compared(Reals{1, 2, 3, 4}, Reals{4, 2, 1, 3}).is_reordered());
  CHECK_FALSE(compared(Reals{1, 2, 2, 4}, Reals{4, 2, 1, 1}).is_reordered());
  CHECK(compared(Integers{1, 2}, std::vector<std::uint64_t>{2, 1}).is_reordered());
  CHECK_FALSE(compared(Reals{1}, Reals{2}).is_reordered());
}

TEST_CASE("complex values are two numbers at one place") {
  const auto found = compared(Reals{1, 2, 3, 4}, Reals{1, 2, 3, 5}, {}, 2);
  CHECK(found.different == 1);
  CHECK(found.samples.front() == kernel::Sample{1, "(3, 4)", "(3, 5)"});
}

TEST_CASE("a complex value counts once, whichever of its numbers differ") {
  const auto found = compared(Reals{1, 2, 3, 4}, Reals{2, 4, 3, 4}, {}, 2);
  CHECK(found.different == 1);
  CHECK(found.absolute == kernel::Largest{2, {0, "(1, 2)", "(2, 4)"}});
  CHECK(std::sqrt(found.squares.value()) == Approx(std::sqrt(5.0)));
  const auto tolerated = compared(Reals{1, 2, 3, 4}, Reals{2, 4, 4, 5}, {.absolute = 1}, 2);
  CHECK(tolerated.different == 1);
  CHECK(tolerated.tolerated == 1);
  CHECK(compared(Reals{no_number, no_number}, Reals{1, 2}, {}, 2).not_a_number == 1);
  CHECK(compared(Reals{1, 2, 3, 4}, Reals{3, 4, 1, 2}, {}, 2).is_reordered());
  CHECK_FALSE(compared(Reals{1, 2, 3, 4}, Reals{2, 1, 4, 3}, {}, 2).is_reordered());
  CHECK_FALSE(compared(Reals{1, 2, 3, 4}, Reals{3, 2, 1, 4}, {}, 2).is_reordered());
}

TEST_CASE("values of different width that look alike are shown with digits that tell them apart") {
  const auto found = compared(Floats{0.1F}, Reals{0.1});
  CHECK(found.samples == std::vector<kernel::Sample>{{0, "0.10000000149011612", "0.1"}});
  CHECK(compared(Floats{0.1F}, Floats{0.2F}).samples.front().a == "0.1");
}

TEST_CASE("what pieces give together is what the whole gives") {
  std::mt19937_64 random(7);
  Reals a(1000);
  Reals b(1000);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::ldexp(static_cast<double>(random() % 1000), static_cast<int>(random() % 40));
    b[i] = random() % 3 == 0 ? a[i] : a[i] + 0.25 * static_cast<double>(random() % 5);
  }
  const auto whole = compared(a, b);
  std::vector<ValueDifferences> pieces(10);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto part = [&](const Reals& values) {
      return std::as_bytes(std::span(values).subspan(100 * i, 100));
    };
    kernel::compare_values({.a = part(a), .b = part(b)}, static_cast<std::int64_t>(100 * i),
                           {.most_samples = 3}, pieces[i]);
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  ValueDifferences sum;
  for (const auto& piece : pieces) {
    ByteWriter writer;
    kernel::put(writer, piece);
    const auto bytes = writer.take();
    ByteReader reader(bytes);
    ValueDifferences received;
    kernel::get(reader, received);
    reader.require_end();
    sum.add(received, 3);
  }
  CHECK(sum.different == whole.different);
  CHECK(sum.absolute == whole.absolute);
  CHECK(sum.relative == whole.relative);
  CHECK(sum.samples == whole.samples);
  CHECK(sum.squares.value() == whole.squares.value());
  CHECK(sum.bag_a == whole.bag_a);
}

TEST_CASE("an exact sum forgets nothing") {
  kernel::ExactSum sum;
  for (int i = 0; i < 1000; ++i) sum.add(1e-30);
  sum.add(1e200);
  sum.add(std::numeric_limits<double>::denorm_min());
  kernel::ExactSum other;
  other.add(std::numeric_limits<double>::denorm_min());
  other.add(1e200);
  for (int i = 0; i < 1000; ++i) other.add(1e-30);
  CHECK(sum.digits() == other.digits());
  CHECK(sum.value() == Approx(1e200));
  kernel::ExactSum small;
  for (int i = 0; i < 3; ++i) small.add(0.1);
  CHECK(small.value() == Approx(0.3));
  small.add(infinity);
  CHECK(small.value() == infinity);
}
