// judge_set.hpp: what is wrong with the files of many ranks as one mesh (rules S).
#pragma once

#include <cstdint>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/check/findings.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::check {

/// Adds what files of a set do not have in common, as their trees tell: how many steps there are.
void check_set(const tree::InputSet& inputs, Findings& findings);

/// Adds why files could not be put together, and what their steps may have to do with it. @pre `error` is an
/// Error{input}.
void judge_refusal(const Error& error, const tree::InputSet& inputs, Findings& findings);

/// Adds that parts differ at `differing` points which they share, by at most `largest`, in the array `where`.
void judge_shared(std::int64_t differing, double largest, const std::string& where, Findings& findings);

}  // namespace pcgns::check
