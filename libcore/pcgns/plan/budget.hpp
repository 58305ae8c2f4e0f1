// budget.hpp: what a plan costs, known before anything is allocated.
#pragma once

#include <cstdint>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

struct Budget {
  std::int64_t bytes_moved = 0;      ///< Of bulk arrays.
  std::int64_t rounds = 0;           ///< About: the nodes' own bytes are estimated.
  std::int64_t bytes_per_round = 0;  ///< Of one rank.
  std::int64_t peak_bytes_per_rank =
      0;  ///< Buffers and trees; what MPI and HDF5 take for themselves comes on top.
};

[[nodiscard]] Budget budget(const Plan& plan, const tree::InputSet& inputs, const Machine& machine);

}  // namespace pcgns::plan
