#include "pcgns/publish/rename.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::publish {

namespace {

/// Where renameat2 cannot refuse to replace (NFS, Lustre), a hard link can.
int rename_without_replacing(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return -1;
  return ::link(from, to) == 0 ? ::unlink(from) : -1;
}

void sync_folder_of(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path().string();
  const FileDescriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  // EINVAL: this file system does not sync folders.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL)
    throw system_error("cannot make durable", folder, errno);
}

}  // namespace

void give_name(const std::string& from, const std::string& to, bool overwrite) {
  const int failed =
      overwrite ? ::rename(from.c_str(), to.c_str()) : rename_without_replacing(from.c_str(), to.c_str());
  if (failed != 0 && errno == EEXIST) {
    throw Error(ErrorKind::usage, at(to, "", "has appeared meanwhile; --overwrite replaces it"));
  }
  if (failed != 0) throw system_error("cannot publish the output", to, errno);
  sync_folder_of(to);
}

}  // namespace pcgns::publish
