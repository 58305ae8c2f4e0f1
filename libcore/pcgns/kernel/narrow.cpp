#include "pcgns/kernel/narrow.hpp"

#include <cmath>

namespace pcgns::kernel {

namespace {

void keep_larger(double& error, std::int64_t& at, double other, std::int64_t other_at) {
  if (other < error || (other == error && (other == 0 || other_at >= at))) return;
  error = other;
  at = other_at;
}

}  // namespace

void Rounding::add(const Rounding& other) {
  keep_larger(absolute, at_absolute, other.absolute, other.at_absolute);
  keep_larger(relative, at_relative, other.relative, other.at_relative);
}

std::optional<std::int64_t> narrow(std::span<const double> from, std::span<float> to, std::int64_t first,
                                   Rounding& rounding) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double value = from[i];
    to[i] = static_cast<float>(value);
    const double error = std::fabs(value - static_cast<double>(to[i]));
    if (!(error > 0)) continue;  // NaN and infinity stay what they are.
    if (std::isinf(to[i])) return static_cast<std::int64_t>(i);
    const auto at = first + static_cast<std::int64_t>(i);
    keep_larger(rounding.absolute, rounding.at_absolute, error, at);
    keep_larger(rounding.relative, rounding.at_relative, error / std::fabs(value), at);
  }
  return std::nullopt;
}

std::optional<std::int64_t> narrow(std::span<const std::int64_t> from, std::span<std::int32_t> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i] = static_cast<std::int32_t>(from[i]);
    if (to[i] != from[i]) return static_cast<std::int64_t>(i);
  }
  return std::nullopt;
}

}  // namespace pcgns::kernel
