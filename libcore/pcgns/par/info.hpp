// info.hpp: hints for MPI-IO.
#pragma once

#include <mpi.h>

#include <string_view>

namespace pcgns::par {

/// MPI_Info for "key=value;key=value"; entries without "=" are skipped. The caller frees it.
[[nodiscard]] MPI_Info info_of(std::string_view hints);

}  // namespace pcgns::par
