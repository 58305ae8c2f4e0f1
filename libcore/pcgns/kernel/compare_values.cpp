#include "pcgns/kernel/compare_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace pcgns::kernel {

namespace {

constexpr int digit_bits = 32;
constexpr std::int64_t digit_mask = (std::int64_t(1) << digit_bits) - 1;
constexpr int least_exponent = -1074;
constexpr int most_additions = 1 << 20;
/// Above every finite sum of fewer than 2^63 doubles.
constexpr int top_digit = ExactSum::digit_count - 1;
constexpr std::int64_t infinite = 1;

}  // namespace

void ExactSum::add(double value) {
  if (value == 0) return;
  if (!std::isfinite(value)) {
    digits_[top_digit] = infinite;
    return;
  }
  int exponent = 0;
  constexpr int mantissa_bits = std::numeric_limits<double>::digits;
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), mantissa_bits));
  int place = exponent - mantissa_bits - least_exponent;
  if (place < 0) {  // A denormal number: its last bits are zero.
    mantissa >>= -place;
    place = 0;
  }
  const auto digit = static_cast<std::size_t>(place / digit_bits);
  const int shift = place % digit_bits;
  const auto low = (mantissa & digit_mask) << shift;
  const auto high = (mantissa >> digit_bits) << shift;
  digits_[digit] += static_cast<std::int64_t>(low & digit_mask);
  digits_[digit + 1] +=
      static_cast<std::int64_t>(low >> digit_bits) + static_cast<std::int64_t>(high & digit_mask);
  digits_[digit + 2] += static_cast<std::int64_t>(high >> digit_bits);
  if (++additions_ == most_additions) carry();
}

void ExactSum::add(const ExactSum& other) {
  carry();
  const auto more = other.digits();
  for (std::size_t d = 0; d < top_digit; ++d) digits_[d] += more[d];
  if (more[top_digit] != 0) digits_[top_digit] = infinite;
  carry();
}

void ExactSum::carry() {
  for (std::size_t d = 0; d + 1 < top_digit; ++d) {
    digits_[d + 1] += digits_[d] >> digit_bits;
    digits_[d] &= digit_mask;
  }
  additions_ = 0;
}

ExactSum::Digits ExactSum::digits() const {
  auto copy = *this;
  copy.carry();
  return copy.digits_;
}

ExactSum ExactSum::from_digits(const Digits& digits) {
  ExactSum sum;
  sum.digits_ = digits;
  return sum;
}

double ExactSum::value() const {
  const auto all = digits();
  if (all[top_digit] != 0) return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (int d = 0; d < top_digit; ++d) {
    sum += std::ldexp(static_cast<double>(all[static_cast<std::size_t>(d)]), digit_bits * d + least_exponent);
  }
  return sum;
}

namespace {

std::uint64_t spread_bits(std::uint64_t bits) {
  bits ^= bits >> 30;
  bits *= 0xbf58476d1ce4e5b9U;
  bits ^= bits >> 27;
  bits *= 0x94d049bb133111ebU;
  return bits ^ (bits >> 31);
}

void put(ByteWriter& writer, const Sample& sample) {
  writer.put(sample.index);
  writer.put(sample.a);
  writer.put(sample.b);
}

void get(ByteReader& reader, Sample& sample) {
  reader.get(sample.index);
  reader.get(sample.a);
  reader.get(sample.b);
}

}  // namespace

void Largest::raise(const Largest& other) {
  if (other.at.index >= 0 && yields_to(other.distance, other.at.index)) *this = other;
}

std::size_t samples_kept(std::int64_t most_samples) {
  // More samples than anybody reads would only cost memory.
  constexpr std::int64_t most_ever = 1'000'000;
  return static_cast<std::size_t>(most_samples == 0 ? most_ever : std::min(most_samples, most_ever));
}

void Bag::add(std::uint64_t bits) {
  first += spread_bits(bits + 0x9e3779b97f4a7c15U);
  second += spread_bits(bits ^ 0xd1b54a32d192ed03U);
}

