#include "pcgns/publish/rename.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

namespace {

/// Uses a hard link where renameat2 cannot refuse to replace (NFS, Lustre).
int rename_without_replacing(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return -1;
  if (::link(from, to) != 0) return -1;
  // It is in place, whatever becomes of the staged name, which a file server may have removed in spite of an
  // error.
  (void)::unlink(from);
  return 0;
}

/// The folders of the names.
class Folders {
 public:
  explicit Folders(const std::vector<Naming>& files) {
    for (const auto& file : files) paths_.insert(std::filesystem::absolute(file.to).parent_path().string());
  }

  /// What cannot be opened is known before the first rename.
  void require_open() const {
    for (const auto& path : paths_) (void)open(path);
  }

  void sync() const {
    par::fault_point("published", 0);
    for (const auto& path : paths_) {
      const auto folder = open(path);
      // EINVAL: this file system cannot sync folders.
      if (uninterrupted([&] { return ::fsync(folder.get()); }) != 0 && errno != EINVAL)
        throw system_error("cannot sync to the device", path, errno);
    }
  }

 private:
  static FileDescriptor open(const std::string& path) { return {path, O_RDONLY | O_DIRECTORY}; }

  std::set<std::string> paths_;
};

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
  /// `exchanges`: keeps the files that are replaced.
  Namings(bool overwrite, bool exchanges) : overwrite_(overwrite), exchanges_(exchanges) {}

  void give(const Naming& file) {
    if (overwrite_) keep_mode(file.from, file.to);
    const bool swapped = exchanges_ && exchange(file.from, file.to);
    if (!swapped) rename_to(file.from, file.to, overwrite_);
    given_.push_back({file, swapped});
  }

  /// Undoes renames in reverse order. Returns the names that stay in place because that fails.
  [[nodiscard]] std::vector<std::string> take_back() {
    std::vector<std::string> left;
    for (auto last = given_.rbegin(); last != given_.rend(); ++last) {
      const auto& [file, swapped] = *last;
      const bool undone =
          swapped ? exchange(file.to, file.from) : ::rename(file.to.c_str(), file.from.c_str()) == 0;
      if (!undone) left.push_back(file.to);
    }
    return left;
  }

  /// Where the replaced files are.
  [[nodiscard]] std::vector<std::string> replaced() const {
    std::vector<std::string> names;
    for (const auto& [file, swapped] : given_) {
      if (swapped) names.push_back(file.from);
    }
    return names;
  }

  /// Replaced files get names that no later run writes, as far as possible. Returns where they are.
  [[nodiscard]] std::vector<std::string> set_replaced_aside() const {
    std::vector<std::string> names;
    for (const auto& [file, swapped] : given_) {
      if (!swapped) continue;
      const auto aside = replaced_path(file.to);
      const bool is_aside = rename_without_replacing(file.from.c_str(), aside.c_str()) == 0;
      names.push_back(is_aside ? aside : file.from);
    }
    return names;
  }

  void remove_replaced() const {
    for (const auto& name : replaced()) remove_file(name);
  }

 private:
  struct Given {
    Naming file;
    bool swapped = false;  ///< `from` holds the replaced file.
  };
  bool overwrite_;
  bool exchanges_;
  std::vector<Given> given_;
};

/// "out.cgns", or "out_0.cgns (+7)".
std::string name_of(const std::vector<std::string>& names) {
  return names.size() == 1 ? names.front() : fmt::format("{} (+{})", names.front(), names.size() - 1);
}

std::string name_of(const std::vector<Naming>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.to);
  return name_of(names);
}

/// Replaced files are kept if that fails.
void sync(const Folders& folders, const Namings& names) {
  try {
    folders.sync();
  } catch (const Error& error) {
    const auto replaced = names.set_replaced_aside();
    if (replaced.empty()) throw;
    throw Error(error.kind(),
                fmt::format("{}; the replaced files are kept as {}", error.what(), name_of(replaced)),
                error.reason());
  }
}

}  // namespace

void keep_mode(const std::string& from, const std::string& to) {
  struct stat replaced = {};
  struct stat staged = {};
  if (::lstat(to.c_str(), &replaced) != 0 || !S_ISREG(replaced.st_mode)) return;
  const auto mode = replaced.st_mode & 0777U;
  if (::lstat(from.c_str(), &staged) == 0 && (staged.st_mode & 0777U) == mode) return;
  if (::chmod(from.c_str(), mode) != 0) throw system_error("cannot keep the permissions of", to, errno);
}

void give_names(const std::vector<Naming>& files, bool overwrite,
                const std::function<void(std::size_t)>& before) {
  if (files.empty()) return;
  const Folders folders(files);
  folders.require_open();
  Namings names(overwrite, overwrite && files.size() > 1);
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (before) before(i);
      names.give(files[i]);
    }
  } catch (const Error& error) {
    const auto left = names.take_back();
    if (left.empty()) throw;
    throw Error(error.kind(), fmt::format("{}; {} could not be taken back and stays in place", error.what(),
                                          name_of(left)));
  }
  after_publishing(name_of(files), [&] {
    sync(folders, names);
    names.remove_replaced();
  });
}

}  // namespace pcgns::publish
