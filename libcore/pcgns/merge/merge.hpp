// merge.hpp: one CGNS file out of the files of many ranks.
//
// The inputs are taken as a file set (pcgns/fileset/fileset.hpp): whole zones, whichever way they were cut.
// The output appears under its name complete, synced and checked, or not at all; it is the same bytes for any
// number of ranks.
//
//   par::Session session({.program = "solver-post"});
//   const auto report = merge::run(session, {.inputs = {.names = {"out_%04d.cgns"}},
//                                            .output = {.output = "out.cgns"}});
//   // report.written->bytes_moved, report.summary.zones, …
#pragma once

#include <optional>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/outputs.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::merge {

struct Request {
  fileset::Request inputs = {};       ///< Files, partition metadata, what may be missing.
  fileset::MergeRequest select = {};  ///< Time steps, zones and fields to keep, conflicts, links.
  publish::StageOptions output =
      {};  ///< Name, overwrite, resume, check. MergeRequest::output follows from it.
  publish::MachineRequest machine = {};
  bool dry_run = false;  ///< Nothing is written: the report says what would be.
  bool strict = false;   ///< What cannot be carried over is an error.
  /// Reads the trees of inputs, and must outlive the job. Null: a damaged file may crash this process.
  file::Guard* guard = nullptr;
};

/// What was done, or with `dry_run` would be: sizes in bytes, times in seconds.
struct Report {
  publish::Summary summary;
  std::vector<fileset::MergedZone> zones;         ///< Those that were in pieces.
  std::optional<publish::WrittenOutput> written;  ///< Nothing with `dry_run`.
  struct Seconds {
    double reading = 0;
    double planning = 0;
    double publishing = 0;
    double total = 0;  ///< Not with `dry_run`.
  };
  Seconds seconds;
};

/// Merges `request.inputs` into `request.output`.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped, then nothing was published; or
/// of kind in_place, then everything was, but a later step failed.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::merge
