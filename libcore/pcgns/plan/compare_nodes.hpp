// compare_nodes.hpp: what a comparison must know of single nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/plan/compare.hpp"

namespace pcgns::plan {

/// True for a node that says what holds without it.
[[nodiscard]] bool says_nothing(const tree::Node& node);

/// "a Family_t"
[[nodiscard]] std::string label_text(const tree::Node& node);
/// What a node is, for a side that has it alone: "DataArray_t R8[5]".
[[nodiscard]] std::string presence(const tree::Node& node);

/// GridConnectivity1to1_t.
[[nodiscard]] bool is_join(const tree::Node& node);
/// The numbers of both ranges of a join, and of its transform.
[[nodiscard]] std::vector<std::int64_t> points_of_join(const tree::Node& join);

/// The list or range of points that `node` has; without a node if it has none that makes sense.
[[nodiscard]] PointSetPair::Points points_of(const tree::Node& node);
/// What arrays below `node` have values of.
[[nodiscard]] Entity entity_of_children(const tree::Node& node);

}  // namespace pcgns::plan
