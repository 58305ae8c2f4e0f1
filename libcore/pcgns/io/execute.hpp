// execute.hpp: moves the values of a plan into the output file, in rounds.
//
// The output file is divided into file blocks (FileBlocks). In a round every aggregator fills one block in
// memory, mostly by reading the inputs itself, and writes it. Values that need HDF5 are read by the rank that
// walked the file and sent to the aggregator. Ranks agree on failures and stop requests once per round, so
// that all end in the same round.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// What to move, and what is already in place.
struct Task {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  /// Byte offset in the output file of each of Plan::targets; negative: not moved.
  std::span<const std::int64_t> offsets;
  std::int64_t end = 0;            ///< Size of the output file in bytes.
  std::vector<Range> done = {};    ///< Byte ranges that an earlier run wrote, and `cloned`.
  std::vector<Range> cloned = {};  ///< Filled by `clone`; sorted and disjoint.
  plan::Machine machine = {};
  bool keep_hashes = false;  ///< For --check full.
  /// If not null: shared by the moves of several tasks with the same inputs.
  KnownNumbers* known = nullptr;
};

/// Hash of the bytes that one rank wrote to a file block, taken when they left the source.
struct FileBlockHash {
  std::int64_t file_block = 0;
  Fingerprint hash;
};

/// Hash of a range of bytes that one rank wrote outside the rounds, taken when they left the source.
struct RunHash {
  Range bytes;  ///< In the output file.
  Fingerprint hash;
};

/// What all ranks have written so far.
struct Checkpoint {
  Range bytes = {};                               ///< Of the output file.
  std::span<const cgns::ChunkTable> chunks = {};  ///< By target, from `pack`: they precede all other bytes.
};

/// Callbacks during a move; any may be empty.
struct Hooks {
  /// On every rank, each round. `bytes`: of values that all ranks have moved in this call, except perhaps in
  /// the last two rounds.
  std::function<void(std::int64_t bytes)> progress = {};
  /// On rank 0: true if a checkpoint is due.
  std::function<bool()> wants_checkpoint = {};
  /// On every rank, in the same round: all ranks have written what `reached` has, which is not yet durable.
  /// @note Collective.
  std::function<void(const Checkpoint& reached)> checkpoint = {};
};

struct Outcome {
  std::int64_t bytes = 0;             ///< Written by all ranks.
  std::vector<FileBlockHash> hashes;  ///< Of this rank, if requested.
  SharedDifferences shared;           ///< Of all ranks, at points that several pieces hold.
};

/// Moves all values. Throws the same Error on every rank if any rank fails, and Error{stopped} after a
/// checkpoint if a stop was requested.
/// @note Collective.
Outcome execute(par::Session& session, const Task& task, Sink& sink, const Hooks& hooks = {});

/// Reads and compares what pieces have for their common points in `targets` (indices into Plan::targets,
/// ascending); of structured zones nothing else is read. Throws as `execute` does. @note Collective.
SharedDifferences compare_shared(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                                 Budget memory, std::span<const int> targets);

/// The same for arrays of structured zones that are not yet in `summaries`, and adds these.
void compare_shared(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                    Budget memory, SharedSummaries& summaries);

/// The content hashes of `arrays`; each array is read by one rank. @note Collective.
[[nodiscard]] std::vector<Fingerprint> hash_arrays(par::Session& session, const cgns::InputSet& inputs,
                                                   const std::vector<int>& arrays, Budget memory);

/// The values of `arrays` on every rank; each array is read by one rank. For small arrays that a plan needs.
/// @note Collective.
[[nodiscard]] std::vector<std::vector<std::byte>> values_of(par::Session& session,
                                                            const cgns::InputSet& inputs,
                                                            const std::vector<int>& arrays, Budget memory);

/// Reads bytes of the output at `offset` back from the device. Throws Error{io}.
using ReadBack = std::function<void(std::int64_t offset, std::span<std::byte> to)>;

/// Reads back from the file `path`, opened on first use; bypasses the page cache if possible.
[[nodiscard]] ReadBack read_back_from(const std::string& path);

/// Reads each file block back on another rank than its writer, and compares it with the writer's hash. Throws
/// Error{io} on every rank if a byte differs; `name` is the output in the message. @note Collective.
void check_written(par::Session& session, const Task& task, const std::string& name, const ReadBack& read,
                   const std::vector<FileBlockHash>& hashes);
/// The same for ranges written before a move.
void check_runs(par::Session& session, const std::string& name, const ReadBack& read,
                const std::vector<RunHash>& hashes);

}  // namespace pcgns::io
