// match.hpp: finds out what several parts have, where no numbers say so.
//
// All things lie one behind the other on one line, part by part. Every rank looks at a piece of the line and
// sends for each thing a key (a hash of its coordinates, or of the classes of what it is made of) and its
// place to the rank that owns the key. Things with one key are one, and the lowest place stands for them: its
// place is their class. What has its own class, or none, is new, and is counted through.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/match.hpp"
#include "pcgns/move/scratch_file.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::move {

struct MatchOptions {
  double tolerance = 0;  ///< Vertices not farther apart are one; 0: their coordinates have the same bits.
  bool finds_vertex_borders = false;  ///< Those of surfaces are found in any case.
  std::int64_t memory = 0;            ///< Bytes of this rank, the same on all.
  std::int64_t chunk = 65536;         ///< Things looked at at once.
};

/// Compares the things of `sets`. Their numbers and classes become arrays of `inputs`, in `scratch`. The
/// lists of what two parts share are in memory until they are written: a rank holds those of its share of the
/// parts.
///
/// Throws Error{input}, the same on all ranks and for any number of ranks, that names file, zone and reason,
/// if it cannot be told what is the same.
/// @note Collective.
[[nodiscard]] assemble::Matched match(par::Session& session, tree::InputSet& inputs,
                                      const assemble::PartSet& parts,
                                      const std::vector<assemble::MatchSet>& sets, ScratchFile& scratch,
                                      const MatchOptions& options);

}  // namespace pcgns::move
