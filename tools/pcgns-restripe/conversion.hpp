// conversion.hpp: the format that the options ask for, of what was read.
#pragma once

#include <vector>

#include "common/run.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/convert.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::restripe {

/// Gives the tree and the arrays of `inputs` that format; arrays are converted when they are read. Gives
/// those of which something may be lost. Throws Error on every rank if that cannot be. @note Collective.
[[nodiscard]] std::vector<plan::Rounded> convert(par::Session& session, const Options& options,
                                                 tree::InputSet& inputs);

/// Tells what was lost, of all that was read since the last call. @note Collective.
void tell_rounding(par::Session& session, const std::vector<plan::Rounded>& rounded, tool::Report& report);

}  // namespace pcgns::restripe
