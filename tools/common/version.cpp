#include "common/version.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdlib>

#include "pcgns/par/info.hpp"

namespace pcgns::tool {

namespace {

std::string hints_in_effect() {
  const char* hints = std::getenv("PCGNS_HINTS");
  return hints == nullptr ? "none" : hints;
}

std::string graph_library() {
  const std::string version = PCGNS_PTSCOTCH_VERSION;
  return version.empty() ? "built without PT-Scotch" : "PT-Scotch " + version;
}

}  // namespace

std::string mpi_library() {
  const auto all = par::mpi_library();
  return all.substr(0, all.find_first_of("\n,"));
}

std::string hdf5_library() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  const bool deflate = H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0;
  const bool szip = H5Zfilter_avail(H5Z_FILTER_SZIP) > 0;
  return fmt::format("HDF5 {}.{}.{}, parallel; filters: shuffle{}{}", major, minor, release,
                     deflate ? ", deflate" : "", szip ? ", szip" : "");
}

std::string version() {
  const std::string commit = PCGNS_GIT_COMMIT;
  return commit.empty() ? PCGNS_VERSION : fmt::format("{} (git {})", PCGNS_VERSION, commit);
}

std::string build_description() {
  return fmt::format(
      "compiler: {} ({})\n"
      "MPI: {}\n"
      "HDF5: {}\n"
      "graphs: {}\n"
      "other libraries: {}\n"
      "data path: pwrite by offset (--hint pcgns_io=mpiio: independent MPI-IO, counts checked; Open MPI's "
      "own MPI-IO reports success on a full disk)\n"
      "hints from PCGNS_HINTS: {}\n",
      PCGNS_COMPILER, PCGNS_BUILD_TYPE, mpi_library(), hdf5_library(), graph_library(), PCGNS_LIBRARIES,
      hints_in_effect());
}

}  // namespace pcgns::tool
