// restripe.hpp: a copy of each file with the same data in another storage layout.
//
// Stripes, alignment, chunks and compression, links, and the version, width and byte order of values. The
// outputs appear under their names complete, synced and checked, all of them or none; they are the same bytes
// for any number of ranks.
//
//   par::Session session({.program = "solver-post"});
//   const auto report = restripe::run(session, {.inputs = {"out.cgns"},
//                                               .storage = {.layout = {.kind =
//                                               restripe::Layout::Kind::chunked}}, .output = {.output =
//                                               "small.cgns"}});
//   // report.files[0].before.file_bytes, report.files[0].after->file_bytes, …
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/outputs.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/restripe/storage.hpp"

namespace pcgns::restripe {

struct Request {
  std::vector<std::string> inputs;  ///< As fileset::Request::names.
  bool allow_missing = false;       ///< Of a numbered set.
  StorageRequest storage = {};      ///< StorageRequest::output follows from `output`.
  /// Name, overwrite, resume, check. The name is a pattern such as "new_%04d.cgns" for several inputs.
  publish::StageOptions output;
  publish::MachineRequest machine = {};
  bool choose_stripes = false;  ///< Those that `machine` does not give, from file size and ranks.
  bool dry_run = false;         ///< Nothing is written: the report says what would be.
  bool strict = false;          ///< What cannot be carried over is an error.
  /// Reads the trees of inputs, and must outlive the job. Null: a damaged file may crash this process.
  file::Guard* guard = nullptr;
};

/// The largest error of rounded values, and the first value that has it.
struct LargestError {
  double error = 0;
  std::string path = {};  ///< Empty if there is none.
  std::int64_t value = 0;
};

/// What was done for an output, or with `dry_run` would be: sizes in bytes, times in seconds.
struct FileReport {
  std::string input;
  std::string output;
  Storage before = {};
  publish::Summary summary = {};
  /// Compressed over uncompressed size, estimated from a sample: only with `dry_run`, and if there are
  /// filters.
  std::optional<double> estimated_ratio = {};
  std::optional<PlannedStorage> planned = {};          ///< Only with `dry_run`.
  std::optional<publish::WrittenOutput> written = {};  ///< Nothing with `dry_run`, like all that follows.
  std::optional<Storage> after = {};
  struct Rounding {
    LargestError absolute = {};
    LargestError relative = {};
  };
  std::optional<Rounding> rounding = {};  ///< If reals became narrower.
  struct Seconds {
    double reading = 0;
    double planning = 0;
  };
  Seconds seconds = {};
};

struct Report {
  std::vector<FileReport> files;  ///< With Links::split there are several of an input.
  double seconds = 0;
};

/// Copies each of `request.inputs` to the output of its number.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped, then nothing was published; or
/// of kind in_place, then everything was, but a later step failed.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::restripe
