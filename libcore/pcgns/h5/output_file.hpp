// output_file.hpp: a file that HDF5 writes, safe on a device that may be full.
//
// HDF5 (1.10.8, measured) does not survive a failed write while it closes a file: a dangling identifier stays
// in its tables, and the program crashes at exit or in MPI_Finalize. So HDF5 writes through a driver that
// never fails. It behaves like "sec2", but records the first error, continues, and aligns every array to 16
// bytes.
//
// Chunks may be in the file before HDF5 creates it: their writer reserves the bytes and gives the driver the
// location of each chunk. What HDF5 then writes for that chunk is discarded.
//
// An image is such a file in memory. Its objects have the addresses that they will have in another file, into
// which the bytes are copied; there they only need to be linked.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

struct Reserved {
  Range bytes = {};            ///< Not available to HDF5. The first metadata block must end before them.
  std::int64_t alignment = 1;  ///< Of arrays that are at least this large.
};

class OutputFile {
 public:
  struct State;

  /// Creates `path`, or truncates it unless bytes are reserved. Sets the driver in `access`. Throws Error{io}
  /// on failure.
  OutputFile(const std::string& path, hid_t creation, hid_t access, const Reserved& reserved = {});
  /// Opens the existing HDF5 file `path` for changes; new content goes behind `reserved`.
  OutputFile(const std::string& path, hid_t access, const Reserved& reserved);
  /// Creates an image: all objects lie from address `begin` on. Sets the driver in `access`.
  OutputFile(std::int64_t begin, hid_t creation, hid_t access);
  /// Closes the file, even after errors.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  [[nodiscard]] hid_t id() const { return file_; }

  /// The next chunk that HDF5 allocates is already in the file, at `offset`.
  void place_chunk(std::int64_t offset);

  /// Contiguous arrays that HDF5 allocates from here on lie at `offset`; -1: anywhere.
  void place_array(std::int64_t offset);

  /// The same, but at an offset that is `residue` modulo `block`; -1: any.
  void place_array_modulo(std::int64_t residue, std::int64_t block);

  /// Throws Error{io} if a write has failed so far. HDF5 writes late: only close() is conclusive.
  void require_written() const;

  /// Closes the file. Throws Error{io} if any write has failed.
  void close();

  /// Closes an image; returns its bytes from `begin` on. Empty if HDF5 has put anything elsewhere.
  [[nodiscard]] std::vector<std::byte> take_image();

 private:
  std::string path_;
  std::unique_ptr<State> state_;  ///< Shared with the driver.
  Handle file_;
};

}  // namespace pcgns::h5
