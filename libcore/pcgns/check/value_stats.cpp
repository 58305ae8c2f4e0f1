#include "pcgns/check/value_stats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace pcgns::check {

namespace {

/// Values that are looked at one by one if one of them is not finite.
constexpr std::size_t block = 4096;
/// Independent sums that the compiler can put into one register.
constexpr std::size_t lanes = 8;

template <typename Real>
struct Extremes {
  Real lowest = std::numeric_limits<Real>::infinity();
  Real highest = -std::numeric_limits<Real>::infinity();
  bool all_finite = true;
};

/// No branches in the loop: x * 0 is not 0 where x is not finite, and such a sum stays not a number.
template <typename Real>
Extremes<Real> extremes_of(const Real* values, std::size_t count) {
  Extremes<Real> all;
  std::array<Real, lanes> low;
  std::array<Real, lanes> high;
  std::array<Real, lanes> zero = {};
  low.fill(all.lowest);
  high.fill(all.highest);
  for (std::size_t i = 0; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Real value = values[i + lane];
      low[lane] = value < low[lane] ? value : low[lane];
      high[lane] = value > high[lane] ? value : high[lane];
      zero[lane] += value * 0;
    }
  }
  for (std::size_t i = count / lanes * lanes; i < count; ++i) {
    low[0] = std::min(low[0], values[i]);
    high[0] = std::max(high[0], values[i]);
    zero[0] += values[i] * 0;
  }
  all.lowest = *std::min_element(low.begin(), low.end());
  all.highest = *std::max_element(high.begin(), high.end());
  all.all_finite = std::all_of(zero.begin(), zero.end(), [](Real sum) { return sum == 0; });
  return all;
}

void keep_first(std::int64_t& first, std::int64_t place) {
  if (place >= 0 && (first < 0 || place < first)) first = place;
}

template <typename Real>
void add_one_by_one(ValueStats& stats, const Real* values, std::size_t count, std::int64_t begin) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = begin + static_cast<std::int64_t>(i);
    const double value = values[i];
    if (std::isnan(value)) {
      ++stats.nans;
      keep_first(stats.first_nan, place);
    } else if (std::isinf(value)) {
      ++stats.infinities;
      keep_first(stats.first_infinity, place);
    } else {
      stats.lowest = std::min(stats.lowest, value);
      stats.highest = std::max(stats.highest, value);
      if (value >= 0) continue;
      ++stats.negatives;
      keep_first(stats.first_negative, place);
    }
  }
}

/// @pre All are finite.
template <typename Real>
void add_negatives(ValueStats& stats, const Real* values, std::size_t count, std::int64_t begin) {
  const auto is_negative = [](Real value) { return value < 0; };
  stats.negatives += std::count_if(values, values + count, is_negative);
  if (stats.first_negative < 0) {
    stats.first_negative = begin + (std::find_if(values, values + count, is_negative) - values);
  }
}

template <typename Real>
ValueStats typed_stats(std::span<const std::byte> bytes, std::int64_t begin) {
  ValueStats stats{.count = static_cast<std::int64_t>(bytes.size() / sizeof(Real))};
  alignas(64) std::array<Real, block> values;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof values) {
    const auto size = std::min(sizeof values, bytes.size() - at);
    std::memcpy(values.data(), bytes.data() + at, size);
    const auto count = size / sizeof(Real);
    const auto extremes = extremes_of(values.data(), count);
    const auto place = begin + static_cast<std::int64_t>(at / sizeof(Real));
    if (!extremes.all_finite) {
      add_one_by_one(stats, values.data(), count, place);
      continue;
    }
    stats.lowest = std::min<double>(stats.lowest, extremes.lowest);
    stats.highest = std::max<double>(stats.highest, extremes.highest);
    if (extremes.lowest < 0) add_negatives(stats, values.data(), count, place);
  }
  return stats;
}

}  // namespace

void ValueStats::add(const ValueStats& other) {
  count += other.count;
  nans += other.nans;
  infinities += other.infinities;
  negatives += other.negatives;
  keep_first(first_nan, other.first_nan);
  keep_first(first_infinity, other.first_infinity);
  keep_first(first_negative, other.first_negative);
  lowest = std::min(lowest, other.lowest);
  highest = std::max(highest, other.highest);
}

ValueStats stats_of(tree::DataType type, std::span<const std::byte> bytes, std::int64_t begin) {
  return type == tree::DataType::R4 ? typed_stats<float>(bytes, begin) : typed_stats<double>(bytes, begin);
}

}  // namespace pcgns::check
