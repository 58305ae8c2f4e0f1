// open_files.hpp: input files open for reading, limited in number.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "pcgns/adf/database.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::file {

/// Identifies a file independent of its name.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

/// What changes when a file is written or replaced. Times are in nanoseconds since the epoch.
struct FileState {
  std::int64_t size = 0;  ///< Bytes.
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  ///< Unlike the time of modification, nobody can set it back.
  FileIdentity identity = {};

  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Throws Error{io} if stat(2) fails on `path`.
[[nodiscard]] FileState state_of(const std::string& path);
/// Throws Error{io} unless `file` is a regular file.
[[nodiscard]] FileState state_of(const FileDescriptor& file);
/// The state in which `file` was read.
[[nodiscard]] FileState state_of(const cgns::File& file);
void set_state(cgns::File& file, const FileState& state);

/// Upper bound of the bytes of a file that are no holes, at most 2^50: holes of any size cost nothing to
/// make. Its size where the file system does not know holes; 0 if there is no such file.
[[nodiscard]] std::int64_t stored_bytes(const std::string& path);

/// Empty if there is no such file.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// How a tree is stored in a file.
enum class Container : std::uint8_t { hdf5, adf };

/// Decided by the content, not by the name. Throws Error{input} with the reason if `path` is missing,
/// unreadable, empty, or neither.
[[nodiscard]] Container container_of(const std::string& path);

/// True if `path` is an ADF file; false also if it cannot be read.
[[nodiscard]] bool is_adf(const std::string& path);

/// A file open for reading on one rank.
struct OpenFile {
  std::string path;
  FileState state;
  std::int64_t stored = 0;                  ///< Bytes, see stored_bytes.
  bool untransposed = false;                ///< Written before CGNS 3.0: extents in HDF5 are in CGNS order.
  h5::Handle id = {};                       ///< Of an HDF5 file.
  std::shared_ptr<adf::Database> adf = {};  ///< Of an ADF file.
};

/// Throws Error{input} with the reason if `path` is missing, unreadable, empty, neither HDF5 nor ADF, or
/// damaged.
[[nodiscard]] std::shared_ptr<const OpenFile> open_file(const std::string& path);

/// False for an HDF5 file whose root is not one that a CGNS library has made.
[[nodiscard]] bool is_cgns(const OpenFile& file);

/// Keeps the most recently used files open. A file dropped here stays open while others use it.
class OpenFiles {
 public:
  explicit OpenFiles(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] std::shared_ptr<const OpenFile> get(const std::string& path);
  /// All files that were ever opened.
  [[nodiscard]] const std::map<FileIdentity, std::string>& seen() const { return seen_; }

 private:
  std::size_t limit_;
  std::map<FileIdentity, std::string> seen_;
  std::list<std::shared_ptr<const OpenFile>> files_;  ///< Most recently used first.
};

}  // namespace pcgns::file
