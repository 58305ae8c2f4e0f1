// judge_values.hpp: what the numbers of an array say about it (rules V01, V02 and V03).
#pragma once

#include "pcgns/check/arrays.hpp"
#include "pcgns/check/findings.hpp"
#include "pcgns/check/value_stats.hpp"

namespace pcgns::check {

/// Adds what is wrong with `array`, whose values are like `stats`.
void judge_values(const RealArray& array, const ValueStats& stats, const std::string& file,
                  Findings& findings);

/// "(3, 1, 2)" of the value at `place` (0-based) of an array with these extents, 1-based; "3" of a list.
[[nodiscard]] std::string text_of_place(std::int64_t place, const std::vector<std::int64_t>& dims);

}  // namespace pcgns::check
