// conversion.hpp: the format that the options ask for, of what was read.
#pragma once

#include <vector>

#include "common/report.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/restripe/convert.hpp"

namespace pcgns::restripe {

/// Gives the tree and the arrays of `inputs` that format; arrays are converted when they are read. Gives
/// those of which something may be lost. Throws Error on every rank if that cannot be. @note Collective.
[[nodiscard]] std::vector<restripe::Rounded> convert(par::Session& session, const Options& options,
                                                     cgns::InputSet& inputs);

/// Tells what was lost, of all that was read since the last call. @note Collective.
void tell_rounding(par::Session& session, const std::vector<restripe::Rounded>& rounded,
                   tool::Report& report);

}  // namespace pcgns::restripe
