// uncut.hpp: keeps interfaces and regions that cannot be cut whole beside the pieces, for pcgns-merge.
#pragma once

#include <string>
#include <vector>

#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::partition {

/// Why an interface of an unstructured zone cannot be cut; empty if it can, or if it is invalid.
[[nodiscard]] std::string why_uncut(const Mesh& mesh, const DistributedZone& zone,
                                    const cgns::Node& interface);

/// Why an interface is left out where `has_points_below` is true.
inline constexpr const char* has_inner_points = "has points of its own in a node below";

/// Why an OversetHoles_t of an unstructured zone cannot be cut; empty if it can.
[[nodiscard]] std::string why_uncut_holes(const cgns::Node& holes);

/// True if a node below `node`, which a merge would not look at, has a point list or range of its own, or a
/// location and arrays that may have values there.
[[nodiscard]] bool has_points_below(const cgns::Node& node);

/// True for a list, and for a node with lists or values of points, cells or elements, its own or further
/// below, that is not cut with an unstructured zone: a merge neither places nor compares them.
[[nodiscard]] bool has_values(const cgns::Node& node);
/// True if a node below `node`, which is cut, has such lists or values, and is not cut with it.
[[nodiscard]] bool has_values_below(const cgns::Node& node);

/// Why a node is refused where `has_values_below` is true.
inline constexpr const char* has_values_of_its_own =
    "has a node with lists or fields of its own, which cannot be split";

/// Why a node of a zone, such as user data, is therefore not cut; empty if it is cut, or copied.
[[nodiscard]] std::string why_kept_whole(const cgns::Node& node, bool is_structured);
[[nodiscard]] bool is_kept_whole(const cgns::Node& node, bool is_structured);

/// A node of a ZoneBC_t or ZoneGridConnectivity_t with points that can be neither cut nor left out: they are
/// its own or further below, and it is neither a BC_t nor an interface. Null if there is none.
[[nodiscard]] const cgns::Node* points_beside(const cgns::Node& container);
/// The same with lists or fields as has_values_below() finds them.
[[nodiscard]] const cgns::Node* values_beside(const cgns::Node& container);

/// Why a node is refused where `has_points_below` is true.
inline constexpr const char* has_points_of_its_own =
    "has a node with points of its own, which cannot be split";

/// Why `beside`, which is in `container` and is a list or range, or has one, is refused.
[[nodiscard]] std::string why_not_beside(const cgns::Node& container, const cgns::Node& beside);

/// True for a ZoneSubRegion_t on the points of an interface. Several pieces of an interface may be in one
/// part, and a region can refer to one only.
[[nodiscard]] bool is_on_interface(const cgns::Node& node);

/// Adds the nodes of `zone` that cannot be cut to its partition `metadata`
/// (fileset/plan/conventions/own_metadata.hpp), and notes a loss. @pre `zone` is partitioned.
void add_uncut(const Mesh& mesh, const cgns::Node& zone, FileBuilder& file, cgns::Node& metadata,
               plan::Notes& notes);

/// The record in the partition metadata of a part of which arrays were copied whole although they have its
/// extents; in the order of the alphabet, since that of the nodes may be another one where the source has
/// been cut before.
[[nodiscard]] cgns::Node record_of_uncut(std::vector<std::string> paths);

}  // namespace pcgns::partition
