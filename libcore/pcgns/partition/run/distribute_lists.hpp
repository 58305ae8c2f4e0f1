// distribute_lists.hpp: distributes point lists and ranges to the parts that have the points.
#pragma once

#include <string>

#include "pcgns/partition/run/distribution_context.hpp"

namespace pcgns::partition {

/// PointList, PointRange or their older equivalents; null if `node` has none. Throws Error{input} if it has
/// several.
[[nodiscard]] const cgns::Node* points_of(const cgns::Node& node, const std::string& path);

/// The points of a node, by position in its list.
struct ListDistribution {
  Distribution distribution;
  std::vector<std::int64_t> numbers;  ///< Number in the part, 1-based, by slot.
};

/// Distributes this rank's points `numbers` at `location` (1-based, as in PointList) to the parts that own
/// them; ghosts do not count. `begins` as Distribution::begins. Throws the same Error{input} on every rank if
/// a point does not exist. @note Collective.
[[nodiscard]] ListDistribution distribute_points(DistributionContext& context, const std::string& path,
                                                 const std::string& location,
                                                 std::vector<std::int64_t> begins,
                                                 const std::vector<std::int64_t>& numbers);

/// Distributes the points of `owner`, records them in DistributedZone::sets and arrays, and returns their
/// distribution. @note Collective.
[[nodiscard]] Distribution distribute_list(DistributionContext& context, const cgns::Node& owner,
                                           const cgns::Node& points, const std::string& path);

/// This rank's entries of a point list or range. @note Collective.
[[nodiscard]] std::vector<std::int64_t> numbers_in(DistributionContext& context, const cgns::Node& points,
                                                   const std::string& path,
                                                   const std::vector<std::int64_t>& begins);
/// Number of points. Throws Error{input} if `points` is not a list or range.
[[nodiscard]] std::int64_t count_in(const cgns::Node& points, const std::string& path);

}  // namespace pcgns::partition
