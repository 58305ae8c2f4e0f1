// boundary.hpp: rules B, for one zone. @note Collective, all of them.
#pragma once

#include "pcgns/check/findings.hpp"
#include "pcgns/tree/node.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

/// B01: of an unstructured zone.
void check_unstructured_boundary(par::Session& session, const Subject& subject, const tree::Node& base,
                                 const tree::Node& zone, check::Findings& findings);
/// B02: of a structured zone.
void check_structured_boundary(par::Session& session, const Subject& subject, const tree::Node& base,
                               const tree::Node& zone, check::Findings& findings);

}  // namespace pcgns::verify
