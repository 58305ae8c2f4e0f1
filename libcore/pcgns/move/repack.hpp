// repack.hpp: arrays that leave their chunks, or come into some.
//
// An array is cut into units: some chunks that lie side by side. In a round every rank takes one unit, reads
// it, and puts each chunk through the filters. Only then are the sizes known: the ranks tell each other, give
// the chunks of the round their places in the order of the array, and write. So the file does not depend on
// the number of ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/move/sink.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// @pre One transfer brings each array that is repacked, whole.
struct RepackTask {
  const plan::Plan& plan;
  const tree::InputSet& inputs;
  plan::Machine machine = {};
  bool keep_hashes = false;  ///< For --check full.
  /// On every rank, each round: bytes of values that all ranks have repacked in this call.
  std::function<void(std::int64_t)> progress = {};
};

/// What an earlier run has packed, and how this one can be gone on from. All may be empty.
struct PackJournal {
  std::vector<tree::ChunkTable> there = {};  ///< As Packed::tables, as far as it came.
  /// On rank 0: true if it is time for a checkpoint.
  std::function<bool()> wants_checkpoint = {};
  /// On every rank: the chunks in `tables` were written, by all ranks, not yet durable. @note Collective.
  std::function<void(const std::vector<tree::ChunkTable>& tables)> checkpoint = {};
};

/// The hash of the values of a unit, as they left the source.
struct UnitHash {
  std::int64_t unit = 0;
  Fingerprint hash;
};

/// The chunks of all targets that have some.
struct Packed {
  std::vector<tree::ChunkTable> tables;  ///< By target; empty for others.
  Range bytes;                           ///< Of the file, from the first chunk to the last.
  std::vector<std::int64_t> taken_over;  ///< By target: so many chunks were there already.
  std::vector<UnitHash> hashes;          ///< This rank's, if asked for.
};

/// Writes the chunks of all chunked targets, from byte `begin` of the file on. The chunks of an array follow
/// one another; the first begins at a multiple of Machine::alignment. The same on all ranks, but the hashes.
/// Throws the same Error on every rank if any rank fails, and Error{stopped} after a checkpoint if a signal
/// came. @note Collective.
[[nodiscard]] Packed pack(par::Session& session, const RepackTask& task, std::int64_t begin, Sink& sink,
                          const PackJournal& journal = {});

/// True for a target in one piece whose source lies in chunks that any rank can read: `unpack` brings it.
[[nodiscard]] std::vector<bool> unpacked(const plan::Plan& plan, const tree::InputSet& inputs);

/// Writes the values of these targets. `offsets`: as Task::offsets. Gives this rank's hashes, if asked for.
/// Throws the same Error on every rank if any rank fails. @note Collective.
std::vector<UnitHash> unpack(par::Session& session, const RepackTask& task,
                             std::span<const std::int64_t> offsets, Sink& sink);

/// Where the repacked values lie in the file `path`, to be read back.
struct Written {
  const std::string& path;
  std::span<const std::int64_t> offsets;
  const Packed& packed;
  std::vector<UnitHash> unpacked;
};

/// Reads back what another rank has written, and compares it with its hashes. Throws Error{io} on every rank
/// if a value is not what was read from the inputs. @note Collective.
void check_repacked(par::Session& session, const RepackTask& task, const Written& written);

}  // namespace pcgns::move