void ValueDifferences::add(const ValueDifferences& other, std::int64_t most_samples) {
  different += other.different;
  tolerated += other.tolerated;
  not_a_number += other.not_a_number;
  absolute.raise(other.absolute);
  relative.raise(other.relative);
  largest_tolerated = std::max(largest_tolerated, other.largest_tolerated);
  squares.add(other.squares);
  bag_a.first += other.bag_a.first;
  bag_a.second += other.bag_a.second;
  bag_b.first += other.bag_b.first;
  bag_b.second += other.bag_b.second;
  samples.insert(samples.end(), other.samples.begin(), other.samples.end());
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& x, const Sample& y) { return x.index < y.index; });
  samples.resize(std::min(samples.size(), samples_kept(most_samples)));
}

void put(ByteWriter& writer, const ValueDifferences& differences) {
  writer.put(differences.different);
  writer.put(differences.tolerated);
  writer.put(differences.not_a_number);
  for (const auto* largest : {&differences.absolute, &differences.relative}) {
    writer.put(largest->distance);
    put(writer, largest->at);
  }
  writer.put(differences.largest_tolerated);
  for (const auto digit : differences.squares.digits()) writer.put(digit);
  for (const auto* bag : {&differences.bag_a, &differences.bag_b}) {
    writer.put(bag->first);
    writer.put(bag->second);
  }
  writer.put(differences.samples.size());
  for (const auto& sample : differences.samples) put(writer, sample);
}

void get(ByteReader& reader, ValueDifferences& differences) {
  reader.get(differences.different);
  reader.get(differences.tolerated);
  reader.get(differences.not_a_number);
  for (auto* largest : {&differences.absolute, &differences.relative}) {
    reader.get(largest->distance);
    get(reader, largest->at);
  }
  reader.get(differences.largest_tolerated);
  ExactSum::Digits digits;
  for (auto& digit : digits) reader.get(digit);
  differences.squares = ExactSum::from_digits(digits);
  for (auto* bag : {&differences.bag_a, &differences.bag_b}) {
    reader.get(bag->first);
    reader.get(bag->second);
  }
  differences.samples.resize(reader.length(1));
  for (auto& sample : differences.samples) get(reader, sample);
}

namespace {

template <typename T>
constexpr bool is_real = std::is_floating_point_v<T>;

/// The same bits for equal values of all types. Those of a U8 too large for I8 are also those of a negative
/// value, and are mixed.
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
    const auto bits = static_cast<std::uint64_t>(value);
    return std::in_range<std::int64_t>(value) ? bits : spread_bits(bits);
  }
}

/// Maps floats to integers so that neighbouring floats differ by 1; both zeros map to 0.
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

/// Steps between two values as `Real`; the most there are if one of them is infinite, or too large for
/// `Real`.
template <typename Real>
std::uint64_t steps_between(double a, double b) {
  const auto x = static_cast<Real>(a);
  const auto y = static_cast<Real>(b);
  if (std::isinf(x) || std::isinf(y)) return Distance{}.ulps;
  return apart(place_of(x), place_of(y));
}

template <typename A, typename B>
Distance distance_of_reals(A a, B b) {
  if (std::isnan(a) || std::isnan(b)) return {.is_nan = true};
  using Narrower = std::conditional_t<std::is_same_v<A, double> && std::is_same_v<B, double>, double, float>;
  const double x = a;
  const double y = b;
  const double scale = std::max(std::abs(x), std::abs(y));
  const bool is_infinite = std::isinf(scale);
  return {.absolute = std::abs(x - y),
          .relative = is_infinite ? scale : std::abs(x / scale - y / scale),
          .ulps = steps_between<Narrower>(x, y)};
}

/// The difference of a value below 0 and one above may have 65 bits.
template <typename A, typename B>
double apart_as_double(A a, B b) {
  const bool have_other_signs = std::cmp_less(a, 0) != std::cmp_less(b, 0);
  if (have_other_signs) return std::abs(static_cast<double>(a)) + std::abs(static_cast<double>(b));
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  return static_cast<double>(std::cmp_greater(a, b) ? x - y : y - x);
}

template <typename A, typename B>
Distance distance_of_integers(A a, B b) {
  const auto absolute = apart_as_double(a, b);
  return {
      .absolute = absolute,
      .relative = absolute / std::max(std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b)))};
}

