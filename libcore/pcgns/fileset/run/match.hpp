// match.hpp: finds entities that several pieces share without global numbers.
//
// All entities form one global line, piece by piece, and each rank reads a range of it. For each entity it
// sends a key and its place to the rank that owns the key. The key is a hash of the coordinates, or of the
// classes of the references. Entities with equal keys are equal; the lowest place represents them and is
// their class. Entities that represent themselves, or match nothing, are new and get consecutive numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

struct MatchOptions {
  double tolerance = 0;  ///< Vertices within this distance are equal; 0: bitwise comparison.
  bool finds_vertex_interfaces =
      false;                   ///< Find interfaces of vertices, too; those of surfaces are always found.
  Budget memory = 0;           ///< Of this rank; the same on all ranks.
  std::int64_t chunk = 65536;  ///< Entities per read.
};

/// Compares the entities of `sets`. Adds their numbers and classes to `inputs` as arrays in `scratch`. The
/// lists of shared entities stay in memory until they are written; each rank holds those of some of the
/// pieces.
///
/// Throws Error{input} naming file, zone and reason if matches are ambiguous; the same on all ranks and for
/// any number of ranks.
/// @note Collective.
[[nodiscard]] Matched match(par::Session& session, cgns::InputSet& inputs, const std::vector<MatchSet>& sets,
                            io::ScratchFile& scratch, const MatchOptions& options);

/// How many vertices the sets of each pair have in common. @note Collective.
[[nodiscard]] std::vector<std::int64_t> count_common(par::Session& session, const cgns::InputSet& inputs,
                                                     const CommonNeeds& needs, io::ScratchFile& scratch,
                                                     const MatchOptions& options);

/// Only the interfaces of sets of surfaces. @note Collective.
[[nodiscard]] std::vector<Matched::Interface> match_surfaces(par::Session& session,
                                                             const cgns::InputSet& inputs,
                                                             const std::vector<MatchSet>& sets,
                                                             io::ScratchFile& scratch,
                                                             const MatchOptions& options);

}  // namespace pcgns::fileset
