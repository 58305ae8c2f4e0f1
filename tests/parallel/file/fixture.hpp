// fixture.hpp: CGNS files as other programs write them, made with HDF5 alone, so that our reader and our
// writer are not their own judges.
#pragma once

#include <hdf5.h>

#include <set>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::test {

/// In what a file differs from one of the reference library.
struct Style {
  enum class Text { fixed, no_nul, null_padded, space_padded, utf8, exact, variable };
  enum class Layout { library, contiguous, late, compact, chunked, partial_chunks, deflated };

  H5F_libver_t oldest = H5F_LIBVER_V18;
  H5F_libver_t newest = H5F_LIBVER_V18;
  hsize_t user_block = 0;
  unsigned root_order = 3;   ///< 0, H5P_CRT_ORDER_TRACKED, or that with H5P_CRT_ORDER_INDEXED
  unsigned group_order = 3;  ///< of all other groups
  Text text = Text::fixed;
  bool attributes_in_array = false;  ///< Dataspace {1} instead of a scalar one.
  std::set<std::string> without{};   ///< Attributes of nodes, " format", " hdf5version".
  bool big_endian = false;
  bool unsigned_characters = false;
  Layout layout = Layout::library;
  bool shares_messages = false;  ///< Types, extents and so on once in the file, for all its objects.
  bool old_version = false;      ///< " version" instead of " hdf5version", extents not reversed.
};

/// The files of the folder that PCGNS_CORPUS names, but for texts; none if there is no such folder.
[[nodiscard]] std::vector<std::string> corpus();

/// A folder of this process, removed with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

/// A small structured mesh with fields, a boundary condition, and a value of every data type.
[[nodiscard]] cgns::Node sample_tree();
/// A base with so many zones.
[[nodiscard]] cgns::Node zones(int count);

/// Writes `root`, whose nodes have all their values in them. A node with a link is written as the library
/// does it.
void write_file(const std::string& path, const cgns::Node& root, const Style& style = {});

/// Opens a file for changes by the test.
class Edit {
 public:
  explicit Edit(const std::string& path);
  ~Edit();
  Edit(const Edit&) = delete;
  Edit& operator=(const Edit&) = delete;

  [[nodiscard]] hid_t file() const { return file_; }
  void add_attribute(const std::string& object, const std::string& name, int value) const;
  void add_group(const std::string& path) const;
  void add_dataset(const std::string& path, int value) const;
  void add_soft_link(const std::string& path, const std::string& target) const;
  void add_external_link(const std::string& path, const std::string& file, const std::string& target) const;
  void remove(const std::string& path) const;

 private:
  hid_t file_ = -1;
};

/// A node of type LK, to be put into a tree.
[[nodiscard]] cgns::Node link(const std::string& name, const std::string& file, const std::string& path);

/// What differs first between two trees: path and kind; empty if nothing does. Bulk arrays must have their
/// values.
[[nodiscard]] std::string difference(const cgns::Node& a, const cgns::Node& b, const std::string& path = "");

[[nodiscard]] std::string contents_of(const std::string& path);
void write_contents(const std::string& path, const std::string& contents);

/// The message of the Error that `action` throws; empty if it throws none.
template <typename Action>
[[nodiscard]] std::string error_of(const Action& action) {
  try {
    action();
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace pcgns::test
