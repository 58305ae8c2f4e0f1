// list_survey.hpp: finds out whether point lists are sorted, and the extremes of their points.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/digest/canonical.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::digest {

/// Of a point.
inline constexpr std::size_t most_indices = 3;

/// A point, its last index first; unused indices are 0. So ordered, the points of a range ascend.
using Point = std::array<std::int64_t, most_indices>;

/// The first point of `bytes`, which hold I4 or I8.
[[nodiscard]] Point point_at(cgns::DataType type, std::span<const std::byte> bytes, std::int64_t width);

/// ListFacts about some points of a list.
struct ListFacts {
  std::int64_t list = 0;
  std::int64_t descents = 0;  ///< Points that are followed by a lower one.
  std::int64_t repeated = 0;  ///< Points that are followed by themselves.
  Point low = {};
  Point high = {};

  void add(const Point& point) {
    for (std::size_t i = 0; i < most_indices; ++i) {
      low[i] = std::min(low[i], point[i]);
      high[i] = std::max(high[i], point[i]);
    }
  }
  void add_order(const Point& point, const Point& next) {
    if (next < point) ++descents;
    if (next == point) ++repeated;
  }
  void add(const ListFacts& other) {
    descents += other.descents;
    repeated += other.repeated;
    add(other.low);
    add(other.high);
  }
};

/// Of all points of each list, on every rank. Reads all lists at once. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] std::vector<ListFacts> survey_lists(par::Session& session, const mesh::Dataset& dataset,
                                                  const std::vector<PointList>& lists);

}  // namespace pcgns::digest
