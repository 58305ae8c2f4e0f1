// info.hpp: hints for MPI-IO.
#pragma once

#include <mpi.h>

#include <string_view>

namespace pcgns::par {

/// Of "key=value;key=value"; what has no "=" is left out. The caller frees it.
[[nodiscard]] MPI_Info info_of(std::string_view hints);

}  // namespace pcgns::par
