// compare_old_form.hpp: elements as files had them before CGNS 4.
//
// Then NGON_n and NFACE_n had the number of its values before each element, in ElementConnectivity; now
// ElementStartOffset says where an element begins.
#pragma once

#include <string>

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// True if `form` (with ElementStartOffset) and `old` (without) are sections of NGON_n, NFACE_n or MIXED with
/// the same elements. False also where they make no sense. @note Collective.
[[nodiscard]] bool same_elements(par::Session& session, const CompareSide& side, const tree::Node& form,
                                 const CompareSide& old_side, const tree::Node& old, const std::string& path);

}  // namespace pcgns::verify
