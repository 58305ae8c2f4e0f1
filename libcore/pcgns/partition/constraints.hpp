// constraints.hpp: which constraint a partition breaks, and what would keep it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/partition/packer.hpp"

namespace pcgns::partition {

/// Names the options that stand against it, and the nearest numbers of parts and values that do not.
[[nodiscard]] Error conflict_error(const std::vector<ZoneSize>& zones, std::int64_t partitions,
                                   const Constraints& constraints, const Conflict& conflict);

/// A part that is not as constraints have it.
struct Breach {
  std::size_t part = 0;  ///< Index into Decomposition::parts.
  std::string why;       ///< With the zone, the option, and what can be kept.
};

/// The first in a decomposition that somebody else has made; every cell must be in one part.
[[nodiscard]] std::optional<Breach> breach_of(const Decomposition& decomposition,
                                              const Constraints& constraints);

}  // namespace pcgns::partition
