// link_search.hpp: where the file of an external link may be, as HDF5 and CGNS look for it.
#pragma once

#include <string>
#include <vector>

namespace pcgns::file {

/// The paths to try, in order, for the file `target` that a link in `linking_file` names: as it is if
/// absolute (after that, by its last component); the folders of HDF5_EXT_PREFIX; the folder of the linking
/// file; the working directory; the folder of the file that `linking_file` leads to if it is a symbolic link;
/// and, which HDF5 does not know, the folders of HDF5_LINK_PATH and CGNS_LINK_PATH.
[[nodiscard]] std::vector<std::string> link_candidates(const std::string& target,
                                                       const std::string& linking_file);

}  // namespace pcgns::file
