// effect.hpp: options that were given, but that a measurement does not heed.
#pragma once

#include <string>
#include <vector>

#include "pcgns-bench/options.hpp"

namespace pcgns::bench {

/// A sentence for each option that changes nothing.
[[nodiscard]] std::vector<std::string> without_effect(const Options& options);
[[nodiscard]] std::vector<std::string> without_effect(const TuneOptions& options);

/// Throws Error{usage} for several values of an option of which the scenario takes one.
void require_single_values(const Options& options);

}  // namespace pcgns::bench
