// hints.hpp: I/O settings of a file from MPI_Info and the environment.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "pcgns/plan/readers.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/queue/queue.hpp"

namespace pcgns::capi {

struct Hints {
  queue::QueueOptions queue = {};
  bool sync = false;                            ///< cgp_close makes data durable.
  std::optional<double> shared_tolerance = {};  ///< fileset::Request::shared_tolerance
  plan::ReaderLimits readers = {};              ///< Of a file set.
  publish::Stripes stripes = {};                ///< Of a new file, if its file system has any; 0: its own.
};

/// Rank 0's settings, for all ranks. Keys: `pcgns_buffer`, `pcgns_alignment`, `pcgns_owners_per_node`,
/// `pcgns_relay`, `pcgns_direct`, `pcgns_sync`, `pcgns_shared_tolerance`, `pcgns_readers`,
/// `pcgns_readers_per_node`; environment variables (PCGNS_BUFFER and so on) take precedence. Also accepted:
/// `cb_buffer_size`, `striping_unit`. Default alignment: stripe size of the file system of `folder`. What no
/// key sets is as the wisdom says that is kept for queues (key `pcgns_wisdom`, the file `wisdom`, or
/// PCGNS_WISDOM, which must be usable; or else what publish::find_wisdom finds), its alignment and stripes
/// only if `pcgns_wisdom_layout` is 1. Throws Error on every rank for an invalid value. @note Collective.
[[nodiscard]] Hints hints_of(MPI_Comm comm, MPI_Info info, const std::string& folder,
                             const std::string& wisdom);

/// The assembly file (pcgns-assembly(5)) of a file set: key `pcgns_assembly`, or PCGNS_ASSEMBLY, which takes
/// precedence; empty: none. Rank 0's. @note Collective.
[[nodiscard]] std::string assembly_of(MPI_Comm comm, MPI_Info info);

}  // namespace pcgns::capi
