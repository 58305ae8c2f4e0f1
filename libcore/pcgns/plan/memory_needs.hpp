// memory_needs.hpp: what a job holds in memory besides its budget, told before it starts.
#pragma once

#include <cstdint>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/listener.hpp"

namespace pcgns::plan {

/// Bytes per rank.
struct MemoryNeeds {
  std::int64_t trees = 0;
  std::int64_t mesh = 0;  ///< The rank's portion of the distributed mesh, and what is derived from it.

  [[nodiscard]] std::int64_t bytes() const { return trees + mesh; }
};

/// Tells what is needed besides `memory`; only as a detail where that is little.
void tell(const MemoryNeeds& needs, const Budget& memory, const Listener& listener);

}  // namespace pcgns::plan
