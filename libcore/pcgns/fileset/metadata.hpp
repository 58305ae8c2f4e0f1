// metadata.hpp: the partition metadata nodes of all known writers.
#pragma once

#include <array>
#include <string_view>

#include "pcgns/cgns/input_set.hpp"

namespace pcgns::fileset {

/// True for a node that places a piece in its zone and means nothing in a whole zone.
[[nodiscard]] bool is_metadata(const cgns::Node& node);

/// The same for `node` below `parent`: Cassiopée stores a zone's rank beside solver parameters.
[[nodiscard]] bool is_metadata(const cgns::Node& parent, const cgns::Node& node);

/// Cassiopée's metadata of a piece, beside data of solvers.
inline constexpr std::string_view solver_data_name = ".Solver#ownData";
/// Path of the rank below the zone.
inline constexpr std::string_view cassiopee_rank_path = ".Solver#Param/proc";

/// Removes the node at `path` below `node`, and every UserDefinedData_t that becomes empty.
void remove_metadata(cgns::Node& node, std::string_view path);

/// The metadata of pieces, by all who write it.
inline constexpr std::string_view numbering_name = ":CGNS#GlobalNumbering";
/// Paths of such below a zone, of which a piece has one. Pieces of SEACAS have only names.
inline constexpr std::array<std::string_view, 4> metadata_of_pieces = {
    numbering_name, ".Solver#ownData/source", ".Solver#ownData/loc2glob",
    "ZoneGridConnectivity/CellLoc2Glob"};
/// Global numbers of a point list: the 1-based position of each point in the whole zone's list.
inline constexpr std::string_view index_name = "Index";
/// UserDefinedData_t of a piece: the ranks that own its ghosts.
inline constexpr std::string_view ghosts_name = ":PCGNS#Ghosts";
/// Metadata of a list that pcgns-repartition made from a range: that range (IndexRange_t) in the whole zone.
inline constexpr std::string_view range_node = "PointRange";
/// Descriptor_t below numbering_name of a section: ElementSizeBoundary in the whole zone, where not all
/// elements are boundary elements.
inline constexpr std::string_view boundary_size_node = "ElementSizeBoundary";
/// Planes of a structured piece at sides that are also sides of the zone, written for the zone's interfaces
/// there and not as Rind of the zone. Holds for all containers with Rind at this side.
inline constexpr std::string_view interface_ghosts_node = "JoinGhosts";
/// Descriptor_t below numbering_name: paths from the zone, one on a line, of arrays of user data that were
/// not cut although they have the extents of the piece.
inline constexpr std::string_view uncut_arrays_node = "UncutArrays";
/// Descriptor_t below numbering_name: the zone's name, if it is too long for the name of the piece; also
/// below what own_metadata_name records of a zone.
inline constexpr std::string_view original_name_node = "OriginalName";
/// Descriptor_t below a piece of an interface: the interface's name in the whole zone.
inline constexpr std::string_view interface_name_node = "OriginalName";
/// The same for GridConnectivityDonorName, where it is too long to name a piece.
inline constexpr std::string_view opposite_name_node = "OriginalDonorName";
/// UserDefinedData_t of an interface's piece: the interface's own nodes with one of the two names above.
inline constexpr std::string_view own_nodes_name = ":PCGNS#Own";
/// Descriptor_t below numbering_name: the 0-based rank.
inline constexpr std::string_view rank_node = "Rank";

/// What pcgns-repartition stores below a base; see plan/conventions/own_metadata.hpp.
inline constexpr std::string_view own_metadata_name = ":PCGNS#Partition";
inline constexpr std::string_view source_digest_name = "SourceDigest";
inline constexpr std::string_view uncut_name = "Uncut";
/// Label of this node, and of nodes below it that exist only as the path to what is below them.
inline constexpr std::string_view above_uncut_label = "Uncut_t";
/// Below numbering_name: global numbers of particles, and a Descriptor_t with their total.
inline constexpr std::string_view particle_name = "Particle";
inline constexpr std::string_view particle_count_name = "ParticleSize";
inline constexpr std::string_view node_order_name = "NodeOrder";
inline constexpr std::string_view section_order_name = "SectionOrder";
inline constexpr std::string_view order_of_zone_name = ":Zone";

/// What each rank recorded for itself, below a base of a merged file.
inline constexpr std::string_view per_rank_name = ":PCGNS#PerRank";

/// True for a piece that records the name of its interface: it is not one between pieces.
[[nodiscard]] bool has_original_name(const cgns::Node& interface);

/// The digest of the partitioned content; empty unless all bases record the same one. Throws
/// Error{input} if the metadata of a base are incomplete or differ between files.
[[nodiscard]] std::string source_digest(const cgns::InputSet& inputs);

}  // namespace pcgns::fileset
