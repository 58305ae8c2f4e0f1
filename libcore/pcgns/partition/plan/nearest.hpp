// nearest.hpp: the nearest of many points in space.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace pcgns::partition {

struct OwnedPoint {
  std::array<double, 3> at = {};
  std::int64_t number = 0;  ///< Of equally near points, the one with the lowest number is taken.
  std::int64_t owner = 0;
};

/// The nearest point found so far.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();  ///< Of its distance.
  std::int64_t number = std::numeric_limits<std::int64_t>::max();
  std::int64_t owner = -1;
};

/// A k-d tree. Points with a coordinate that is not a number are left out.
class PointTree {
 public:
  explicit PointTree(std::vector<OwnedPoint> points);

  /// Replaces `best` by the nearest point to `at` if that is nearer, or as near with a lower number.
  void find(const std::array<double, 3>& at, Nearest& best) const { find(0, points_.size(), 0, at, best); }

 private:
  void build(std::size_t begin, std::size_t end, std::size_t axis);
  void find(std::size_t begin, std::size_t end, std::size_t axis, const std::array<double, 3>& at,
            Nearest& best) const;

  std::vector<OwnedPoint> points_;  ///< The middle of each range divides the others along an axis.
};

}  // namespace pcgns::partition
