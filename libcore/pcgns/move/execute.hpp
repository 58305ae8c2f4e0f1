// execute.hpp: moves the values of a plan into the output file, in rounds.
//
// The output file is cut into domains (plan::Domains). In a round every owner fills one domain in memory,
// mostly by reading the inputs itself, and writes it. What only HDF5 can read is read by the rank that walked
// the file, which sends it to the owner. Failures and requests to stop are settled once a round, so every
// rank ends in the same one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/move/shared_points.hpp"
#include "pcgns/move/sink.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// What to move, and what is there already.
struct Task {
  const plan::Plan& plan;
  const tree::InputSet& inputs;
  /// In the output file, of each of Plan::targets, in bytes; below 0: not moved.
  std::span<const std::int64_t> offsets;
  std::int64_t end = 0;          ///< Bytes of the output file.
  std::vector<Range> done = {};  ///< Bytes of it that an earlier run has written.
  plan::Machine machine = {};
  bool keep_hashes = false;  ///< For --check full.
};

/// The hash of the bytes that one rank has written to one domain, as they left the source.
struct DomainHash {
  std::int64_t domain = 0;
  Fingerprint hash;
};

/// The hash of bytes that one rank has written besides, as they left the source.
struct RunHash {
  Range bytes;  ///< Of the output.
  Fingerprint hash;
};

/// Called in the course of a move.
struct Hooks {
  /// On every rank, each round. `bytes`: written by all ranks, two rounds ago.
  std::function<void(std::int64_t bytes)> progress;
  /// On rank 0: true if it is time for a checkpoint.
  std::function<bool()> wants_checkpoint;
  /// On every rank, in the same round: the bytes `written` of the file were written by all ranks, not yet
  /// durable.
  /// @note Collective.
  std::function<void(Range written)> checkpoint;
};

struct Outcome {
  std::int64_t bytes = 0;          ///< Written by all ranks.
  std::vector<DomainHash> hashes;  ///< This rank's, if asked for.
  SharedDifferences shared;        ///< Found by all ranks, at points that several parts have.
};

/// Throws the same Error on every rank if any rank fails, and Error{stopped} after a checkpoint if a signal
/// came.
/// @note Collective.
Outcome execute(par::Session& session, const Task& task, Sink& sink, const Hooks& hooks);

/// The content hashes of `arrays`, each read by one rank. @note Collective.
[[nodiscard]] std::vector<Fingerprint> hash_arrays(par::Session& session, const tree::InputSet& inputs,
                                                   const std::vector<int>& arrays, std::int64_t memory);

/// The values of `arrays`, on every rank, each read by one: for small arrays that a plan must look at.
/// @note Collective.
[[nodiscard]] std::vector<std::vector<std::byte>> values_of(par::Session& session,
                                                            const tree::InputSet& inputs,
                                                            const std::vector<int>& arrays,
                                                            std::int64_t memory);

/// The first value of each of `arrays`, on every rank, each read by one; 0 of arrays without values.
/// @pre They are I4 or I8.
/// @note Collective.
[[nodiscard]] std::vector<std::int64_t> first_values(par::Session& session, const tree::InputSet& inputs,
                                                     const std::vector<int>& arrays, std::int64_t memory);

/// Bytes of the output, from `offset` on, as they are on the device. Throws Error{io}.
using ReadBack = std::function<void(std::int64_t offset, std::span<std::byte> to)>;

/// The same out of the file `path`, which is opened when it is needed, and out of the page cache where that
/// can be.
[[nodiscard]] ReadBack read_back_from(const std::string& path);

/// Reads the domains back and compares them with the hashes that another rank has kept. Throws Error{io} on
/// every rank if a byte is not what was written; `name` is the output in the message. @note Collective.
void check_written(par::Session& session, const Task& task, const std::string& name, const ReadBack& read,
                   const std::vector<DomainHash>& hashes);
/// The same of runs that were written before a move.
void check_runs(par::Session& session, const std::string& name, const ReadBack& read,
                const std::vector<RunHash>& hashes);
/// Of one file.
void check_written(par::Session& session, const Task& task, const std::string& path,
                   const std::vector<DomainHash>& hashes);

}  // namespace pcgns::move
