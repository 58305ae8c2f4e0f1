// iterative.hpp: whether the steps of a computation are there, and in order (rules V04, S0302).
#pragma once

#include <string>

#include "pcgns/check/findings.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// Adds what is wrong with the iterative data of a base and of its zones.
void check_iterative(const tree::Node& base, const std::string& file, Findings& findings);

}  // namespace pcgns::check
