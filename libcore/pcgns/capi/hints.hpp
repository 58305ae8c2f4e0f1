// hints.hpp: how a file is written and read, from MPI_Info and the environment.
#pragma once

#include <mpi.h>

#include <string>

#include "pcgns/move/queue.hpp"

namespace pcgns::capi {

struct Hints {
  move::QueueOptions queue = {};
  bool sync = false;  ///< Data is on the device when cgp_close returns.
};

/// Rank 0's, for all. Keys `pcgns_buffer`, `pcgns_alignment`, `pcgns_owners_per_node`, `pcgns_relay`,
/// `pcgns_direct`, `pcgns_sync`; the environment's PCGNS_BUFFER and so on prevail. Also understood:
/// `cb_buffer_size`, `striping_unit`. Without an alignment: the stripes of the file system of `folder`.
/// Throws Error{usage} on every rank for a value that makes no sense.
/// @note Collective.
[[nodiscard]] Hints hints_of(MPI_Comm comm, MPI_Info info, const std::string& folder);

}  // namespace pcgns::capi
