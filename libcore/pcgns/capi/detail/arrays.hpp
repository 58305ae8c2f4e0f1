// arrays.hpp: locates the array values of an open file and gives this rank access to them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/io/slab.hpp"

namespace pcgns::capi {

class Arrays {
 public:
  /// Starts with the existing arrays. `path`: the file to write. `syncs`: make data durable on close.
  Arrays(cgns::InputSet inputs, std::string path, std::int64_t end, std::int64_t alignment, bool syncs);

  /// Allocates space for an array after all others; returns its index.
  [[nodiscard]] int allot(cgns::DataType type, std::vector<std::int64_t> dims);

  /// Frees an array if it was the last one allocated.
  void take_back(int index);

  [[nodiscard]] const cgns::Array& at(int index) const {
    return inputs_.arrays.at(static_cast<std::size_t>(index));
  }
  [[nodiscard]] const std::vector<cgns::Array>& all() const { return inputs_.arrays; }
  /// Number of arrays that existed at first.
  [[nodiscard]] int old_ones() const { return old_ones_; }
  /// Bytes of the file that all allocated arrays occupy.
  [[nodiscard]] Range allotted() const { return {begin_, end_}; }
  /// True if links lead to the file, or through it, though it is not the one that was opened.
  [[nodiscard]] bool links_to(const std::string& path) const;
  [[nodiscard]] int files() const { return static_cast<int>(inputs_.files.size()); }
  /// As it was when the file was opened.
  [[nodiscard]] std::int64_t file_size(int file) const {
    return inputs_.files.at(static_cast<std::size_t>(file)).size;
  }

  /// True if every rank can access the values by file offset.
  [[nodiscard]] bool is_plain(int index) const { return at(index).offset >= 0; }
  /// Sets the file location in `box`. @pre is_plain
  void locate(int index, io::FileBox& box) const;
  /// Reads a box of an array that only HDF5 can read. Local.
  void read_by_hdf5(int index, const io::Slab& slab);

  [[nodiscard]] const FileDescriptor& source(int file);
  [[nodiscard]] io::Sink& sink();
  /// Completes this rank's writes. Throws Error{io}.
  void close();
  /// From now on, the file to read and write is its copy at `path`. @pre It is closed.
  void move_to(const std::string& path);

 private:
  cgns::InputSet inputs_;
  std::string path_;
  std::int64_t begin_;
  std::int64_t end_;
  std::int64_t alignment_;
  bool syncs_;
  int old_ones_;
  std::map<int, FileDescriptor> sources_;
  std::unique_ptr<io::Sink> sink_;
  std::unique_ptr<file::ArrayReader> hdf5_;
};

}  // namespace pcgns::capi
