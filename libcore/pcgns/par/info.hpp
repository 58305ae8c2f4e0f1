// info.hpp: the MPI library, and hints for its MPI-IO.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

namespace pcgns::par {

/// As MPI_Get_library_version has it: name and version, often in several lines.
[[nodiscard]] std::string mpi_library();

/// MPI_Info for "key=value;key=value"; entries without "=" are skipped. The caller frees it.
[[nodiscard]] MPI_Info info_of(std::string_view hints);

}  // namespace pcgns::par
