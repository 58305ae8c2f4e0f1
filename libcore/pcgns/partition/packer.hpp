// packer.hpp: zones cut and dealt out to ranks.
#pragma once

#include <optional>

#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// A zone that cannot have the parts that it must have.
struct Conflict {
  int zone = 0;  ///< Index into Decomposition::zones.
  std::int64_t wanted = 0;
  std::int64_t possible = 0;
};

/// Fills Decomposition::parts for its zones and partitions; what it has where there is a conflict is of no
/// use. `evenly`: cuts more where ranks have too much.
[[nodiscard]] std::optional<Conflict> pack(Decomposition& decomposition, const Constraints& constraints,
                                           bool evenly);

}  // namespace pcgns::partition
