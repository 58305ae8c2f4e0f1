// repartition.hpp: the restart files of a mesh for another number of ranks.
//
// The inputs are taken as a file set (pcgns/fileset/fileset.hpp): whole zones, whichever way they were cut.
// Their cells are assigned to the parts of a partition (pcgns/partition/partition.hpp). Each part becomes a
// file, or all of them become one. The outputs appear under their names complete, synced and checked, or none
// of them does; they are the same bytes for any number of ranks.
//
//   par::Session session({.program = "solver-pre"});
//   const auto report = repartition::run(session, {.inputs = {.names = {"out_%04d.cgns"}},
//                                                  .partition = {.partitions = 384},
//                                                  .output = {.output = "restart_%04d.cgns"}});
//   // report.quality.max_over_mean, report.written->bytes_moved, …
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/partition/forecast.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/plan/memory_needs.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::repartition {

struct Request {
  fileset::Request inputs = {};  ///< Files, partition metadata, what may be missing.
  fileset::MergeRequest select =
      {};  ///< Time steps, zones and fields. MergeRequest::output follows from `output`.
  partition::Request partition;  ///< Request::plan is read from its `plan_file`, if that is given.
  /// Method::file: the field with the rank of each cell, "Solution/Field" or an array of any node.
  std::string field = {};
  std::string given_map =
      {};  ///< Method::file: a cell map of an earlier run, which takes the place of `field`.
  std::string weights = {};  ///< Field whose sum per part is balanced; empty: cells are counted.
  std::string targets = {};  ///< Relative speeds of the ranks: "1,1,2", or "@FILE" with them; empty: equal.
  partition::Order order = partition::Order::keep;
  bool full_numbering = false;        ///< Store the global numbers of all points of structured zones.
  bool keep_digest = true;            ///< Store the digest of the whole mesh in the parts.
  publish::StageOptions output = {};  ///< Name or number pattern, overwrite, resume, check.
  publish::MachineRequest machine = {};
  std::string map = {};  ///< File that gets the rank of each cell of the unstructured zones; empty: none.
  /// With `dry_run`: file that gets the mesh with the part of each cell; empty: none.
  std::string preview = {};
  bool dry_run =
      false;  ///< No part is written, only `map`, `preview` and `drawing`: the report says what would be.
  std::string drawing = {};   ///< With `dry_run`: FILE.svg for a figure, or FILE.vtu for the boxes of
                              ///< structured zones; empty: none.
  bool single_file = false;   ///< All parts in one file: pieces become its zones.
  bool lists_pieces = false;  ///< With `dry_run`: the forecast has every piece.
  bool strict = false;        ///< What cannot be carried over is an error.
  /// Reads the trees of inputs, and must outlive the job. Null: a damaged file may crash this process.
  file::Guard* guard = nullptr;
};

/// Throws Error{usage} unless `request.output` names one file for each of so many parts, or
/// `request.single_file` asks for one for all.
void require_names(const Request& request, std::int64_t parts);

/// What was done, or with `dry_run` would be: sizes in bytes, times in seconds.
struct Report {
  std::int64_t partitions = 0;
  std::int64_t structured_zones = 0;
  std::int64_t unstructured_zones = 0;
  std::int64_t pieces = 0;
  partition::Quality quality;
  std::optional<double>
      most_over_target;  ///< Largest load of a rank over its target, with weights or targets.
  std::optional<partition::Forecast> forecast;  ///< On rank 0, with `dry_run`.
  struct Written {
    std::int64_t files = 0;
    std::int64_t bytes_moved = 0;
    std::int64_t bytes_cloned = 0;  ///< Those of them that were not copied.
    std::int64_t bytes_before = 0;  ///< Of the files, by the run that was resumed.
    bool was_complete = false;      ///< An earlier run had published all files.
  };
  std::optional<Written> written;  ///< Nothing with `dry_run`.
  std::string digest = {};         ///< Of the whole mesh, if it is stored or checked.
  struct Seconds {
    double reading = 0;
    double planning = 0;
    double laying_out = 0;  ///< This and what follows: not with `dry_run`.
    double moving = 0;
    double syncing = 0;
    double checking = 0;
    double publishing = 0;
    double total = 0;
  };
  Seconds seconds;
  plan::MemoryNeeds needs = {};  ///< Told before the cells were assigned.
  /// What was reported of the content. Particles and differing copies of points are not examined
  /// with `dry_run`.
  std::vector<plan::Note> notes = {};
};

/// Partitions `request.inputs` anew and writes the parts.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped, then nothing was published; or
/// of kind in_place, then everything was, but a later step failed.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::repartition
