// tree_rules.hpp: the rules T in groups.
#pragma once

#include <span>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

/// T01 names and labels, T02 values, T03 root and bases, T04 zones, T05 sections.
[[nodiscard]] std::span<const Rule> structure_rules();
/// T06 points and places, T07 extents of arrays, T08 joins.
[[nodiscard]] std::span<const Rule> extent_rules();
/// T09 families, T10 steps, T11 quantities, T12 physics.
[[nodiscard]] std::span<const Rule> meaning_rules();

}  // namespace pcgns::check
