// report.hpp: what pcgns-restripe prints.
#pragma once

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/restripe/restripe.hpp"

namespace pcgns::tool {

[[nodiscard]] Report report_of(const restripe::Report& done, const OutputOptions& output, int ranks);

}  // namespace pcgns::tool
