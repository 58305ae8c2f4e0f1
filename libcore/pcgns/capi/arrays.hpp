// arrays.hpp: where the values of an open file's arrays lie, and this rank's way to them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/move/sink.hpp"
#include "pcgns/move/slab.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::capi {

class Arrays {
 public:
  /// The arrays that are there, at first. `path`: of the file that is written. `syncs`: it is on the device
  /// when it is closed.
  Arrays(tree::InputSet inputs, std::string path, std::int64_t end, std::int64_t alignment, bool syncs);

  /// Makes room for an array behind all others and gives its index.
  [[nodiscard]] int allot(tree::DataType type, std::vector<std::int64_t> dims);

  /// Forgets an array, if it is the last that was allotted.
  void take_back(int index);

  [[nodiscard]] const tree::Array& at(int index) const {
    return inputs_.arrays.at(static_cast<std::size_t>(index));
  }
  [[nodiscard]] const std::vector<tree::Array>& all() const { return inputs_.arrays; }
  /// Of those that were there at first.
  [[nodiscard]] int old_ones() const { return old_ones_; }
  /// What all arrays that were allotted take of the file.
  [[nodiscard]] Range allotted() const { return {begin_, end_}; }
  [[nodiscard]] int files() const { return static_cast<int>(inputs_.files.size()); }

  /// True if every rank can read and write the values by their place in the file.
  [[nodiscard]] bool is_plain(int index) const { return at(index).offset >= 0; }
  /// Fills in where the values lie. @pre is_plain
  void locate(int index, move::FileBox& box) const;
  /// The values of a box that only HDF5 can read. Local.
  void read_by_hdf5(int index, const move::Slab& slab);

  [[nodiscard]] const FileDescriptor& source(int file);
  [[nodiscard]] move::Sink& sink();
  /// What this rank has written is there. Throws Error{io}.
  void close();

 private:
  tree::InputSet inputs_;
  std::string path_;
  std::int64_t begin_;
  std::int64_t end_;
  std::int64_t alignment_;
  bool syncs_;
  int old_ones_;
  std::map<int, FileDescriptor> sources_;
  std::unique_ptr<move::Sink> sink_;
  std::unique_ptr<file::ArrayReader> hdf5_;
};

}  // namespace pcgns::capi
