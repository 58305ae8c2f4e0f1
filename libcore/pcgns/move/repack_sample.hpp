// repack_sample.hpp: how much filters save, before they are used.
#pragma once

#include <optional>

#include "pcgns/move/repack.hpp"

namespace pcgns::move {

/// Stored bytes by bytes of values, of some units that lie evenly among all that are to be packed; nothing if
/// no target has filters. Throws the same Error on every rank if any rank fails. @note Collective.
[[nodiscard]] std::optional<double> sampled_ratio(par::Session& session, const RepackTask& task);

}  // namespace pcgns::move
