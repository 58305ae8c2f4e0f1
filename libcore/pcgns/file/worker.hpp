// worker.hpp: the process that reads one file, and that may die of it.
#pragma once

#include <sys/types.h>

#include "pcgns/file/progress.hpp"
#include "pcgns/file/walked.hpp"

namespace pcgns::file {

/// Reads the file, and leaves the answer in the file `answers`. Ends with `warden`, if that dies before it.
[[noreturn]] void be_worker(const WalkOrder& order, pid_t warden, int answers, Progress& progress);

/// What a worker does, without the process around it: walks the file, and reads to the last byte what only
/// HDF5 can read. Throws Error.
[[nodiscard]] Walked walk_first(const WalkOrder& order, Progress& progress);

}  // namespace pcgns::file
