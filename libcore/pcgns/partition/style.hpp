// style.hpp: how parts, their joins and their files are named and marked: as other programs have it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/tree/node.hpp"

namespace pcgns::partition {

struct Mesh;
struct Part;

enum class Style : std::uint8_t {
  maia,       ///< <zone>.P<rank>.N<number>
  seacas,     ///< <zone>_proc-<rank>: one part of a zone on a rank at most.
  cassiopee,  ///< <zone>.<number>, the process in .Solver#Param
  flat,       ///< <zone>_<number>, and no marks of others
};

/// The names of all parts, by index: at most 32 characters each, none twice. What is cut into one part keeps
/// its name in the last two styles.
[[nodiscard]] std::vector<std::string> part_names(const Mesh& mesh);

/// The name of the `number`-th join of a part, which leads to the part `donor` of its zone.
[[nodiscard]] std::string cut_join_name(const Mesh& mesh, const Part& part, const Part& donor,
                                        std::size_t number);

/// The name of piece `number` of `count` that a part has of the join `name`.
[[nodiscard]] std::string piece_name(const Mesh& mesh, const std::string& name, std::size_t number,
                                     std::size_t count);

/// True where joins name the one opposite.
[[nodiscard]] bool names_opposites(Style style);

/// What a part has besides, for readers of the style and for pcgns-merge: `numbering` is
/// :CGNS#GlobalNumbering.
void add_style_marks(const Mesh& mesh, const Part& part, tree::Node& zone, tree::Node& numbering);

}  // namespace pcgns::partition
