// outputs.hpp: output files that appear together, complete and checked, or not at all.
//
// Each is staged as `.<name>.pcgns-part` in the folder of its output, and renamed after all of them are
// written, synced and checked. A journal `.<name>.pcgns-journal` beside each records what an interrupted run
// has written, so that another one can continue, on any number of ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Files that are written together, by a single move: one, or many small ones.
struct PlannedOutputs {
  std::span<const std::string> names;
  std::span<const plan::Plan> plans;  ///< One for each name, the same on every rank.
  const cgns::InputSet& inputs;
  plan::Machine machine;
  Striping striping = {};  ///< If the file system supports stripes.
  /// Writes Plan::direct of plan::joined to a sink, and returns the hashes of what this rank wrote; may be
  /// empty if there is none. @note Collective.
  std::function<std::vector<io::RunHash>(const io::Task& task, io::Sink& sink,
                                         const std::function<void(std::int64_t bytes)>& progress)>
      fill = {};
  /// With Check::full: compares the content of the first file with its plan, and returns its digest, or
  /// throws. May be empty. @note Collective.
  std::function<std::string(const std::string& path)> check_content = {};
};

/// What is known of an output before it is written.
struct Summary {
  std::int64_t inputs = 0;  ///< Files.
  std::int64_t bases = 0;
  std::int64_t zones = 0;
  std::int64_t nodes = 0;
  std::int64_t arrays = 0;  ///< That move; the others travel with the tree.
  std::int64_t bytes = 0;   ///< Of their values.
  int ranks = 0;
  std::int64_t rounds = 0;
  std::int64_t bytes_per_round = 0;  ///< Of a rank.
  std::int64_t memory_per_rank = 0;  ///< Bytes, at most.
  std::int64_t alignment = 0;        ///< Of arrays in the file, in bytes.
  std::vector<plan::Note> notes = {};
};
[[nodiscard]] Summary summary_of(const plan::Plan& plan, const cgns::InputSet& inputs,
                                 const plan::Machine& machine);

/// What was done.
struct WrittenOutput {
  bool was_complete = false;      ///< An earlier run had published it: nothing was written.
  std::int64_t bytes_before = 0;  ///< Of the files: written by the run that was resumed.
  std::int64_t bytes_moved = 0;
  std::int64_t bytes_cloned = 0;       ///< Of them, not copied: the output shares blocks with inputs.
  bool has_shared_points = false;      ///< Then `shared` counts.
  io::SharedSummary shared = {};       ///< Of values that parts have for the same points.
  std::vector<plan::Note> notes = {};  ///< Told while writing.
  bool is_striped = false;             ///< Then `striping` is what the file system's tool says of it.
  std::string striping = {};
  std::string digest = {};  ///< 32 digits, with Check::full of an output without links.
  struct Seconds {
    double laying_out = 0;
    double moving = 0;
    double syncing = 0;
    double checking = 0;
    double so_far = 0;  ///< Since the timer began.
  };
  Seconds seconds = {};
};

class Outputs {
 public:
  /// StageOptions::output only names the outputs in messages. @pre `preflight` was successful.
  Outputs(par::Session& session, StageOptions options, const Listener& listener = {});
  /// Removes the incomplete staged files of this rank, unless they are to be kept; warns if it cannot. Local.
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Stages, writes, syncs and checks the next files, or continues with those of an interrupted run; adds
  /// what was done to `written`. `timer` measures the phases, from its last lap on. Throws the same Error on
  /// every rank; then nothing is published. @note Collective.
  void write(const PlannedOutputs& planned, WrittenOutput& written, Timer& timer,
             const Listener& listener = {});

  /// With Check::full: throws Error{usage} on every rank if `write` has found an output that an interrupted
  /// run has published, and of which nothing tells that its values have been checked. Not needed where the
  /// caller checks the values of all outputs.
  void require_checked() const;

  /// The staged path of each file, or its final path if an earlier run has published it.
  [[nodiscard]] std::vector<std::string> paths() const;

  /// Renames all files to their final names, in order: all or, on failure, none. Unless files may be
  /// overwritten, fails where one exists, even if it was created meanwhile. Throws Error{in_place} if the
  /// files have their names, but something after that fails. @note Collective.
  void publish();

 private:
  friend class Group;
  struct Staged;

  void rename(const std::string& step);

  par::Session& session_;
  const StageOptions options_;
  std::unique_ptr<Staged> staged_;
};

}  // namespace pcgns::publish
