#include <array>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

namespace {

using enum Severity;

constexpr std::array all = {
    Rule{.code = "M0401",
         .severity = warning,
         .title = "a cell of a structured zone has no volume",
         .help = "Solvers divide by volumes."},
    Rule{.code = "M0402",
         .severity = error,
         .title = "a cell of a structured zone is turned inside out",
         .help = "Its volume is negative where that of most cells is positive, or the reverse."},
    Rule{.code = "M0403",
         .severity = note,
         .title = "a structured zone is left-handed",
         .help = "Solvers that expect i, j and k to be right-handed find all volumes negative."},
};

}  // namespace

std::span<const Rule> mesh_structured_rules() { return all; }

}  // namespace pcgns::check
