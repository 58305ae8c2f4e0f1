// cut_columns.hpp: a rectangle cut into columns, and each of these into boxes: a step of the cut tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pcgns::kernel {

/// A direction in units of CutRequest::align; the last unit may be larger by less than one.
struct Direction {
  std::int64_t cells = 1;
  std::int64_t unit = 1;
  std::int64_t least = 1;  ///< Units.
  bool splits = true;

  [[nodiscard]] std::int64_t units() const { return std::max<std::int64_t>(1, cells / unit); }
  [[nodiscard]] std::int64_t most() const { return splits ? std::max<std::int64_t>(1, units() / least) : 1; }
};

/// A rectangle in columns of so many boxes each.
struct Columns {
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> widths;  ///< Units.
  double largest = 0;                ///< Units of area of the largest box.
  double cuts = 0;                   ///< Length of all cuts, in cells.
};

/// The cuts of a rectangle into `boxes` boxes that may be best: columns lie `across`, and are cut `along`.
[[nodiscard]] std::vector<Columns> columns_of(const Direction& across, const Direction& along,
                                              std::int64_t boxes);

/// `parts` dealt out over `groups` as evenly as can be, the larger ones spread.
[[nodiscard]] std::vector<std::int64_t> counts_of(std::int64_t parts, std::int64_t groups);

/// The same, and where groups are few, all ways that are not quite even: what does not divide well may do
/// better so.
[[nodiscard]] std::vector<std::vector<std::int64_t>> deals_of(std::int64_t parts, std::int64_t groups);

/// Numbers of groups to try: near the ideal one, as far as they are possible.
[[nodiscard]] std::vector<std::int64_t> tries_of(double ideal, std::int64_t least, std::int64_t most);

/// `total` units shared out so that the largest of width * height is smallest, each width at least `least`.
[[nodiscard]] std::vector<std::int64_t> widths_of(std::int64_t total, std::int64_t least,
                                                  const std::vector<double>& heights);

}  // namespace pcgns::kernel
