// patterns.hpp: finds patterns that match nothing.
#pragma once

#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/verify/compare/finding.hpp"

namespace pcgns::verify::compare {

/// A sentence about every pattern of Criteria::ignore and Criteria::rules that matches no content of the
/// trees.
[[nodiscard]] std::vector<std::string> idle_patterns(const cgns::Node& a, const cgns::Node& b,
                                                     const Criteria& criteria);

/// Why nothing is compared for the pattern `only` of Criteria::only: a sentence.
[[nodiscard]] std::string why_idle(const std::string& only, const cgns::Node& a, const cgns::Node& b,
                                   const Criteria& criteria);

}  // namespace pcgns::verify::compare
