// compare_forms.hpp: compares sections in the form before CGNS 4 with sections that have ElementStartOffset.
#pragma once

#include <vector>

#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Compares sections of NGON_n, NFACE_n or MIXED of which only one side has ElementStartOffset. If the
/// elements are equal, replaces their findings by one about the form. Throws the same Error on every rank.
/// @note Collective.
void match_old_forms(par::Session& session, const CompareSide& a, const CompareSide& b,
                     std::vector<NodeFinding>& findings);

}  // namespace pcgns::verify::compare
