// constraints.hpp: packs zones onto ranks within constraints, and explains conflicts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// A zone that cannot be cut into as many pieces as required.
struct Conflict {
  int zone = 0;  ///< Index into Decomposition::zones.
  std::int64_t wanted = 0;
  std::int64_t possible = 0;
};

/// Fills Decomposition::pieces from its zones and partitions; the pieces are unusable if it returns a
/// conflict. `evenly`: makes additional cuts to relieve overloaded ranks.
[[nodiscard]] std::optional<Conflict> pack(Decomposition& decomposition, const Constraints& constraints,
                                           bool evenly);

/// Names the options in conflict, and the nearest numbers of parts and option values that work.
[[nodiscard]] Error conflict_error(const std::vector<ZoneSize>& zones, std::int64_t partitions,
                                   const Constraints& constraints, const Conflict& conflict);

/// A piece that breaks a constraint.
struct Breach {
  std::size_t piece = 0;  ///< Index into Decomposition::pieces.
  std::string why;        ///< Names the zone, the option, and what is possible.
};

/// The first breach in a given decomposition. @pre Every cell is in exactly one piece.
[[nodiscard]] std::optional<Breach> breach_of(const Decomposition& decomposition,
                                              const Constraints& constraints);

}  // namespace pcgns::partition
