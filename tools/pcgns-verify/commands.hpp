// commands.hpp: what pcgns-verify does: each command is a program of its own.
#pragma once

#include "common/program.hpp"
#include "pcgns-verify/options.hpp"

namespace pcgns::tool {

/// `options` must outlive them.
[[nodiscard]] Program program_of(CheckOptions& options);
[[nodiscard]] Program program_of(CompareOptions& options);
[[nodiscard]] Program program_of(DigestOptions& options);
[[nodiscard]] Program program_of(InfoOptions& options);

}  // namespace pcgns::tool
