// digest_report.hpp: what pcgns-verify digest says.
#pragma once

#include "common/report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/digest/digest.hpp"

namespace pcgns::tool {

/// Adds a mesh: its changes if it was compared with a manifest, its digest otherwise. @pre This is rank 0.
void describe(const digest::Report& digested, const DigestOptions& options, Report& report);

}  // namespace pcgns::tool
