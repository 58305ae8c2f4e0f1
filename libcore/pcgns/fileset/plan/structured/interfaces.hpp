// interfaces.hpp: maps interfaces of pieces to interfaces of the original zones.
#pragma once

#include <string>
#include <vector>

#include "pcgns/fileset/plan/structured/zone.hpp"

namespace pcgns::fileset {

/// The donor zone of an interface.
struct Donor {
  PieceId place;                 ///< Invalid if the donor is a whole zone.
  const Piece* piece = nullptr;  ///< Null for a whole zone.
  const Original* original = nullptr;
  std::string name;  ///< Donor name for the output.
};

/// True if the donor, a piece or a whole zone, exists.
[[nodiscard]] bool has_donor(StructuredJob& zone, const PieceNode& interface);

/// Throws Error{input} if the donor does not exist.
[[nodiscard]] Donor donor_of(StructuredJob& zone, const PieceNode& interface, const std::string& below);

/// True for an interface whose points have no donors: Maia leaves them out where zones do not match,
/// Cassiopée has a single one where solvers find them.
[[nodiscard]] bool lacks_donors(const cgns::Node& interface);

/// True for an interface of Cassiopée that finds its donors in any zone. It names the zone that it belonged
/// to at some time during the cut.
[[nodiscard]] bool finds_donors(const Original& original, const cgns::Node& interface);

/// The donor zones of an interface without donors, separated by commas as in the piece, by their names in the
/// whole mesh. Other names stay: Cassiopée also has families there.
[[nodiscard]] std::string donor_names(StructuredJob& zone, const PieceNode& interface);

/// A GridConnectivity1to1_t of a piece. The sign of `transform` orients each axis; `shift` is added:
/// donor point = sign * o[owner axis] + shift for point o of the owner.
struct InterfacePiece {
  PieceNode at;
  Donor donor;
  Block owner;                         ///< Vertices of the original, without ghosts.
  std::array<bool, 3> backwards = {};  ///< The range runs from end to begin.
  std::array<std::int64_t, 3> transform = {1, 2, 3};
  Index3 shift = {};  ///< By donor direction.

  [[nodiscard]] Index3 donor_point(const Index3& point, std::size_t dimension) const;
  [[nodiscard]] bool is_identity() const;
};

/// One interface of the whole zone, made of the pieces that belong to it.
struct WholeInterface {
  std::string name;
  std::vector<InterfacePiece> pieces;
  Block owner;
  std::array<bool, 3> backwards = {};
};

/// Empty if all points are ghosts. Throws Error{input} if the two ranges do not match.
[[nodiscard]] std::optional<InterfacePiece> read_interface(StructuredJob& zone, const PieceNode& interface,
                                                           const std::string& below);

/// Merges pieces into as few interfaces as possible, in order of first occurrence. Names may repeat. Throws
/// Error{input} if pieces that record the same interface, in the container `below`, do not fit together.
[[nodiscard]] std::vector<WholeInterface> grouped_interfaces(const StructuredJob& zone,
                                                             std::vector<InterfacePiece> pieces,
                                                             const std::string& below);

/// Merges a GridConnectivity_t from `nodes`; empty if it was between pieces or cannot be mapped, or if all
/// its points are ghosts.
[[nodiscard]] std::optional<cgns::Node> unite_general_interface(StructuredJob& zone, const PieceNodes& nodes,
                                                                const std::string& name,
                                                                const std::string& below);

/// Notes that the whole zone has the interfaces `nodes` of pieces as `name`.
void add_united(StructuredJob& zone, const PieceNodes& nodes, const std::string& name);

/// True for children that conventions add to interfaces.
[[nodiscard]] bool is_interface_metadata(const cgns::Node& interface, const cgns::Node& node);

/// Adds to `node`, made of `interfaces`, their nodes that have the names of metadata.
void add_own_nodes(StructuredJob& zone, const PieceNodes& interfaces, const std::string& below,
                   cgns::Node& node);

/// Name of the opposite interface before partitioning, from the node of `interface` that names it.
[[nodiscard]] std::string opposite_name(const Donor& donor, const cgns::Node& interface,
                                        const cgns::Node& donor_name);

/// The same, from the nodes of `group` below the pieces of an interface at `below`, with what is below them.
/// Throws Error{input} if writers that record the name contradict each other.
[[nodiscard]] cgns::Node united_opposite(StructuredJob& zone, const PieceGroup& group,
                                         const PieceNodes& interfaces, const std::string& below);

using cgns::unique_name;

}  // namespace pcgns::fileset
