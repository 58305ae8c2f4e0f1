// base_node.hpp: the CGNSBase_t that every file has.
#pragma once

#include "cgns_file.hpp"

namespace heat {

/// Writes the base with all that is the same in all files: units, ReferenceState_t, families. Gives its
/// index.
int write_base(const CgnsFile& file);

}  // namespace heat
