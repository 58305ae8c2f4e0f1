// restart.hpp: goes on where an earlier run ended.
#pragma once

#include <string>
#include <vector>

#include "zone.hpp"

namespace heat {

/// Reads the temperature of the last step from whichever of `files` has each zone, or the body that they are
/// cut from; gives that step. The files may be those of any number of ranks, or one file of them all.
int read_restart(const std::vector<std::string>& files, const Layout& layout, std::vector<Zone>& zones);

}  // namespace heat
