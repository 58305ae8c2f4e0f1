// file_driver.hpp: what our file drivers of HDF5 share; each adds what it does otherwise.
#pragma once

#include <hdf5.h>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

#include <cstddef>

namespace pcgns::h5 {

/// An open file of a driver. HDF5 knows the part that it inherits.
struct DriverFile : H5FD_t {
  int descriptor = -1;
  void* state = nullptr;  ///< What use_driver was given.
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

[[nodiscard]] inline DriverFile& driver_file(H5FD_t* file) { return *static_cast<DriverFile*>(file); }

/// The state as the driver knows it.
template <typename State>
[[nodiscard]] State& state_of(H5FD_t* file) {
  return *static_cast<State*>(driver_file(file).state);
}

/// The driver that is called `name` but for `open` and `write`: what it has is read and closed as it is, and
/// HDF5 says where it ends. `value`: from the range that HDF5 leaves to applications, one for each driver;
/// never stored in a file.
[[nodiscard]] H5FD_class_t plain_driver(const char* name, int value);

/// Makes `access` choose a registered driver; its `open` finds `state` by state_in. Throws Failure.
void use_driver(hid_t access, hid_t driver, void* state);
/// Null if `access` is of another driver.
[[nodiscard]] void* state_in(hid_t access);

/// For `open`: the file, which closes `descriptor` in the end. Null, and the descriptor closed, where there
/// is no memory.
[[nodiscard]] H5FD_t* opened(int descriptor, void* state, haddr_t end_of_file);

/// Zeros beyond the end of the file. -1 and errno if that cannot be.
[[nodiscard]] herr_t read_or_zeros(int descriptor, haddr_t address, std::size_t size, void* buffer);

}  // namespace pcgns::h5
