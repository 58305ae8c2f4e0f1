// coverage.hpp: which part of a rectangle other rectangles cover, and which part they cover twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns::check {

struct Rectangle {
  Range x;
  Range y;

  [[nodiscard]] std::int64_t area() const { return x.size() * y.size(); }
  [[nodiscard]] bool empty() const { return x.empty() || y.empty(); }
  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

[[nodiscard]] Rectangle intersect(const Rectangle& a, const Rectangle& b);

/// Disjoint rectangles, by their lowest y and then x.
struct Coverage {
  std::vector<Rectangle> none;
  std::vector<Rectangle> twice;  ///< Or more often.
};

/// How `patches` cover `whole`; what of them lies outside does not count. Time and memory depend on the
/// number of patches, not on their sizes: O(n^2) and O(n) plus the result.
[[nodiscard]] Coverage coverage(const Rectangle& whole, std::span<const Rectangle> patches);

/// Few rectangles that have the unit squares `cells`, each a Rectangle of area 1; repeated ones are in as
/// many rectangles. In the order that `coverage` has.
[[nodiscard]] std::vector<Rectangle> merged(std::vector<Rectangle> cells);

}  // namespace pcgns::check
