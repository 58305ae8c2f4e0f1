// judge_set.hpp: checks per-rank files as one mesh (rules S).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::verify::check {

/// Adds differences between the trees of a set's files: the number of time steps.
void check_set(const cgns::InputSet& inputs, cgns::Findings& findings);

/// Adds why the files cannot be merged, and whether differing time steps may be the reason. @pre `error` is
/// an Error{input}.
void judge_refusal(const Error& error, const cgns::InputSet& inputs, cgns::Findings& findings);

/// Adds that parts differ at `differing` shared points, by at most `largest` (nothing: that is not known), in
/// the array `where`; and the sentence on a vertex whose places contradict each other.
void judge_shared(std::int64_t differing, std::optional<double> largest, const std::string& where,
                  const std::optional<std::string>& contradiction, cgns::Findings& findings);

}  // namespace pcgns::verify::check
