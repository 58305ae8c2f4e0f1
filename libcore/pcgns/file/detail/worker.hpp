// worker.hpp: the process that reads one file, and may crash.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>

#include "pcgns/file/detail/progress.hpp"
#include "pcgns/file/walked.hpp"

namespace pcgns::file {

/// Reads the file, and writes the answer to the descriptor `answers`. Dies with the process `supervisor`.
[[noreturn]] void be_worker(const WalkOrder& order, pid_t supervisor, int answers, Progress& progress);

/// The worker's task without the process: walks the files, and reads fully what only HDF5 can read. Throws
/// Error. `before_each`: called before each file; what it throws ends the walk.
[[nodiscard]] Walked walk_first(const WalkOrder& order, Progress& progress,
                                const std::function<void()>& before_each = {});

/// The same without HDF5, and so without a process; nothing if only HDF5 can read any of it, or if `order` is
/// an inspection.
[[nodiscard]] std::optional<cgns::InputSet> walk_plain(const WalkOrder& order,
                                                       const std::function<void()>& before_each);

}  // namespace pcgns::file
