// output_file.hpp: a file that HDF5 writes, on a device that may be full.
//
// HDF5 (1.10.8, measured) does not survive a write that fails while it closes a file: the identifier stays in
// its tables with nothing behind it, and the program crashes at exit or in MPI_Finalize. So HDF5 writes
// through a driver that never fails: it is "sec2" but for that it keeps the first error for whoever asks, and
// goes on, and that every array begins at a multiple of 16 bytes.
#pragma once

#include <hdf5.h>

#include <memory>
#include <string>

#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

class OutputFile {
 public:
  /// Creates `path`, or empties it. `access` gets the driver. Throws Error{io} if that cannot be.
  OutputFile(const std::string& path, hid_t creation, hid_t access);
  /// Closes the file, whatever became of it.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  [[nodiscard]] hid_t id() const { return file_; }

  /// Throws Error{io} if a write has failed so far. HDF5 writes late: only close() is sure.
  void require_written() const;

  /// Closes the file. Throws Error{io} if any write has failed.
  void close();

 private:
  std::string path_;
  std::unique_ptr<int> error_number_;  ///< Of the first write that failed, or 0.
  Handle file_;
};

}  // namespace pcgns::h5
