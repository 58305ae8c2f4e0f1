// rule_tables.hpp: the rule tables, one per group of checks.
#pragma once

#include <span>

#include "pcgns/cgns/findings.hpp"

namespace pcgns::cgns {

[[nodiscard]] std::span<const Rule> file_rules();
[[nodiscard]] std::span<const Rule> tree_rules();
[[nodiscard]] std::span<const Rule> mesh_rules();
[[nodiscard]] std::span<const Rule> mesh_structured_rules();
[[nodiscard]] std::span<const Rule> interfaces_rules();
[[nodiscard]] std::span<const Rule> boundary_rules();
[[nodiscard]] std::span<const Rule> boundary_structured_rules();
[[nodiscard]] std::span<const Rule> values_rules();
[[nodiscard]] std::span<const Rule> set_rules();

// The parts of tree_rules().

/// T01 names and labels, T02 values, T03 root and bases, T04 zones, T05 sections.
[[nodiscard]] std::span<const Rule> structure_rules();
/// T06 points and locations, T07 array extents, T08 interfaces.
[[nodiscard]] std::span<const Rule> extent_rules();
/// T09 families, T10 time steps, T11 quantities, T12 physics.
[[nodiscard]] std::span<const Rule> meaning_rules();

}  // namespace pcgns::cgns
