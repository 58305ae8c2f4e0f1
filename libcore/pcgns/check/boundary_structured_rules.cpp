#include <array>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

namespace {

using enum Severity;

constexpr std::array all = {
    Rule{.code = "B0201",
         .severity = warning,
         .title = "faces of a structured zone have neither boundary condition nor connection",
         .help = "Solvers stop there, or take a condition of their own."},
    Rule{.code = "B0202",
         .severity = warning,
         .title = "faces of a structured zone have two boundary conditions",
         .help = "Which one counts depends on the reader."},
    Rule{.code = "B0203",
         .severity = warning,
         .title = "faces of a structured zone have a boundary condition and a connection",
         .help = "Which one counts depends on the reader."},
    Rule{.code = "B0204",
         .severity = error,
         .title = "a boundary condition is outside its structured zone",
         .help = "Readers read or write beyond the end of arrays."},
    Rule{.code = "B0205",
         .severity = warning,
         .title = "a boundary condition is not on a side of its structured zone",
         .help = "Most solvers have conditions only at the sides."},
    Rule{.code = "B0206",
         .severity = warning,
         .title = "a boundary condition of a structured zone has no face, only a line or a point",
         .help = "It has no effect, unless its type is BCDegenerateLine or BCDegeneratePoint."},
    Rule{.code = "B0207",
         .severity = warning,
         .title = "faces of a structured zone have two connections",
         .help = "Which one counts depends on the reader."},
    Rule{.code = "B0208",
         .severity = note,
         .title = "a structured zone has no boundary conditions",
         .help = "Sides without a connection are left to the solver.",
         .restart = warning},
    Rule{.code = "B0209",
         .severity = note,
         .title = "boundary faces have no area, but their condition is not one for that",
         .help = "Where a side collapses to a line or a point, the type is BCDegenerateLine or "
                 "BCDegeneratePoint."},
};

}  // namespace

std::span<const Rule> boundary_structured_rules() { return all; }

}  // namespace pcgns::check
