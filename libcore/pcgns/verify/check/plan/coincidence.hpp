// coincidence.hpp: judges whether the points of an interface coincide with their donors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/verify/check/plan/interfaces.hpp"

namespace pcgns::verify::check {

[[nodiscard]] double distance(const cgns::Point& a, const cgns::Point& b);

/// Distance up to which points coincide: 1 % of the local spacing, or the rounding error of coordinates of
/// the size of `point`. `coarse`: single precision.
[[nodiscard]] double tolerance(double spacing, const cgns::Point& point, bool coarse);

/// Statistics of point pairs under one motion.
struct Coincidence {
  std::int64_t apart = 0;         ///< Pairs that do not coincide.
  std::int64_t inexact = 0;       ///< Pairs that coincide, but not bitwise.
  double largest = 0;             ///< Largest distance within a pair.
  std::int64_t first_apart = -1;  ///< 0-based number of the pair; -1 if there is none.
  std::int64_t first_inexact = -1;

  void add(std::int64_t pair, double distance, double tolerance);
};

/// Adds findings about the pairs of an interface. `found`: for each of Interface::motions, or one without
/// motion. `places`: the first bad pairs under the first motion, as text ("vertex (1, 3, 5)").
struct PairPlaces {
  std::string apart = {};
  std::string inexact = {};
};
void judge_coincidence(const Interface& interface, const std::vector<Coincidence>& found, bool are_faces,
                       const PairPlaces& places, const std::string& file, cgns::Findings& findings);

}  // namespace pcgns::verify::check
