// version.hpp: the versions of the standard that are known.
#pragma once

namespace pcgns::cgns {

/// The newest version that the tables cover.
inline constexpr double newest_version = 4.6;

}  // namespace pcgns::cgns
