// coincidence.hpp: how well the points of a connection lie on their donors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/check/joins.hpp"

namespace pcgns::check {

[[nodiscard]] double distance(const Point& a, const Point& b);

/// How near is near enough: a hundredth of the local spacing, or what rounding makes of coordinates of the
/// size of `point`; `coarse`: in single precision.
[[nodiscard]] double tolerance(double spacing, const Point& point, bool coarse);

/// What was found of pairs of points under one motion.
struct Coincidence {
  std::int64_t apart = 0;         ///< Pairs that do not coincide.
  std::int64_t inexact = 0;       ///< Pairs that coincide, but not bit by bit.
  double largest = 0;             ///< Distance of two points of a pair.
  std::int64_t first_apart = -1;  ///< 0-based number of the pair; -1 if there is none.
  std::int64_t first_inexact = -1;

  void add(std::int64_t pair, double distance, double tolerance);
};

/// Adds what the pairs of a connection say. `found`: under each of Join::motions, one if there is none.
/// `places`: how users know the first pairs that are wrong under the first motion ("vertex (1, 3, 5)").
struct PairPlaces {
  std::string apart = {};
  std::string inexact = {};
};
void judge_coincidence(const Join& join, const std::vector<Coincidence>& found, bool are_faces,
                       const PairPlaces& places, const std::string& file, Findings& findings);

}  // namespace pcgns::check
