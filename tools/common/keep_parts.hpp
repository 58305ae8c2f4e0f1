// keep_parts.hpp: --keep-zones: a zone for each part, in one file.
#pragma once

#include <cstdint>

#include "common/parts.hpp"

namespace pcgns::tool {

/// Gives zones of one name in several files names of their own, and joins parts where it is known how they
/// fit together. Throws Error on every rank. @note Collective.
[[nodiscard]] Assembly keep_parts(par::Session& session, tree::InputSet& inputs, PartOptions& options,
                                  const plan::MergeRequest& request, std::int64_t memory);

}  // namespace pcgns::tool
