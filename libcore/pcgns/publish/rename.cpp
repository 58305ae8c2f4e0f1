#include "pcgns/publish/rename.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::publish {

namespace {

/// Uses a hard link where renameat2 cannot refuse to replace (NFS, Lustre).
int rename_without_replacing(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return -1;
  return ::link(from, to) == 0 ? ::unlink(from) : -1;
}

void sync_folder_of(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path().string();
  const FileDescriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  // EINVAL: this file system cannot sync folders.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL)
    throw system_error("cannot sync to the device", folder, errno);
}

bool exchange(const std::string& from, const std::string& to) {
  return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0;
}

void rename_to(const std::string& from, const std::string& to, bool overwrite) {
  const int failed =
      overwrite ? ::rename(from.c_str(), to.c_str()) : rename_without_replacing(from.c_str(), to.c_str());
  if (failed != 0 && errno == EEXIST) {
    throw Error(ErrorKind::usage,
                at(to, "", "was created by another program in the meantime; --overwrite replaces it"));
  }
  if (failed != 0) throw system_error("cannot publish the output", to, errno);
}

/// Renames that can be undone.
class Namings {
 public:
  explicit Namings(bool overwrite) : overwrite_(overwrite) {}

  void give(const Naming& file) {
    const bool swapped = overwrite_ && exchange(file.from, file.to);
    if (!swapped) rename_to(file.from, file.to, overwrite_);
    given_.push_back({file, swapped});
  }

  /// Undoes renames in reverse order; ignores failures.
  void take_back() {
    for (auto last = given_.rbegin(); last != given_.rend(); ++last) {
      const auto& [file, swapped] = *last;
      if (swapped) {
        (void)exchange(file.to, file.from);
      } else {
        (void)::rename(file.to.c_str(), file.from.c_str());
      }
    }
  }

  /// Deletes the replaced files.
  void settle() {
    std::set<std::string> folders;
    for (const auto& [file, swapped] : given_) {
      if (folders.insert(std::filesystem::absolute(file.to).parent_path().string()).second)
        sync_folder_of(file.to);
    }
    for (const auto& [file, swapped] : given_) {
      if (swapped) ::unlink(file.from.c_str());
    }
  }

 private:
  struct Given {
    Naming file;
    bool swapped = false;  ///< `from` holds the replaced file.
  };
  bool overwrite_;
  std::vector<Given> given_;
};

}  // namespace

void give_name(const std::string& from, const std::string& to, bool overwrite) {
  rename_to(from, to, overwrite);
  sync_folder_of(to);
}

void give_names(const std::vector<Naming>& files, bool overwrite,
                const std::function<void(std::size_t)>& before) {
  if (files.size() == 1) {
    before(0);
    return give_name(files.front().from, files.front().to, overwrite);
  }
  Namings names(overwrite);
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      before(i);
      names.give(files[i]);
    }
    names.settle();
  } catch (...) {
    names.take_back();
    throw;
  }
}

}  // namespace pcgns::publish
