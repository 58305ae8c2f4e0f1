// throttled FOLDER MEGABYTES_PER_SECOND SEEK_MILLISECONDS MOUNT_POINT [OPTIONS OF FUSE]: shows FOLDER as a
// file system on a slow device: one head, which seeks.
//
// A request costs its bytes at a bandwidth, and a seek if it is not where the last one ended; one is served
// at a time. Nothing is cached. Runs until it is unmounted.
#define FUSE_USE_VERSION 31

#include <dirent.h>
#include <fcntl.h>
#include <fuse3/fuse.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// The time of one head over the bytes of all files.
class Device {
 public:
  Device(double bytes_per_second, double seek) : bytes_per_second_(bytes_per_second), seek_(seek) {}

  /// Returns when the device has served the request.
  void wait(std::uint64_t file, std::int64_t begin, std::int64_t count) {
    const std::scoped_lock lock(mutex_);
    const bool seeks = file != file_ || begin != end_;
    const Seconds cost(static_cast<double>(count) / bytes_per_second_ + (seeks ? seek_ : 0));
    // Short waits are owed, not slept: the kernel sleeps at least some 60 us.
    free_at_ = std::max(free_at_, Clock::now() - std::chrono::milliseconds(1)) +
               std::chrono::duration_cast<Clock::duration>(cost);
    file_ = file;
    end_ = begin + count;
    std::this_thread::sleep_until(free_at_);
  }

 private:
  double bytes_per_second_;
  double seek_;
  std::mutex mutex_;
  Clock::time_point free_at_ = {};
  std::uint64_t file_ = 0;
  std::int64_t end_ = -1;
};

std::string folder;
Device* device = nullptr;

std::string place(const char* path) { return folder + path; }
int told(int result) { return result < 0 ? -errno : 0; }
int descriptor(const fuse_file_info* file) { return static_cast<int>(file->fh); }

int took(int opened, fuse_file_info* file) {
  if (opened < 0) return -errno;
  file->fh = static_cast<std::uint64_t>(opened);
  file->direct_io = 1;
  return 0;
}

int attributes(const char* path, struct stat* facts, fuse_file_info* file) {
  return told(file != nullptr ? ::fstat(descriptor(file), facts) : ::lstat(place(path).c_str(), facts));
}
int list(const char* path, void* buffer, fuse_fill_dir_t fill, off_t, fuse_file_info*, fuse_readdir_flags) {
  DIR* const opened = ::opendir(place(path).c_str());
  if (opened == nullptr) return -errno;
  while (const auto* entry = ::readdir(opened)) fill(buffer, entry->d_name, nullptr, 0, {});
  return told(::closedir(opened));
}
int open(const char* path, fuse_file_info* file) {
  return took(::open(place(path).c_str(), file->flags & ~O_APPEND), file);
}
int create(const char* path, mode_t mode, fuse_file_info* file) {
  return took(::open(place(path).c_str(), O_RDWR | O_CREAT | O_EXCL, mode), file);
}
int read(const char*, char* data, std::size_t size, off_t offset, fuse_file_info* file) {
  const auto count = ::pread(descriptor(file), data, size, offset);
  if (count < 0) return -errno;
  device->wait(file->fh, offset, count);
  return static_cast<int>(count);
}
int write(const char*, const char* data, std::size_t size, off_t offset, fuse_file_info* file) {
  const auto count = ::pwrite(descriptor(file), data, size, offset);
  if (count < 0) return -errno;
  device->wait(file->fh, offset, count);
  return static_cast<int>(count);
}
int truncate(const char* path, off_t size, fuse_file_info* file) {
  return told(file != nullptr ? ::ftruncate(descriptor(file), size) : ::truncate(place(path).c_str(), size));
}

fuse_operations operations() {
  fuse_operations calls = {};
  calls.getattr = attributes;
  calls.readdir = list;
  calls.open = open;
  calls.create = create;
  calls.read = read;
  calls.write = write;
  calls.truncate = truncate;
  calls.release = [](const char*, fuse_file_info* file) { return told(::close(descriptor(file))); };
  calls.fsync = [](const char*, int, fuse_file_info* file) { return told(::fsync(descriptor(file))); };
  calls.statfs = [](const char* path, struct statvfs* facts) {
    return told(::statvfs(place(path).c_str(), facts));
  };
  calls.mkdir = [](const char* path, mode_t mode) { return told(::mkdir(place(path).c_str(), mode)); };
  calls.rmdir = [](const char* path) { return told(::rmdir(place(path).c_str())); };
  calls.unlink = [](const char* path) { return told(::unlink(place(path).c_str())); };
  calls.rename = [](const char* old, const char* now, unsigned) {
    return told(::rename(place(old).c_str(), place(now).c_str()));
  };
  calls.chmod = [](const char* path, mode_t mode, fuse_file_info*) {
    return told(::chmod(place(path).c_str(), mode));
  };
  return calls;
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fputs("usage: throttled FOLDER MEGABYTES_PER_SECOND SEEK_MILLISECONDS MOUNT_POINT\n", stderr);
    return 2;
  }
  folder = words[1];
  const double bandwidth = std::atof(words[2]);
  const double seek = std::atof(words[3]);
  if (!(bandwidth > 0) || !(seek >= 0)) {
    std::fputs("throttled: the bandwidth must be greater than 0, and the seek time at least 0\n", stderr);
    return 2;
  }
  Device one(1e6 * bandwidth, 1e-3 * seek);
  device = &one;
  const auto calls = operations();
  words[3] = words[0];
  return fuse_main(count - 3, words + 3, &calls, nullptr);
}
