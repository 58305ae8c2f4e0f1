// compare_old_form.hpp: elements as files had them before CGNS 4.
//
// Then NGON_n and NFACE_n had the number of its values before each element, in ElementConnectivity; now
// ElementStartOffset says where an element begins.
#pragma once

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// Sections of NGON_n, NFACE_n or MIXED of which one side has ElementStartOffset and the other has not may
/// have the same elements all the same: then what was told of their values becomes a finding of another width
/// in `findings`. Throws the same Error on every rank. @note Collective.
void match_old_forms(par::Session& session, const CompareSide& a, const CompareSide& b,
                     std::vector<plan::NodeFinding>& findings);

}  // namespace pcgns::verify
