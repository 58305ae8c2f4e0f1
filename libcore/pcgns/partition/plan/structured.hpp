// structured.hpp: shared steps of cutting one piece out of a structured zone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::partition {

using cgns::Location;

/// The piece of a zone being built, and its context. `below` denotes a path relative to the zone.
struct PieceJob {
  const Mesh& mesh;
  const StructuredPiece& piece;
  FileBuilder& file;
  plan::Notes& notes;
  /// Planes on each side of the zone that are ghosts from across an interface, in any container so far.
  cgns::Rind interface_ghosts = {};
  /// Arrays of user data that are copied, and could be taken for cut ones: they have the extents of the
  /// piece.
  std::vector<std::string> uncut_arrays = {};
  bool has_cut_interfaces = false;  ///< The containers have the interfaces made by the cut.

  [[nodiscard]] const cgns::Node& zone() const { return *mesh.zones[static_cast<std::size_t>(piece.zone)]; }
  [[nodiscard]] const ZoneSize& size() const {
    return mesh.decomposition.zones[static_cast<std::size_t>(piece.zone)];
  }
  [[nodiscard]] std::size_t dimension() const { return static_cast<std::size_t>(size().dimension); }
  [[nodiscard]] std::string path(std::string_view below) const { return cgns::join(size().path, below); }
  /// An input error at a node of the whole zone.
  [[nodiscard]] Error error(std::string_view below, std::string_view why) const {
    return node_error(path(below), why);
  }
};

/// The points of `cells` at `location`.
[[nodiscard]] Block points_of(const Block& cells, const Location& location, std::size_t dimension);

/// The Zone_t of the piece.
[[nodiscard]] cgns::Node cut_zone(PieceJob& job);

/// The values of the I4 or I8 node at `path`. Throws Error{input} for other types, or if the values were not
/// read.
[[nodiscard]] std::vector<std::int64_t> integers_of(const cgns::Node& node, std::string_view path);

/// Integers of `type`, or of I8 if one is too large for that.
[[nodiscard]] cgns::Node fitting_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                                      const std::vector<std::int64_t>& values,
                                      cgns::DataType type = cgns::DataType::I4);

/// Cuts a BC_t, OversetHoles_t, ZoneSubRegion_t, FlowSolution_t or user data with a point set. Nothing if no
/// point is in the piece.
[[nodiscard]] std::optional<cgns::Node> cut_point_set(PieceJob& job, const cgns::Node& node,
                                                      const std::string& below);
/// Location of faces whose normal the GridLocation does not tell. If they are one plane in several
/// directions, the plane that is a side of the zone counts. If none is, each face belongs to the cell of its
/// indices: so no part gets a face on a cut that it may not have.
[[nodiscard]] Location location_of_faces(const ZoneSize& zone, const Block& faces);
/// True for a range that goes one beyond its location, to the last vertex.
[[nodiscard]] bool means_vertices(const ZoneSize& zone, std::string_view text, const Block& range);
/// Location of the points of `range`; a range of faces that is one plane shows its normal axis,
/// one that means vertices has their location.
[[nodiscard]] Location location_of_range(const ZoneSize& zone, std::string_view text, const Block& range);

/// True for a node with its own point set.
[[nodiscard]] bool has_points(const cgns::Node& node);

/// Why an interface of the zone cannot be cut; empty if it can. `why_uncut_general`: for a
/// GridConnectivity_t.
[[nodiscard]] std::string why_uncut(const PieceJob& job, const cgns::Node& interface,
                                    const std::string& below);
[[nodiscard]] std::string why_uncut_general(const PieceJob& job, const cgns::Node& interface,
                                            const std::string& below);

/// Adds to `interfaces` the pieces of a GridConnectivity_t that the piece has: one node per piece of the
/// donor.
void cut_general_interface(PieceJob& job, const cgns::Node& interface, const std::string& below,
                           cgns::Node& interfaces);

/// A ZoneGridConnectivity_t of the piece; nothing if it is empty. Each one also gets the interfaces made by
/// the cut, because only one of them is valid at a time step.
[[nodiscard]] std::optional<cgns::Node> cut_interfaces(PieceJob& job, const cgns::Node& container);
/// A ZoneGridConnectivity_t with the interfaces made by the cut, unless another one has them.
[[nodiscard]] std::optional<cgns::Node> remaining_interfaces(PieceJob& job, const cgns::Node& piece);

/// The donor of a piece of `interface`: the zone of `donor`, with its base if the interface names it.
[[nodiscard]] std::string donor_name(const Mesh& mesh, const cgns::Node& interface,
                                     const StructuredPiece& donor);

}  // namespace pcgns::partition
