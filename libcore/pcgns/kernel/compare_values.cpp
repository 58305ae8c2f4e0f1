#include "pcgns/kernel/compare_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace pcgns::kernel {

namespace {

template <typename T>
constexpr bool is_real = std::is_floating_point_v<T>;

/// Equal for equal values of all types.
template <typename T>
std::uint64_t canonical(T value) {
  if constexpr (is_real<T>) {
    double wide = value;
    if (std::isnan(wide)) wide = std::numeric_limits<double>::quiet_NaN();
    if (wide == 0) wide = 0;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &wide, sizeof bits);
    return bits;
  } else {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
}

/// Numbers floats so that neighbours differ by 1; both zeros are 0.
template <typename Real, typename Integer>
std::int64_t place_of(Real value) {
  Integer bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const std::int64_t place = bits;
  return place >= 0 ? place : std::int64_t(std::numeric_limits<Integer>::min()) - place;
}

std::int64_t place_of(float value) { return place_of<float, std::int32_t>(value); }
std::int64_t place_of(double value) { return place_of<double, std::int64_t>(value); }

std::uint64_t apart(std::int64_t a, std::int64_t b) {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

struct Distance {
  double absolute = 0;
  double relative = 0;
  std::uint64_t ulps = std::numeric_limits<std::uint64_t>::max();
  bool is_nan = false;
};

template <typename A, typename B>
Distance distance_of_reals(A a, B b) {
  if (std::isnan(a) || std::isnan(b)) return {.is_nan = true};
  using Narrower = std::conditional_t<std::is_same_v<A, double> && std::is_same_v<B, double>, double, float>;
  const double x = a;
  const double y = b;
  const double scale = std::max(std::abs(x), std::abs(y));
  const bool infinite = std::isinf(scale);
  return {.absolute = std::abs(x - y),
          .relative = infinite ? scale : std::abs(x / scale - y / scale),
          .ulps = apart(place_of(static_cast<Narrower>(a)), place_of(static_cast<Narrower>(b)))};
}

template <typename A, typename B>
Distance distance_of_integers(A a, B b) {
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  const auto absolute = static_cast<double>(std::cmp_greater(a, b) ? x - y : y - x);
  return {
      .absolute = absolute,
      .relative = absolute / std::max(std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b)))};
}

bool is_within(const Distance& distance, const Tolerance& tolerance) {
  if (distance.is_nan) return false;
  return (tolerance.absolute && distance.absolute <= *tolerance.absolute) ||
         (tolerance.relative && distance.relative <= *tolerance.relative) ||
         (tolerance.ulps && distance.ulps <= static_cast<std::uint64_t>(*tolerance.ulps));
}

template <typename T>
std::string text_of(T value) {
  return fmt::format("{}", value);
}
std::string text_of(signed char value) {
  return value >= ' ' ? fmt::format("'{}'", static_cast<char>(value))
                      : fmt::format("{}", static_cast<int>(value));
}

/// Compares two runs of given types.
template <typename A, typename B>
class Comparison {
 public:
  Comparison(std::int64_t first, const ValueRules& rules, ValueDifferences& sum)
      : first_(first), rules_(rules), sum_(sum), most_(samples_kept(rules.most_samples)) {}

  void run(std::span<const std::byte> a, std::span<const std::byte> b) {
    const auto count = static_cast<std::int64_t>(a.size() / sizeof(A));
    for (std::int64_t i = 0; i < count; ++i) {
      A x;
      B y;
      std::memcpy(&x, a.data() + static_cast<std::size_t>(i) * sizeof x, sizeof x);
      std::memcpy(&y, b.data() + static_cast<std::size_t>(i) * sizeof y, sizeof y);
      if (!are_equal(x, y)) tell((first_ + i) / rules_.parts, x, y);
    }
  }

 private:
  bool are_equal(A x, B y) const {
    if constexpr (is_real<A>) {
      return x == y || (rules_.tolerance.nan_is_equal && x != x && y != y);
    } else {
      return std::cmp_equal(x, y);
    }
  }

  void tell(std::int64_t index, A x, B y) {
    Distance distance;
    if constexpr (is_real<A>) {
      distance = distance_of_reals(x, y);
    } else {
      distance = distance_of_integers(x, y);
    }
    sum_.bag_a.add(canonical(x));
    sum_.bag_b.add(canonical(y));
    if (is_within(distance, rules_.tolerance)) {
      ++sum_.tolerated;
      sum_.largest_tolerated = std::max(sum_.largest_tolerated, distance.absolute);
      return;
    }
    ++sum_.different;
    if (distance.is_nan) ++sum_.not_a_number;
    if (sum_.samples.size() < most_) sum_.samples.push_back(sample_of(index, x, y));
    if (distance.is_nan) return;
    sum_.squares.add(distance.absolute * distance.absolute);
    // Making texts of all values takes ten times as long as comparing them.
    if (sum_.absolute.yields_to(distance.absolute, index))
      sum_.absolute = {distance.absolute, sample_of(index, x, y)};
    if (sum_.relative.yields_to(distance.relative, index))
      sum_.relative = {distance.relative, sample_of(index, x, y)};
  }

  static Sample sample_of(std::int64_t index, A x, B y) { return {index, text_of(x), text_of(y)}; }

  std::int64_t first_;
  const ValueRules& rules_;
  ValueDifferences& sum_;
  std::size_t most_;
};

/// Calls `step` with a value of the type that `scalar` means.
template <typename Step>
void with_integer(Scalar scalar, const Step& step) {
  if (scalar == Scalar::byte) step(std::uint8_t{});
  if (scalar == Scalar::i32) step(std::int32_t{});
  if (scalar == Scalar::u32) step(std::uint32_t{});
  if (scalar == Scalar::i64) step(std::int64_t{});
  if (scalar == Scalar::u64) step(std::uint64_t{});
}

template <typename Step>
void with_real(Scalar scalar, const Step& step) {
  if (scalar == Scalar::f32) step(float{});
  if (scalar == Scalar::f64) step(double{});
}

enum class Kind : std::uint8_t { character, integer, real };

Kind kind_of(Scalar scalar) {
  if (scalar == Scalar::character) return Kind::character;
  return scalar == Scalar::f32 || scalar == Scalar::f64 ? Kind::real : Kind::integer;
}

}  // namespace

int size_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::character:
    case Scalar::byte:
      return 1;
    case Scalar::i32:
    case Scalar::u32:
    case Scalar::f32:
      return 4;
    case Scalar::i64:
    case Scalar::u64:
    case Scalar::f64:
      return 8;
  }
  return 0;
}

bool are_comparable(Scalar a, Scalar b) { return kind_of(a) == kind_of(b); }

void compare_values(const Runs& runs, std::int64_t first, const ValueRules& rules, ValueDifferences& sum) {
  const auto compare = [&](auto a, auto b) {
    Comparison<decltype(a), decltype(b)>(first, rules, sum).run(runs.a, runs.b);
  };
  switch (kind_of(runs.type_a)) {
    case Kind::character:
      return Comparison<signed char, signed char>(first, rules, sum).run(runs.a, runs.b);
    case Kind::integer:
      return with_integer(runs.type_a,
                          [&](auto a) { with_integer(runs.type_b, [&](auto b) { compare(a, b); }); });
    case Kind::real:
      return with_real(runs.type_a, [&](auto a) { with_real(runs.type_b, [&](auto b) { compare(a, b); }); });
  }
}

}  // namespace pcgns::kernel