bool is_within(const Distance& distance, const Tolerance& tolerance) {
  const bool one_is_infinite = std::isinf(distance.relative);
  if (distance.is_nan || one_is_infinite) return false;
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

/// Compares two runs of the types A and B.
template <typename A, typename B>
class Comparison {
 public:
  Comparison(std::int64_t first, const ValueRules& rules, ValueDifferences& sum)
      : first_(first), rules_(rules), sum_(sum), most_(samples_kept(rules.most_samples)) {}

  void run(std::span<const std::byte> a, std::span<const std::byte> b) {
    const auto count = static_cast<std::int64_t>(a.size() / sizeof(A));
    for (std::int64_t i = 0; i < count; ++i) {
      if (are_equal(at<A>(a, i), at<B>(b, i))) continue;
      const auto index = i / rules_.parts;
      tell(index, a, b);
      i = (index + 1) * rules_.parts - 1;
    }
  }

 private:
  template <typename T>
  static T at(std::span<const std::byte> bytes, std::int64_t i) {
    T value;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    return value;
  }

  bool are_equal(A x, B y) const {
    if constexpr (is_real<A>) {
      return x == y || (rules_.tolerance.nan_is_equal && x != x && y != y);
    } else {
      return std::cmp_equal(x, y);
    }
  }

  static Distance distance_of(A x, B y) {
    if constexpr (is_real<A>) {
      return distance_of_reals(x, y);
    } else {
      return distance_of_integers(x, y);
    }
  }

  /// A value with parts that differ: it counts once, and all its parts decide whether the values
  /// are reordered.
  void tell(std::int64_t index, std::span<const std::byte> a, std::span<const std::byte> b) {
    bool is_different = false;
    bool is_nan = false;
    std::uint64_t bits_a = 0;
    std::uint64_t bits_b = 0;
    for (auto i = index * rules_.parts; i < (index + 1) * rules_.parts; ++i) {
      const auto x = at<A>(a, i);
      const auto y = at<B>(b, i);
      bits_a = spread_bits(bits_a) ^ canonical(x);
      bits_b = spread_bits(bits_b) ^ canonical(y);
      if (are_equal(x, y)) continue;
      const auto distance = distance_of(x, y);
      if (is_within(distance, rules_.tolerance)) {
        sum_.largest_tolerated = std::max(sum_.largest_tolerated, distance.absolute);
        continue;
      }
      is_different = true;
      is_nan = is_nan || distance.is_nan;
      if (!distance.is_nan) measure(distance, index, a, b);
    }
    sum_.bag_a.add(bits_a);
    sum_.bag_b.add(bits_b);
    if (is_nan) ++sum_.not_a_number;
    if (!is_different) return void(++sum_.tolerated);
    ++sum_.different;
    if (sum_.samples.size() < most_) sum_.samples.push_back(sample_of(index, a, b));
  }

  void measure(const Distance& distance, std::int64_t index, std::span<const std::byte> a,
               std::span<const std::byte> b) {
    sum_.squares.add(distance.absolute * distance.absolute);
    const auto place = first_ / rules_.parts + index;
    // Formats a sample only when needed: formatting every value takes ten times as long as comparing.
    if (sum_.absolute.yields_to(distance.absolute, place))
      sum_.absolute = {distance.absolute, sample_of(index, a, b)};
    if (sum_.relative.yields_to(distance.relative, place))
      sum_.relative = {distance.relative, sample_of(index, a, b)};
  }

  [[nodiscard]] Sample sample_of(std::int64_t index, std::span<const std::byte> a,
                                 std::span<const std::byte> b) const {
    return {first_ / rules_.parts + index, text_at<A>(a, index), text_at<B>(b, index)};
  }

  /// Reals of different widths are shown as doubles: the digits that tell apart those of one width may be the
  /// same on both sides.
  template <typename T>
  [[nodiscard]] std::string text_at(std::span<const std::byte> bytes, std::int64_t index) const {
    using Shown = std::conditional_t<is_real<A> && !std::is_same_v<A, B>, double, T>;
    std::string text;
    for (auto i = index * rules_.parts; i < (index + 1) * rules_.parts; ++i)
      text += (text.empty() ? "" : ", ") + text_of(static_cast<Shown>(at<T>(bytes, i)));
    return rules_.parts == 1 ? text : "(" + text + ")";
  }

  std::int64_t first_;
  const ValueRules& rules_;
  ValueDifferences& sum_;
  std::size_t most_;
};

/// Calls `step` with a value of the C++ type that `scalar` denotes.
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
