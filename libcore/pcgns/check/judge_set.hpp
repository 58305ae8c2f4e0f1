// judge_set.hpp: what is wrong with the files of many ranks as one mesh (rules S).
#pragma once

#include <cstdint>
#include <string>

#include "pcgns/check/findings.hpp"

namespace pcgns::check {

/// Adds that parts differ at `differing` points which they share, by at most `largest`, in the array `where`.
void judge_shared(std::int64_t differing, double largest, const std::string& where, Findings& findings);

}  // namespace pcgns::check
