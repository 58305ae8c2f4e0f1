// warden.hpp: the process that starts a worker for each file and sees how it ends.
#pragma once

#include <cstdint>

#include "pcgns/file/progress.hpp"

namespace pcgns::file {

/// What the warden shares with the process that forked it.
struct WardenEnds {
  int socket = -1;   ///< Orders come, and a WorkerEnd goes back for each.
  int answers = -1;  ///< A file in memory, where the worker leaves its answer.
  Progress* progress = nullptr;
};

enum class WorkerFate : std::int32_t {
  answered,
  crashed,    ///< `detail`: the signal, or 0 if it ended without an answer.
  endless,    ///< Killed, because it went on and on without getting on.
  not_begun,  ///< `detail`: errno of fork.
};

struct WorkerEnd {
  WorkerFate fate = WorkerFate::crashed;
  std::int32_t detail = 0;
};

/// Serves orders until the other end of the socket closes.
[[noreturn]] void be_warden(const WardenEnds& ends);

}  // namespace pcgns::file
