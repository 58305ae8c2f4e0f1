// style.hpp: names pieces, interfaces and files, and adds partition metadata, in the style of other programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

/// "Zone.P3.N0"
[[nodiscard]] std::string maia_name(const std::string& zone, std::int64_t rank, int number);

/// The names of all structured pieces, by index: unique, at most 32 characters each. In the last two styles a
/// zone in one piece keeps its name.
[[nodiscard]] std::vector<std::string> piece_names(const Mesh& mesh);

/// Sets DistributedZone::names. @pre The pieces are numbered.
void name_unstructured_pieces(Mesh& mesh);

/// The name of the `number`-th interface between a piece and the piece `donor` of the same zone.
[[nodiscard]] std::string cut_interface_name(const Mesh& mesh, const StructuredPiece& piece,
                                             const StructuredPiece& donor, std::size_t number);

/// The name of piece `number` of `count` of the interface `name` of `zone`; no other node
/// beside the interfaces of `zone`, and no piece of another one, has that name.
[[nodiscard]] std::string piece_name(const Mesh& mesh, const cgns::Node& zone, const std::string& name,
                                     std::size_t number, std::size_t count);

/// "name.2", or another name if a node beside the interfaces of `zone` has this one; at most as long as a
/// name may be.
[[nodiscard]] std::string piece_name(const cgns::Node& zone, const std::string& name, std::int64_t number);

/// Adds GridConnectivityDonorName to a piece of an interface that had `original`, and the name in it where
/// `opposite` does not tell it.
void add_opposite_name(FileBuilder& file, const cgns::Node& original, const std::string& opposite,
                       cgns::Node& piece);

/// Adds to `piece` the name that `interface` has in the whole zone, and the nodes of `interface` that have
/// the name of such metadata.
void add_interface_name(FileBuilder& file, const cgns::Node& interface, cgns::Node& piece);

/// What the metadata of a base record of the zone of that name: a node with another name, and with
/// OriginalName, if one of their `fixed` nodes has it.
[[nodiscard]] cgns::Node zone_record(const cgns::Node& fixed, const cgns::Node& base,
                                     const std::string& zone);

/// True for nodes of an interface that its pieces do not have as they are: metadata of an earlier partition,
/// and what add_interface_name() adds.
[[nodiscard]] bool is_left_out_of_pieces(const cgns::Node& node);

/// True for styles in which an interface names its opposite.
[[nodiscard]] bool names_opposites(Style style);

/// Adds further metadata for readers of the style and for pcgns-merge. `numbering` is :CGNS#GlobalNumbering.
void add_style_metadata(const Mesh& mesh, const StructuredPiece& piece, cgns::Node& zone,
                        cgns::Node& numbering);

}  // namespace pcgns::partition
