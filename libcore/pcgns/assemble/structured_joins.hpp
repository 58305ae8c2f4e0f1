// structured_joins.hpp: joins of parts as joins of the original zones.
#pragma once

#include <string>
#include <vector>

#include "pcgns/assemble/structured.hpp"

namespace pcgns::assemble {

/// The zone that a join leads to.
struct Donor {
  PartSet::Place place;        ///< Of no part: the donor is a whole zone.
  const Part* part = nullptr;  ///< Null for a whole zone.
  const Original* original = nullptr;
  std::string name;  ///< As the output's join names it.
};

/// True if there is a zone that the join leads to, a part or a whole one.
[[nodiscard]] bool has_donor(StructuredJob& zone, const Piece& join);

/// Throws Error{input} if there is no such zone.
[[nodiscard]] Donor donor_of(StructuredJob& zone, const Piece& join, const std::string& below);

/// A GridConnectivity1to1_t of a part: the owner's points o have the donor's points
/// axis_sign * o[owner axis] + shift.
struct JoinPiece {
  Piece piece;
  Donor donor;
  Block owner;                         ///< Vertices of the original, without ghosts.
  std::array<bool, 3> backwards = {};  ///< The range runs from its end to its begin.
  std::array<std::int64_t, 3> transform = {1, 2, 3};
  Index3 shift = {};  ///< By direction of the donor.

  [[nodiscard]] Index3 donor_point(const Index3& point, std::size_t dimension) const;
  [[nodiscard]] bool is_identity() const;
};

/// One join of the whole zone: pieces that belong together.
struct WholeJoin {
  std::string name;
  std::vector<JoinPiece> pieces;
  Block owner;
  std::array<bool, 3> backwards = {};
};

/// Nothing if all of its points are ghosts. Throws Error{input} for ranges that do not go with each other.
[[nodiscard]] std::optional<JoinPiece> read_join(StructuredJob& zone, const Piece& join,
                                                 const std::string& below);

/// Pieces that belong together, as few joins, in the order in which they are seen first. Names may be there
/// twice.
[[nodiscard]] std::vector<WholeJoin> grouped_joins(const StructuredJob& zone, std::vector<JoinPiece> pieces);

/// A GridConnectivity_t put together of `pieces`; nothing if it was between parts, or cannot be mapped.
[[nodiscard]] std::optional<tree::Node> unite_general_join(StructuredJob& zone, const Pieces& pieces,
                                                           const std::string& name, const std::string& below);

/// The children of joins that conventions add.
[[nodiscard]] bool is_join_mark(const tree::Node& node);

/// The name of the opposite join before the zones were cut, by what `join` has for it.
[[nodiscard]] std::string opposite_name(const Donor& donor, const tree::Node& donor_name);

/// "name", or "name.1" and so on, where that is taken in `parent`.
[[nodiscard]] std::string unique_name(const tree::Node& parent, const std::string& name);

}  // namespace pcgns::assemble
