// guard.hpp: reads untrusted files first in a crash-isolated child process.
//
// HDF5 crashes on one of 60 small files with damaged metadata (1.10.8, measured). On others it may loop or
// exhaust memory. That must not take down an MPI program. So a supervisor process, forked before MPI_Init,
// forks a worker for each order. The worker walks the files, if asked reads fully what only HDF5 can read,
// and returns the trees. What the worker survives is safe for this process.
#pragma once

#include <memory>

#include "pcgns/file/walked.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::file {

class Guard {
 public:
  /// Forks the supervisor: construct before MPI_Init, and before any threads exist. Throws Error{io} on
  /// failure.
  Guard();
  /// Ends the supervisor and waits for it.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  Guard(Guard&&) = delete;
  Guard& operator=(Guard&&) = delete;

  /// Reads the files in a worker. Without order.inspect, throws Error{input} with file and node if one is
  /// damaged, or if reading it crashes or never ends. With order.inspect, throws it only if the file is not
  /// CGNS; all other problems become findings. Throws Error{stopped} on a stop request; no further
  /// walk is possible then. @note Local.
  [[nodiscard]] Walked walk(par::Session& session, const WalkOrder& order);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads the files as Guard::walk does, but in this process, which a damaged file may crash. @note Local.
[[nodiscard]] Walked walk_unguarded(const WalkOrder& order);

}  // namespace pcgns::file
