// version.hpp: what --version says.
#pragma once

#include <string>

namespace pcgns::tool {

/// "0.1.0", or "0.1.0 (git abc1234)".
[[nodiscard]] std::string version();

/// "Open MPI v4.1.4", "HDF5 1.10.8, parallel; filters: …". Need no MPI_Init.
[[nodiscard]] std::string mpi_library();
[[nodiscard]] std::string hdf5_library();

/// Compiler, MPI, HDF5 and hints in effect, a line each; and a warning for pairs that are known to lose data.
/// Needs no MPI_Init.
[[nodiscard]] std::string build_description();

}  // namespace pcgns::tool
