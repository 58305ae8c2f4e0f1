// zone.hpp: types and functions shared by the stages that merge one structured zone.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"
#include "pcgns/plan/blocks.hpp"

namespace pcgns::fileset {

using cgns::is_field_container;
using cgns::is_point_set;
using cgns::Location;
using cgns::parse_location;
using cgns::Rind;
using plan::Block;
using plan::Share;

[[nodiscard]] inline std::size_t dimension_of(const Original& original) {
  return static_cast<std::size_t>(original.dimension);
}

/// State of merging one zone. Paths are in the output; `below` are paths below the zone ("ZoneBC/Wall").
struct StructuredJob {
  StructuredJob(Job& zone_job, const Original& zone_original)
      : job(zone_job), original(zone_original), path(zone_original.path()), per_rank(path) {}

  Job& job;
  const Original& original;
  std::string path;
  PerRank per_rank;
  /// Copies of nodes without what is not merged. They must outlive `per_rank`, which points to them.
  std::deque<cgns::Node> made;
  /// Contribution of each piece to an array, by the location and rind of its values.
  std::map<std::pair<Location, Rind>, std::vector<Share>> decompositions;
  /// Interfaces of pieces that the whole zone has, and those of which it has no points, with their names
  /// there; filled by unite_interfaces.
  std::unordered_map<const cgns::Node*, std::string> united_interfaces;
  /// Whole zones by "Base/Zone"; filled on demand.
  std::unordered_map<std::string, bool> whole_zones;

  [[nodiscard]] const Piece& piece(int index) const { return original.piece(index); }
  [[nodiscard]] std::size_t dimension() const { return dimension_of(original); }
  [[nodiscard]] const std::string& file_of(const PieceNode& at) const {
    return job.merge.path_of(piece(at.piece).file);
  }
  /// "/Base/Zone.P1.N0/ZoneBC/Wall".
  [[nodiscard]] std::string path_in(int piece_index, std::string_view below) const;
  /// Error that names the file of `at` and the node at `below` in its zone.
  [[nodiscard]] Error error(const PieceNode& at, std::string_view below, std::string_view why) const;
};

/// The node at `below`, merged from `nodes` by the rules of fileset::unite, without partition metadata.
[[nodiscard]] std::optional<cgns::Node> unite(StructuredJob& zone, const PieceNodes& nodes,
                                              const std::string& below);

/// The same, where points of user data stay as the pieces have them.
[[nodiscard]] std::optional<cgns::Node> unite_as_is(StructuredJob& zone, const PieceNodes& nodes,
                                                    const std::string& below);

/// The same without children.
[[nodiscard]] cgns::Node unite_alone(StructuredJob& zone, const PieceNodes& nodes, const std::string& below);

/// Throws unless all pieces have the node at `below`.
void require_in_all_pieces(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below);
/// Throws unless all nodes have the label of the first.
void require_one_label(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below);
/// Throws unless all arrays have the same type.
void require_one_type(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below);

/// True for a DataArray_t without values in all pieces: it is united like other nodes.
[[nodiscard]] bool have_no_values(const PieceNodes& arrays);

/// Index of the array with the values of `node`, in the tree or in a file.
[[nodiscard]] int array_of(StructuredJob& zone, const cgns::Node& node);

/// Values of the I4 or I8 node `at`. Throws Error{input} for another type or if the values were not read.
[[nodiscard]] std::vector<std::int64_t> integers_of(const StructuredJob& zone, const PieceNode& at,
                                                    const std::string& below);

/// Integers stored as I4, or as I8 if a value needs it.
struct Integers {
  cgns::DataType type = cgns::DataType::I4;
  std::vector<std::byte> bytes;
};
[[nodiscard]] Integers stored(const std::vector<std::int64_t>& values, cgns::DataType type);

/// Merges GridCoordinates_t, FlowSolution_t and similar containers.
[[nodiscard]] cgns::Node unite_fields(StructuredJob& zone, const PieceNodes& containers,
                                      const std::string& below);
/// Where the arrays of one container have their values.
struct FieldLayout {
  Location location = {};
  std::vector<Rind> rinds;       ///< Of each piece.
  Rind kept = {};                ///< Of the whole zone.
  bool compares_ghosts = false;  ///< With the values of their owners.
};
/// Merges one array; `layout` places the values of each piece.
[[nodiscard]] cgns::Node unite_field(StructuredJob& zone, const PieceNodes& nodes, const FieldLayout& layout,
                                     const std::string& below);

/// Merges UserDefinedData_t: concatenates arrays with a value per vertex or cell, and unites the rest.
[[nodiscard]] std::optional<cgns::Node> unite_user_data(StructuredJob& zone, const PieceNodes& nodes,
                                                        const std::string& below);

/// Merges ZoneBC_t.
[[nodiscard]] cgns::Node unite_boundaries(StructuredJob& zone, const PieceNodes& nodes,
                                          const std::string& below);
/// Merges BC_t, OversetHoles_t, ZoneSubRegion_t or UserDefinedData_t with a PointRange or PointList; empty if
/// all points are ghosts.
[[nodiscard]] std::optional<cgns::Node> unite_point_set(StructuredJob& zone, const PieceNodes& nodes,
                                                        const std::string& below);

/// True if one value holds for all points.
[[nodiscard]] bool is_uniform(const PieceNodes& arrays);
/// True if the arrays are known to be bitwise equal.
[[nodiscard]] bool agree(const StructuredJob& zone, const PieceNodes& arrays);
/// Unites uniform values. If they are not known yet, they are compared when they are moved.
[[nodiscard]] cgns::Node unite_uniform(StructuredJob& zone, const PieceNodes& arrays,
                                       const std::string& below);

[[nodiscard]] bool has_point_set(const PieceNode& at);
/// Throws if some of `nodes` have points, and others have none, but something that would be lost.
void require_points_in_all(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below);

/// Merges ZoneGridConnectivity_t; empty if all interfaces were between pieces.
[[nodiscard]] std::optional<cgns::Node> unite_interfaces(StructuredJob& zone, const PieceNodes& nodes,
                                                         const std::string& below);
/// The name of an interface before partitioning.
[[nodiscard]] std::string original_interface_name(const Original& original, const cgns::Node& interface);

/// The children of pieces that become one node: boundary conditions, if the `containers` are ZoneBC_t.
[[nodiscard]] std::vector<PieceGroup> condition_groups(const Original& original,
                                                       const PieceNodes& containers);

/// True for several arrays with the same extents.
[[nodiscard]] bool have_one_extent(const PieceNodes& arrays);

/// Adds the arrays of pieces of `original` that must be equal: those without a value per vertex, cell or
/// point.
void add_structured_arrays_to_compare(const Original& original, std::vector<int>& arrays);

}  // namespace pcgns::fileset
