// What becomes of a key that several parts bring.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "pcgns/move/scatter_place.hpp"

namespace pcgns::move {

namespace {

template <typename Value>
Value value_at(const std::byte* values, std::size_t index) {
  Value value{};
  std::memcpy(&value, values + index * sizeof value, sizeof value);
  return value;
}

template <typename Value>
void set_value(std::byte* values, std::size_t index, Value value) {
  std::memcpy(values + index * sizeof value, &value, sizeof value);
}

/// A difference with something that is no number is none.
template <typename Real>
double spread_of(std::span<const std::byte* const> contributions, std::size_t count) {
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double least = INFINITY;
    double most = -INFINITY;
    for (const auto* values : contributions) {
      const double value = value_at<Real>(values, i);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > largest) largest = most - least;
  }
  return largest;
}

/// Values that agree stay as they are: a mean of equal values may be off by a bit.
template <typename Real>
void average_of(std::span<const std::byte* const> contributions, std::size_t count, std::byte* result) {
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0;
    bool differs = false;
    for (const auto* values : contributions) {
      sum += value_at<Real>(values, i);
      differs =
          differs || std::memcmp(values + i * sizeof(Real), result + i * sizeof(Real), sizeof(Real)) != 0;
    }
    if (differs) set_value(result, i, static_cast<Real>(sum / static_cast<double>(contributions.size())));
  }
}

/// The parents of a face that two parts share: each part knows that of its own side. A part may have turned
/// the face, so that its parent comes first; the lowest part says which side is which. True if there are more
/// parents than columns.
template <typename Integer>
bool unite(std::span<const std::byte* const> contributions, std::size_t count, std::byte* result) {
  bool conflict = false;
  const auto has = [&](Integer value) {
    for (std::size_t i = 0; i < count; ++i) {
      if (value_at<Integer>(result, i) == value) return true;
    }
    return false;
  };
  for (const auto* values : contributions.subspan(1)) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = value_at<Integer>(values, i);
      if (has(value) || value == 0) continue;
      std::size_t place = i;
      if (value_at<Integer>(result, place) != 0) place = 0;
      while (place < count && value_at<Integer>(result, place) != 0) ++place;
      if (place < count) {
        set_value(result, place, value);
      } else {
        conflict = true;
      }
    }
  }
  return conflict;
}

}  // namespace

void FixedLanding::unite_columns() {
  const auto count = static_cast<std::size_t>(lane_.width);
  if (lane_.type == tree::DataType::I4)
    conflict_ = unite<std::int32_t>(contributions_, count, result_.data());
  if (lane_.type == tree::DataType::I8)
    conflict_ = unite<std::int64_t>(contributions_, count, result_.data());
}

void FixedLanding::average() {
  const auto count = static_cast<std::size_t>(lane_.width);
  if (lane_.type == tree::DataType::R4) average_of<float>(contributions_, count, result_.data());
  if (lane_.type == tree::DataType::R8) average_of<double>(contributions_, count, result_.data());
}

double FixedLanding::spread() const {
  const auto count = static_cast<std::size_t>(lane_.width);
  if (lane_.type == tree::DataType::R4) return spread_of<float>(contributions_, count);
  if (lane_.type == tree::DataType::R8) return spread_of<double>(contributions_, count);
  return 0;
}

}  // namespace pcgns::move
