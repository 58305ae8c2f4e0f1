#include <array>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

namespace {

using enum Severity;

constexpr std::array all = {
    Rule{.code = "S0101",
         .severity = error,
         .title = "files or parts of the set are missing",
         .help = "Give all files; --allow-missing goes on without, --keep-zones checks each part by itself."},
    Rule{.code = "S0102",
         .severity = error,
         .title = "a part is there twice, or there are more parts than there should be",
         .help = "Files of two runs may lie side by side."},
    Rule{.code = "S0103",
         .severity = error,
         .title = "parts of a zone have the same cells",
         .help = "Files of two runs may lie side by side, or the marks of the parts are wrong."},
    Rule{.code = "S0104",
         .severity = error,
         .title = "it cannot be told how the parts of a zone fit",
         .help = "The marks that their writer leaves are damaged, or contradict each other."},
    Rule{.code = "S0105",
         .severity = error,
         .title = "parts have the marks of different writers",
         .help = "Files of two runs may lie side by side; --convention says whose marks count."},
    Rule{.code = "S0106",
         .severity = error,
         .title = "the names of files say that they belong to sets of different size",
         .help = "Files of two runs lie side by side."},
    Rule{.code = "S0107",
         .severity = error,
         .title = "global numbers of the parts are not each number of the zone",
         .help = "Values of some cells, points or faces are lost or there twice."},
    Rule{.code = "S0108",
         .severity = error,
         .title = "parts of a zone differ in what they must have in common",
         .help = "They were written by different runs or at different times, or one is damaged."},
    Rule{.code = "S0201",
         .severity = error,
         .title = "files differ in what they must have in common",
         .help =
             "They were written by different runs or at different times; parts without marks look so, too."},
    Rule{.code = "S0301",
         .severity = warning,
         .title = "files of the set have different numbers of steps",
         .help = "A run may have been stopped while it wrote; --steps common takes what all have.",
         .restart = error},
    Rule{.code = "S0302",
         .severity = note,
         .title = "a zone is not in all steps",
         .help = "Some steps name no solution, grid or other node of it."},
    Rule{.code = "S0501",
         .severity = warning,
         .title = "parts differ at points that they share",
         .help = "Which value counts is chosen with --shared; a solver should write the same to all parts."},
};

}  // namespace

std::span<const Rule> set_rules() { return all; }

}  // namespace pcgns::check
