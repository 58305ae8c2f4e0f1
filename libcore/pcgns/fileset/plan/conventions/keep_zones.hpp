// keep_zones.hpp: keeps pieces as separate zones of one file, with unique names and interfaces between them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/survey.hpp"

namespace pcgns::fileset {

/// Coordinate arrays of zones that share name and size across files. Zones with equal coordinates are the
/// same zone.
[[nodiscard]] std::vector<int> arrays_to_tell_apart(const cgns::InputSet& inputs);

/// Renames different zones of one name to "<zone>.P<rank>.N<i>" and updates the interfaces and tables of
/// their files. `survey` must hold the hashes of `arrays_to_tell_apart`. Each new name is noted. Nodes keep
/// their addresses, so `PieceSet` stays valid. Throws Error{usage} for such zones unless `may_rename`.
void rename_namesakes(cgns::InputSet& inputs, const Survey& survey, bool may_rename, Notes& notes);

/// An interface to create between two pieces of one zone.
struct NewInterface {
  PieceId here;
  PieceId there;
  // Structured: vertex ranges in the numbering of each piece, 0-based and half-open.
  std::array<Range, 3> range = {};
  std::array<Range, 3> donor_range = {};
  // Unstructured: indices into InputSet::arrays; entry i of one array matches entry i of the other.
  std::string location = {};  ///< GridLocation.
  int points = -1;
  int donors = -1;
};

/// True if an interface of any piece leads to another piece of the same zone.
[[nodiscard]] bool has_partition_interfaces(const PieceSet& pieces, int original);

/// Interfaces between pieces with adjacent cells, for all structured zones that have none between their
/// pieces.
[[nodiscard]] std::vector<NewInterface> box_interfaces(const PieceSet& pieces);

/// Vertices, by global number, of unstructured zones that have no interfaces between their pieces.
[[nodiscard]] std::vector<MatchSet> numbered_vertices(const cgns::InputSet& inputs, const PieceSet& pieces);

/// Interfaces at `location` for the entities that two pieces share.
[[nodiscard]] std::vector<NewInterface> matched_interfaces(const std::vector<MatchSet>& sets,
                                                           const std::vector<Matched::Interface>& matched,
                                                           std::string_view location);

/// Adds both halves of each interface, "JN.P<rank>.N<i>.LT.P<rank>.N<i>", to the zones of the pieces and
/// marks them with a Decomp node.
void add_interfaces(cgns::InputSet& inputs, const PieceSet& pieces,
                    const std::vector<NewInterface>& interfaces);

}  // namespace pcgns::fileset
