// arguments.hpp: refuses arguments with which a file would be written that readers reject.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// Throws Error{usage} about a node that a call would create or change.
[[noreturn]] void refuse(Document& document, const std::string& node, std::string_view expected,
                         std::string_view found);

/// The words as in "Vertex, CellCenter or FaceCenter".
[[nodiscard]] std::string alternatives(const std::vector<std::string>& words);

/// A donor of a general interface is listed: there is no range of donor points.
void require_donor_set(Document& document, const std::string& interface, CGNS_ENUMT(PointSetType_t) type);

}  // namespace pcgns::capi
