// open_files.hpp: input files that are open for reading, a bounded number of them.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/h5/handle.hpp"

namespace pcgns::file {

/// Size and time of a file, by which a change is noticed.
struct FileState {
  std::int64_t size = 0;         ///< Bytes.
  std::int64_t modified_ns = 0;  ///< Since the epoch.

  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Throws Error{io} if `path` cannot be asked for its state.
[[nodiscard]] FileState state_of(const std::string& path);

/// The same for all names of one file.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

/// Nothing if there is no such file.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// An HDF5 file that is open for reading with the serial driver.
struct OpenFile {
  std::string path;
  FileState state;
  FileIdentity identity;
  bool untransposed = false;  ///< Written before CGNS 3.0: HDF5's extents are in CGNS order.
  h5::Handle id;
};

/// Throws Error{input}, which says why, if `path` is missing, unreadable, empty, an ADF file, or has nothing
/// of HDF5.
void require_hdf5(const std::string& path);

/// Throws Error{input}, which says why, if `path` is missing, unreadable, empty, an ADF file, not HDF5, or
/// damaged.
[[nodiscard]] std::shared_ptr<const OpenFile> open_file(const std::string& path);

/// The files that were used last. A file that is still in use elsewhere stays open when it is dropped here.
class OpenFiles {
 public:
  explicit OpenFiles(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] std::shared_ptr<const OpenFile> get(const std::string& path);

 private:
  std::size_t limit_;
  std::list<std::shared_ptr<const OpenFile>> files_;  ///< The one used last first.
};

}  // namespace pcgns::file
