// source.hpp: reads input arrays, wherever they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/array_reader.hpp"

namespace pcgns::io {

/// Reads byte ranges of input arrays in their output form: native byte order, unless the array is derived in
/// the other one.
class Source {
 public:
  /// Whether InputSet::remote is asked first.
  enum class Reads : std::uint8_t { by_readers, itself };

  /// `memory`: for HDF5's cache of decompressed chunks; other buffers are small beside it.
  Source(const cgns::InputSet& inputs, Budget memory, Reads reads = Reads::by_readers);

  [[nodiscard]] const Budget& memory() const { return memory_; }

  /// True if any rank can read the array, by offset or from memory; otherwise only its File::reader can.
  [[nodiscard]] bool is_plain(int array) const;

  /// Reads the range `bytes` of the values of `array`. Throws Error with file and node.
  void read(int array, Range bytes, std::span<std::byte> to);

  /// Values of an array that only its file::ArrayReader can read.
  void read_by_library(int array, Range elements, std::span<std::byte> to);

  /// True if this rank can read the values from the file as they are.
  [[nodiscard]] bool is_stored_as_read(int array) const;
  /// Reads consecutive bytes of the values, from `begin` on, into several pieces of memory. Throws Error with
  /// file and node. @pre is_stored_as_read
  void read(int array, std::int64_t begin, std::span<const std::span<std::byte>> pieces);

  /// Reads from the file of `array`, at byte `offset` of the file. Throws Error with file and node.
  void read_from_file(int array, std::int64_t offset, std::span<std::byte> to);

  /// The open file of `array`, until the next call. Throws Error{io}. @pre The array is in a file.
  [[nodiscard]] const FileDescriptor& file_of(int array) { return open(array_of(array).file); }

  /// Closes the file if it is open: nothing of it is read any more.
  void forget(int file);

  /// The content hash of a whole array. @pre This rank can read it.
  [[nodiscard]] Fingerprint hash(int array);

 private:
  [[nodiscard]] const cgns::Array& array_of(int index) const;
  [[nodiscard]] cgns::RemoteReads* remote() const;
  const FileDescriptor& open(int file);
  template <typename Bytes>
  void read_at(int array, std::int64_t offset, Bytes to);
  void read_elements(int index, Range elements, std::span<std::byte> to);

  struct OpenFile {
    int file;
    FileDescriptor descriptor;
  };

  const cgns::InputSet& inputs_;
  Budget memory_;
  Reads reads_;
  file::ArrayReader hdf5_;
  std::list<OpenFile> open_;  ///< Most recently used first.
  std::unordered_map<int, std::list<OpenFile>::iterator> by_file_;
  std::vector<std::byte> whole_elements_;
};

}  // namespace pcgns::io
