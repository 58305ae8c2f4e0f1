// cloning.hpp: bytes of an output that need not be copied, because it can share blocks of the device with an
// input.
//
// File systems with shared extents (XFS, Btrfs) can make a range of one file refer to the blocks of another
// (FICLONERANGE): whole blocks, at offsets that are equal modulo the block size in both files. Contiguous
// arrays qualify where the layout of the output gives them such an offset.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// Whole blocks of an output that an input has as they are.
struct CloneRun {
  Range bytes;            ///< Of the output.
  int source = 0;         ///< Index into InputSet::arrays.
  std::int64_t from = 0;  ///< Byte offset in the file of `source`.
};

/// By target: what the offset of an array must be modulo `block` so that most of its bytes can be cloned; -1
/// if none can. Only files in `clonable`, by index into InputSet::files, count. @pre `block` is a power of
/// two.
[[nodiscard]] std::vector<std::int64_t> clone_residues(const plan::Plan& plan, const cgns::InputSet& inputs,
                                                       const std::vector<bool>& clonable, std::int64_t block);

/// The runs of an output with arrays at `offsets`, ascending and disjoint, without the bytes in `done`.
/// Values that pieces share are no part of them: they are compared, which takes reading them.
/// @pre `done` is sorted and disjoint, as pcgns::united returns it.
[[nodiscard]] std::vector<CloneRun> clone_runs(const plan::Plan& plan, const cgns::InputSet& inputs,
                                               std::span<const std::int64_t> offsets, std::int64_t block,
                                               const std::vector<Range>& done);

struct Cloned {
  std::vector<Range> ranges;    ///< What all ranks have cloned; sorted and disjoint.
  std::vector<RunHash> hashes;  ///< Of what this rank has cloned, if requested.
  std::string refusal = {};     ///< Why the system has not cloned a run; empty if it has cloned all.
};

/// Clones what the system lets; the rest is for `execute`. Throws the same Error on every rank if an input
/// cannot be opened or read. @note Collective.
[[nodiscard]] Cloned clone(par::Session& session, const cgns::InputSet& inputs,
                           std::span<const CloneRun> runs, Sink& sink, Budget memory, bool keep_hashes);

}  // namespace pcgns::io
