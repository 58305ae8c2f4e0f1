// style.hpp: names parts, interfaces and files, and adds partition metadata, in the style of other programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

/// The names of all parts, by index: unique, at most 32 characters each. In the last two styles a zone in one
/// part keeps its name.
[[nodiscard]] std::vector<std::string> part_names(const Mesh& mesh);

/// The name of the `number`-th interface between a part and the part `donor` of the same zone.
[[nodiscard]] std::string cut_interface_name(const Mesh& mesh, const Part& part, const Part& donor,
                                             std::size_t number);

/// The name of piece `number` of `count` of the interface `name`.
[[nodiscard]] std::string piece_name(const Mesh& mesh, const std::string& name, std::size_t number,
                                     std::size_t count);

/// True for styles in which an interface names its opposite.
[[nodiscard]] bool names_opposites(Style style);

/// Adds further metadata for readers of the style and for pcgns-merge. `numbering` is :CGNS#GlobalNumbering.
void add_style_metadata(const Mesh& mesh, const Part& part, cgns::Node& zone, cgns::Node& numbering);

}  // namespace pcgns::partition
