// source.hpp: the bytes of input arrays, wherever they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::move {

/// Reads pieces of input arrays as they will stand in the output: in native byte order, unless they are
/// derived in the other one.
class Source {
 public:
  /// `memory`: bytes that HDF5 may use to keep decompressed chunks.
  Source(const tree::InputSet& inputs, std::int64_t memory);

  /// True if any rank can read the array, by offset or from memory; otherwise its File::reader must.
  [[nodiscard]] bool is_plain(int array) const;

  /// The bytes `bytes` of the values of `array`. Throws Error that names file and node.
  void read(int array, Range bytes, std::span<std::byte> to);

  /// Bytes of the file that `array` is in, from `offset` on. Throws Error that names file and node.
  void read_from_file(int array, std::int64_t offset, std::span<std::byte> to);

  /// The content hash of a whole array. @pre This rank can read it.
  [[nodiscard]] Fingerprint hash(int array);

 private:
  [[nodiscard]] const tree::Array& array_of(int index) const;
  const FileDescriptor& open(int file);
  void read_elements(int index, Range elements, std::span<std::byte> to);

  struct OpenFile {
    int file;
    FileDescriptor descriptor;
  };

  const tree::InputSet& inputs_;
  file::ArrayReader hdf5_;
  std::list<OpenFile> open_;  ///< The most recently used first.
  std::unordered_map<int, std::list<OpenFile>::iterator> by_file_;
  std::vector<std::byte> whole_elements_;
};

}  // namespace pcgns::move
