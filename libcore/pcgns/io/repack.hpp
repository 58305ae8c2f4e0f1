// repack.hpp: writes arrays into chunks, or out of chunks into contiguous arrays.
//
// An array is divided into units of adjacent chunks. In each round every rank reads one unit and filters its
// chunks. Only then are the sizes known: the ranks exchange them, place the chunks of the round in array
// order, and write. So the file does not depend on the number of ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// @pre Each repacked array is filled by exactly one transfer, as a whole.
struct RepackTask {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  plan::Machine machine = {};
  std::vector<cgns::ChunkTable> done = {};  ///< As Packed::tables: chunks that an earlier run wrote.
  bool keep_hashes = false;                 ///< For --check full.
  bool check_copies = true;                 ///< Whether chunks that are copied as they are decode.
};

/// Hash of the values of a unit, taken when they left the source.
struct UnitHash {
  std::int64_t unit = 0;
  Fingerprint hash;
};

/// The chunks of all chunked targets.
struct Packed {
  std::vector<cgns::ChunkTable> tables;  ///< By target; empty for contiguous ones.
  Range bytes;                           ///< Of the file, from the first chunk to the last.
  std::vector<std::int64_t> taken_over;  ///< By target: number of chunks kept from the earlier run.
  std::vector<UnitHash> hashes;          ///< Of this rank, if requested.
};

/// Writes the chunks of all chunked targets, from byte `begin` of the file on. The chunks of an array are
/// contiguous; the first one is aligned to Machine::alignment. The result is the same on all ranks, except
/// for the hashes. Throws the same Error on every rank if any rank fails, and Error{stopped} after a
/// checkpoint if a stop was requested. @note Collective.
[[nodiscard]] Packed pack(par::Session& session, const RepackTask& task, std::int64_t begin, Sink& sink,
                          const Hooks& hooks = {});

/// By target: true if it is contiguous and any rank can read the chunks of its source; `unpack` writes it.
[[nodiscard]] std::vector<bool> unpacked(const plan::Plan& plan, const cgns::InputSet& inputs);

/// Writes the values of the targets in `unpacked`. `offsets`: as Task::offsets. Returns this rank's hashes,
/// if requested. There are no checkpoints. Throws the same Error on every rank if any rank fails.
/// @note Collective.
std::vector<UnitHash> unpack(par::Session& session, const RepackTask& task,
                             std::span<const std::int64_t> offsets, Sink& sink, const Hooks& hooks = {});

/// Location of the repacked values in the file `path`, for reading back.
struct Written {
  const std::string& path;
  std::span<const std::int64_t> offsets;
  const Packed& packed;
  std::vector<UnitHash> unpacked;
};

/// Reads values back on another rank than their writer, and compares them with its hashes. Throws Error{io}
/// on every rank if a value differs from the inputs. @note Collective.
void check_repacked(par::Session& session, const RepackTask& task, const Written& written);

/// Compression ratio (stored bytes over value bytes) of evenly spread sample units; empty if no target has
/// filters. Throws the same Error on every rank if any rank fails. @note Collective.
[[nodiscard]] std::optional<double> sampled_ratio(par::Session& session, const RepackTask& task);

}  // namespace pcgns::io
