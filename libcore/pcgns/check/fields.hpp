// fields.hpp: whether zones and steps have the same fields (rules V05).
#pragma once

#include <string>

#include "pcgns/check/findings.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// Adds where zones of a base lack fields that others have, or a solution of a zone those of another one at
/// the same location.
void check_fields(const tree::Node& base, const std::string& file, Findings& findings);

}  // namespace pcgns::check
