// write_output.hpp: one planned output, from its plan to a file to which only its name is left to be given.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

/// An output whose plan is made.
struct PlannedOutput {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  plan::Machine machine;
  StageOptions stage;
  /// With Check::full: compares the content of the staged file with the plan, and gives its digest, or
  /// throws.
  /// @note Collective.
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
[[nodiscard]] Summary summary_of(const PlannedOutput& planned, int ranks);

/// What was done.
struct WrittenOutput {
  bool was_complete = false;  ///< An interrupted run had published it: nothing was done, nor measured.
  std::int64_t bytes_moved = 0;
  bool has_shared_points = false;     ///< Then `shared` counts.
  io::SharedDifferences shared = {};  ///< Of values that parts have for the same points.
  bool is_striped = false;            ///< Then `striping` is what the file system's tool says of it.
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

struct StagedOutput {
  std::unique_ptr<StagedFile> file;  ///< Refers to the plan and the inputs. `publish` is left to be called.
  WrittenOutput written;
};

/// Stages, writes, syncs and checks an output. `timer` measures the phases, from its last lap on. Throws the
/// same Error on every rank; then nothing is published. @note Collective.
[[nodiscard]] StagedOutput write_output(par::Session& session, const PlannedOutput& planned, Timer& timer,
                                        const Listener& listener = {});

}  // namespace pcgns::publish
