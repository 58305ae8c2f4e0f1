// zone_names.hpp: zones that are called otherwise than in their files.
#pragma once

#include <string>
#include <unordered_map>

#include "pcgns/tree/node.hpp"

namespace pcgns::assemble {

/// The names of the zones of one base of one file, as they are from now on.
using Renamed = std::unordered_map<std::string, std::string>;

/// Renames zones in the tables of BaseIterativeData_t.
void rename_in_tables(tree::Node& base, const Renamed& renamed);

}  // namespace pcgns::assemble
