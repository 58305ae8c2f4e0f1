#include "pcgns/publish/staged_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <utility>

#include "pcgns/base/error.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

namespace {

[[noreturn]] void distrust(const std::string& path, std::string_view why) {
  throw Error(ErrorKind::io,
              at(path, "",
                 std::string(why) + ", so no run of yours has left it here; remove it to start again without "
                                    "--resume"));
}

void require_own(const FileDescriptor& file, uid_t owner) {
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0) throw system_error("cannot examine", file.path(), errno);
  if (!S_ISREG(facts.st_mode)) distrust(file.path(), "is not a regular file");
  if (facts.st_nlink != 1) distrust(file.path(), "has other names (hard links)");
  if (facts.st_uid != owner) distrust(file.path(), "belongs to another user");
}

}  // namespace

unsigned staged_mode(const std::string& output) {
  struct stat facts = {};
  if (::lstat(output.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return 0666;
  return (facts.st_mode & 0666U) | S_IRUSR | S_IWUSR;
}

FileDescriptor open_left(const std::string& path, int flags, uid_t owner) {
  const int opened =
      uninterrupted([&] { return ::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); });
  if (opened < 0 && errno == ELOOP) distrust(path, "is a symbolic link");
  if (opened < 0 && errno == ENXIO) distrust(path, "is not a regular file");
  if (opened < 0) throw system_error("cannot open", path, errno);
  auto file = FileDescriptor::adopt(opened, path);
  require_own(file, owner);
  return file;
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw system_error("cannot remove", path, errno);
}

StagedFile::StagedFile(std::string output, unsigned mode)
    : output_(std::move(output)), path_(part_path(output_)) {
  const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor < 0 && errno == EEXIST) {
    const auto path = std::exchange(path_, {});
    throw Error(
        ErrorKind::usage,
        at(path, "", "already exists: another program is using it, or was interrupted; otherwise remove it"));
  }
  if (descriptor < 0) throw system_error("cannot create", path_, errno);
  file_ = FileDescriptor::adopt(descriptor, path_);
}

StagedFile::~StagedFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void StagedFile::publish(bool overwrite) {
  if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0)
    throw system_error("cannot sync to the device", path_, errno);
  file_.close();
  try {
    give_names({{path_, output_}}, overwrite);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::in_place) path_.clear();
    throw;
  }
  path_.clear();  // another program may create a file of this name now
}

void write_text(const std::string& path, const std::string& text, bool overwrite) {
  StagedFile staged(path);
  staged.file().write_at(0, std::as_bytes(std::span(text)));
  staged.publish(overwrite);
}

}  // namespace pcgns::publish
