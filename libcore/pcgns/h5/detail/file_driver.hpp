// file_driver.hpp: common base of our HDF5 file drivers; each adds its own `open` and `write`.
#pragma once

#include <hdf5.h>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

#include <cstddef>

namespace pcgns::h5 {

/// An open file of a driver. HDF5 sees only the base class.
struct DriverFile : H5FD_t {
  int descriptor = -1;
  void* state = nullptr;  ///< As given to use_driver.
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

[[nodiscard]] inline DriverFile& driver_file(H5FD_t* file) { return *static_cast<DriverFile*>(file); }

/// The state, typed.
template <typename State>
[[nodiscard]] State& state_of(H5FD_t* file) {
  return *static_cast<State*>(driver_file(file).state);
}

/// A driver named `name`, complete except for `open` and `write`; HDF5 manages the end of the file. `value`:
/// from HDF5's range for applications, distinct per driver; never stored in a file.
[[nodiscard]] H5FD_class_t plain_driver(const char* name, int value);

/// Selects a registered driver in `access`; its `open` gets `state` from state_in. Throws Failure.
void use_driver(hid_t access, hid_t driver, void* state);
/// Null if `access` uses another driver.
[[nodiscard]] void* state_in(hid_t access);

/// For `open`: the new file, which closes `descriptor` in the end. Out of memory: null, with the descriptor
/// closed.
[[nodiscard]] H5FD_t* opened(int descriptor, void* state, haddr_t end_of_file);

/// Reads zeros beyond the end of the file. Returns -1 and sets errno on failure.
[[nodiscard]] herr_t read_or_zeros(int descriptor, haddr_t address, std::size_t size, void* buffer);

}  // namespace pcgns::h5
