// error.hpp: HDF5's return codes as exceptions that say what HDF5's error stack knows.
#pragma once

#include <hdf5.h>

#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

/// A call of HDF5 that failed. It does not know the file and the node: who does catches it and throws an
/// Error that names them.
class Failure : public Error {
 public:
  explicit Failure(const std::string& text) : Error(ErrorKind::input, text) {}
};

/// Makes HDF5 ready: no file locking, which network file systems refuse and which we have no use for.
/// Idempotent.
void initialise();

/// No locking of the files opened with `access`, even where HDF5 has read its environment before us.
void switch_locking_off(hid_t access);

/// For a program, before MPI_Init: HDF5 will not close itself at exit. After a failed write it would try
/// again, then say so, or crash; what must be written has been closed, and checked, by then. A library must
/// not decide that.
void initialise_for_program();

/// Initialises, and keeps HDF5 from printing its error stack while it lives; for good once something has
/// failed.
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

/// The deepest line of HDF5's error stack that says something; empties the stack.
[[nodiscard]] std::string reason();

/// Throws Failure "<what>: <reason>".
[[noreturn]] void fail(std::string_view what);

/// `result` of a call of HDF5, unless it is negative: then throws Failure. `what`: "cannot open the group".
template <typename T>
T check(T result, std::string_view what) {
  if (result < 0) fail(what);
  return result;
}

/// A checked identifier with its owner.
[[nodiscard]] inline Handle own(hid_t id, Handle::Close closer, std::string_view what) {
  return {check(id, what), closer};
}

}  // namespace pcgns::h5
