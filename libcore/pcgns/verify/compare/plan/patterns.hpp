// patterns.hpp: finds patterns that match nothing.
#pragma once

#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/verify/compare/finding.hpp"

namespace pcgns::verify::compare {

/// The paths of all content of both trees.
[[nodiscard]] std::vector<std::string> content_paths(const cgns::Node& a, const cgns::Node& b);

/// A sentence about every pattern of Criteria::ignore and Criteria::rules that matches no content of the
/// trees.
[[nodiscard]] std::vector<std::string> idle_patterns(const cgns::Node& a, const cgns::Node& b,
                                                     const Criteria& criteria);

}  // namespace pcgns::verify::compare
