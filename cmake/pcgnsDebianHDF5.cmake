# The module of CMake 4 does not know how Debian calls the library of an MPI, libhdf5_openmpi.
if(CMAKE_VERSION VERSION_GREATER_EQUAL 4.0 AND HDF5_C_COMPILER_EXECUTABLE MATCHES "\\.(openmpi|mpich)$")
  find_library(HDF5_hdf5_LIBRARY hdf5_${CMAKE_MATCH_1})
endif()
