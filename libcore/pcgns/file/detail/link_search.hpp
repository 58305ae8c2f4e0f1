// link_search.hpp: candidate paths for the file of a link, as HDF5 and CGNS search for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pcgns/file/open_files.hpp"

namespace pcgns::file {

/// `path` without "." and "..", which leads from the target of a symbolic link, not from where the link is.
[[nodiscard]] std::filesystem::path without_dots(const std::filesystem::path& path);

/// The paths to try, in order, for `target`, named by a link in `linking_file`. An absolute path comes first,
/// then its last component. Then follow the folders of HDF5_EXT_PREFIX, the folder of the linking file, the
/// working directory, and the folder of the real file if `linking_file` is a symbolic link. Last come the
/// folders of HDF5_LINK_PATH and CGNS_LINK_PATH, which HDF5 does not search. If `linking_file` is an ADF
/// file, those of HDF5_EXT_PREFIX are left out, ADF_LINK_PATH counts in place of HDF5_LINK_PATH, and the
/// folder of the real file is the last.
[[nodiscard]] std::vector<std::string> link_candidates(const std::string& target,
                                                       const std::string& linking_file, Container container);

}  // namespace pcgns::file
