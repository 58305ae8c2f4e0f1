// guard.hpp: a file is first read by a process that may die of it.
//
// HDF5 crashes on one of 60 small files whose metadata are damaged (1.10.8, measured), and may loop or take
// all memory on others, which must not take an MPI program with it. A warden process, forked before MPI is
// there, forks a worker for each file; the worker walks it, reads to the last byte what only HDF5 can read,
// and gives the tree back. What it has survived, this process will.
#pragma once

#include <memory>

#include "pcgns/file/walked.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::file {

class Guard {
 public:
  /// Forks the warden: call it before MPI_Init, and before there are threads. Throws Error{io} if that cannot
  /// be.
  Guard();
  /// Ends the warden, and waits for its end.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  Guard(Guard&&) = delete;
  Guard& operator=(Guard&&) = delete;

  /// Has the file read. Without order.inspect, throws Error{input} that names file and node where it is
  /// damaged, also where reading it crashed or never ended; with it, only where it is no CGNS file on HDF5 at
  /// all: everything else is found. Throws Error{stopped} if a signal asks to stop meanwhile; no other walk
  /// is possible then. @note Local.
  [[nodiscard]] Walked walk(par::Session& session, const WalkOrder& order);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::file
