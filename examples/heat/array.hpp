// array.hpp: points, boxes of indices, and arrays with halos.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heat {

using Index3 = std::array<int, 3>;
using Vec3 = std::array<double, 3>;

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline Index3 operator+(const Index3& a, const Index3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The index `steps` away from `p` in `direction`.
inline Index3 moved(Index3 p, int direction, int steps) {
  p[direction] += steps;
  return p;
}

/// The indices from `first` up to, not including, `last`.
struct Box {
  Index3 first;
  Index3 last;

  std::size_t size() const {
    return std::size_t(last[0] - first[0]) * std::size_t(last[1] - first[1]) *
           std::size_t(last[2] - first[2]);
  }
};

/// Calls `visit(p)` for every index of `box`, i fastest: the order of arrays in a CGNS file.
template <class Visit>
void for_each(const Box& box, Visit visit) {
  for (int k = box.first[2]; k < box.last[2]; ++k)
    for (int j = box.first[1]; j < box.last[1]; ++j)
      for (int i = box.first[0]; i < box.last[0]; ++i) visit(Index3{i, j, k});
}

/// The values at every index of `box`, in that order.
template <class Value>
auto gather(const Box& box, Value value) {
  std::vector<decltype(value(Index3{}))> values;
  values.reserve(box.size());
  for_each(box, [&](const Index3& p) { values.push_back(value(p)); });
  return values;
}

/// The number of `p` among `extent` points or cells, in that order, from 1 as CGNS counts.
inline std::int64_t number(const Index3& p, const Index3& extent) {
  return 1 + p[0] + extent[0] * (p[1] + extent[1] * std::int64_t{p[2]});
}

/// There is one more point than cells in each direction.
inline Index3 points_of(const Index3& cells) { return cells + Index3{1, 1, 1}; }

/// One value for every index of a box, which may start below zero: there the halo lies.
template <class T>
class Array3 {
 public:
  Array3() = default;
  explicit Array3(const Box& box) : box_(box), values_(box.size()) {}

  T& operator()(const Index3& p) { return values_[offset(p)]; }
  const T& operator()(const Index3& p) const { return values_[offset(p)]; }

 private:
  std::size_t offset(const Index3& p) const {
    const std::size_t i = p[0] - box_.first[0], j = p[1] - box_.first[1], k = p[2] - box_.first[2];
    const std::size_t ni = box_.last[0] - box_.first[0], nj = box_.last[1] - box_.first[1];
    return i + ni * (j + nj * k);
  }

  Box box_{};
  std::vector<T> values_;
};

}  // namespace heat
