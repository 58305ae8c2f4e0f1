// fields.hpp: checks that zones and time steps have the same fields (rules V05).
#pragma once

#include <string>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::check {

/// Adds findings about zones that lack fields of other zones, and about solutions that lack fields of others
/// at the same location in the zone.
void check_fields(const cgns::Node& base, const std::string& file, cgns::Findings& findings);

/// Adds findings about the iterative data of a base and of its zones.
void check_iterative(const cgns::Node& base, const std::string& file, cgns::Findings& findings);

}  // namespace pcgns::verify::check
