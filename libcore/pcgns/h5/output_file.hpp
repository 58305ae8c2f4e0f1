// output_file.hpp: a file that HDF5 writes, on a device that may be full.
//
// HDF5 (1.10.8, measured) does not survive a write that fails while it closes a file: the identifier stays in
// its tables with nothing behind it, and the program crashes at exit or in MPI_Finalize. So HDF5 writes
// through a driver that never fails: it is "sec2" but for that it keeps the first error for whoever asks, and
// goes on, and that every array begins at a multiple of 16 bytes.
//
// Chunks can be in the file before HDF5 is: who has written them reserves their bytes, and tells the driver
// where each lies when HDF5 is made to write it; what HDF5 then writes is thrown away.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <memory>
#include <string>

#include "pcgns/base/range.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

struct Reserved {
  Range bytes = {};            ///< Not HDF5's to allocate. The first block of metadata must end before.
  std::int64_t alignment = 1;  ///< Of arrays that are at least as large.
};

class OutputFile {
 public:
  struct State;

  /// Creates `path`, or empties it, unless bytes are reserved in it. `access` gets the driver. Throws
  /// Error{io} if that cannot be.
  OutputFile(const std::string& path, hid_t creation, hid_t access, const Reserved& reserved = {});
  /// Opens `path`, a file of HDF5, to change it: what is new in it lies behind `reserved`.
  OutputFile(const std::string& path, hid_t access, const Reserved& reserved);
  /// Closes the file, whatever became of it.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  [[nodiscard]] hid_t id() const { return file_; }

  /// The chunk that HDF5 makes room for next lies at `offset`, and is there already.
  void place_chunk(std::int64_t offset);

  /// The contiguous array that HDF5 makes room for next lies at `offset`, in reserved bytes; -1: as HDF5
  /// likes.
  void place_array(std::int64_t offset);

  /// Throws Error{io} if a write has failed so far. HDF5 writes late: only close() is sure.
  void require_written() const;

  /// Closes the file. Throws Error{io} if any write has failed.
  void close();

 private:
  std::string path_;
  std::unique_ptr<State> state_;  ///< What the driver and this object both know.
  Handle file_;
};

}  // namespace pcgns::h5
