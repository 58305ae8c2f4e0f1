// info_report.hpp: what pcgns-verify info says.
#pragma once

#include "common/report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/verify/info/info.hpp"

namespace pcgns::tool {

/// As text of at most 80 columns, and as a JSON document. @pre This is rank 0.
[[nodiscard]] Report info_report(const verify::info::Report& info, const InfoOptions& options);

}  // namespace pcgns::tool
