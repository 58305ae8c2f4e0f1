// deal_lists.hpp: lists and ranges of points, dealt out to the parts that have the points.
#pragma once

#include <optional>
#include <string>

#include "pcgns/deal/deal_job.hpp"

namespace pcgns::deal {

/// PointList, PointRange and what old files have instead of them; null if `node` has none. Throws
/// Error{input} for several.
[[nodiscard]] const tree::Node* points_of(const tree::Node& node, const std::string& path);

/// The points of a node, by their place in its list.
struct ListDealing {
  Dealing dealing;
  std::vector<std::int64_t> numbers;  ///< In the part, 1-based, for each slot.
};

/// Where the parts have what `numbers` names at `location`, not as ghosts: the points of this rank, 1-based
/// as PointList has them. `begins` as Dealing::begins. Throws Error{input} on every rank if one is not there.
/// @note Collective.
[[nodiscard]] ListDealing deal_points(DealJob& job, const std::string& path, const std::string& location,
                                      std::vector<std::int64_t> begins,
                                      const std::vector<std::int64_t>& numbers);

/// Deals out the points of `owner`, notes them in DealtZone::sets and arrays, and gives back who has which.
/// @note Collective.
[[nodiscard]] Dealing deal_list(DealJob& job, const tree::Node& owner, const tree::Node& points,
                                const std::string& path);

/// GridLocation; of faces for ElementList and ElementRange; else "Vertex".
[[nodiscard]] std::string location_of(const tree::Node& owner, const tree::Node* points);

/// This rank's numbers in a list or range. @note Collective.
[[nodiscard]] std::vector<std::int64_t> numbers_in(DealJob& job, const tree::Node& points,
                                                   const std::string& path,
                                                   const std::vector<std::int64_t>& begins);
/// How many there are. Throws Error{input} if it is no list or range.
[[nodiscard]] std::int64_t count_in(const tree::Node& points, const std::string& path);

}  // namespace pcgns::deal
