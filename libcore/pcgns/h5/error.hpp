// error.hpp: HDF5 return codes as exceptions, with the reason from HDF5's error stack.
#pragma once

#include <hdf5.h>

#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

/// A failed HDF5 call, or something that is wrong with an object of HDF5.
class Failure : public Unreadable {
  using Unreadable::Unreadable;
};

/// Initialises HDF5 without file locking, which network file systems refuse and the library does not need.
/// Idempotent.
void initialise();

/// Disables locking for files opened with `access`, even if HDF5 read its environment before `initialise`.
void switch_locking_off(hid_t access);

/// For a program, before MPI_Init and any other call of HDF5: disables its messages, and its cleanup at exit.
/// After a failed write or close the cleanup would retry, and report it or crash; by then all output has been
/// closed and checked. A library must not decide this.
void initialise_for_program();

/// Initialises HDF5, and stops it from printing its error stack during this object's lifetime; permanently
/// once a call has failed.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  Quiet(Quiet&&) = delete;
  Quiet& operator=(Quiet&&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// The deepest informative entry of HDF5's error stack; clears the stack.
[[nodiscard]] std::string reason();

/// Throws Failure "<what>: <reason>".
[[noreturn]] void fail(std::string_view what);

/// Returns the result of an HDF5 call; throws Failure if it is negative. `what`: "cannot open the group".
template <typename T>
T check(T result, std::string_view what) {
  if (result < 0) fail(what);
  return result;
}

/// Checks `id` and returns it in a handle. Throws Failure.
[[nodiscard]] inline Handle own(hid_t id, Handle::Close closer, std::string_view what) {
  return {check(id, what), closer};
}

}  // namespace pcgns::h5
