#include "pcgns/mesh/coordinates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {

/// A whole range is fetched if it has at most this many times the needed points.
constexpr std::int64_t most_unwanted = 4;

template <typename Real, typename What>
void each_real(std::span<const std::byte> bytes, What&& what) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(Real); ++i) {
    Real value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    what(i, static_cast<double>(value));
  }
}

template <typename What>
void each_value(cgns::DataType type, std::span<const std::byte> bytes, What&& what) {
  if (type == cgns::DataType::R4) return each_real<float>(bytes, what);
  each_real<double>(bytes, what);
}

constexpr std::array<double kernel::Point::*, 3> directions = {&kernel::Point::x, &kernel::Point::y,
                                                               &kernel::Point::z};

}  // namespace

std::size_t Window::place_of(std::int64_t vertex) const {
  const auto interval = static_cast<std::size_t>(static_cast<double>(vertex - first_) * intervals_);
  const auto begin = numbers_.begin() + starts_[interval];
  const auto end = numbers_.begin() + starts_[interval + 1];
  return static_cast<std::size_t>(std::lower_bound(begin, end, vertex) - numbers_.begin());
}

void Window::index_numbers() {
  const auto count = numbers_.size();
  first_ = numbers_.front();
  intervals_ = static_cast<double>(count) / static_cast<double>(numbers_.back() - first_ + 1);
  starts_.assign(count + 2, 0);
  for (const auto number : numbers_) {
    ++starts_[static_cast<std::size_t>(static_cast<double>(number - first_) * intervals_) + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

Coordinates::Coordinates(par::Session& session, const Dataset& dataset, const Zone& zone)
    : session_(session) {
  for (const auto target : zone.coordinates) {
    shares_.push_back(read_share(session, dataset, target));
    const bool is_short = shares_.back().type == cgns::DataType::R4;
    precision_ = std::max(precision_, is_short ? double{std::numeric_limits<float>::epsilon()}
                                               : std::numeric_limits<double>::epsilon());
  }
}

bool SpaceBox::contains(const std::array<double, 3>& point) const {
  bool is_inside = true;
  for (std::size_t d = 0; d < 3; ++d) is_inside = is_inside && point[d] >= least[d] && point[d] <= most[d];
  return is_inside;
}

SpaceBox Coordinates::box() const {
  std::array<double, 6> least = {};  // minima, then negated maxima
  for (std::size_t d = 0; d < shares_.size(); ++d) {
    least[d] = least[d + 3] = std::numeric_limits<double>::infinity();
    each_value(shares_[d].type, shares_[d].bytes, [&](std::size_t, double value) {
      if (!std::isfinite(value)) return;
      least[d] = std::min(least[d], value);
      least[d + 3] = std::min(least[d + 3], -value);
    });
  }
  par::min_over_ranks(session_.comm(), least);
  return {{least[0], least[1], least[2]}, {-least[3], -least[4], -least[5]}};
}

bool Coordinates::is_dense(Range vertices, std::int64_t count) {
  return vertices.size() <= most_unwanted * count;
}

Window Coordinates::window(std::span<const std::int64_t> vertices) const {
  if (vertices.empty()) return window(Range{1, 1}, {});
  const auto [least, most] = std::minmax_element(vertices.begin(), vertices.end());
  const Range all = {*least, *most + 1};
  if (is_dense(all, std::ssize(vertices))) return window(all, {});
  return window(Range{1, 1}, vertices);
}

Window Coordinates::window(Range vertices, std::span<const std::int64_t> few) const {
  Window window;
  // Both branches are collective, and every rank takes one of them.
  fill_dense(window, {vertices.begin - 1, vertices.end - 1});
  const bool somebody_sparse = par::all_max(session_.comm(), few.empty() ? 0 : 1) != 0;
  if (somebody_sparse) fill_sparse(window, few);
  return window;
}

void Coordinates::fill_dense(Window& window, Range vertices) const {
  window.first_ = vertices.begin + 1;
  window.points_.resize(static_cast<std::size_t>(vertices.size()));
  for (std::size_t d = 0; d < shares_.size(); ++d) {
    const auto& share = shares_[d];
    const auto bytes = fetch_range(session_, share, vertices);
    each_value(share.type, bytes,
               [&](std::size_t i, double value) { window.points_[i].*directions[d] = value; });
  }
}

void Coordinates::fill_sparse(Window& window, std::span<const std::int64_t> vertices) const {
  std::vector<std::int64_t> numbers(vertices.begin(), vertices.end());
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  auto indices = numbers;
  for (auto& index : indices) --index;
  if (!numbers.empty()) window.points_.assign(numbers.size(), {});
  for (std::size_t d = 0; d < shares_.size(); ++d) {
    const auto values = fetch_reals(session_, shares_[d], indices);
    for (std::size_t i = 0; i < values.size(); ++i) window.points_[i].*directions[d] = values[i];
  }
  if (numbers.empty()) return;
  window.numbers_ = std::move(numbers);
  window.index_numbers();
}

}  // namespace pcgns::mesh
