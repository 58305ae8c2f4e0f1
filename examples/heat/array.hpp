// array.hpp: points, boxes of indices, and arrays with halos.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace heat {

using Index3 = std::array<int, 3>;
using Vec3 = std::array<double, 3>;

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a[0], s * a[1], s * a[2]}; }
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
