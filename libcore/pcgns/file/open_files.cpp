#include "pcgns/file/open_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "pcgns/adf/header.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/detail/superblock.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

FileIdentity identity_from(const struct stat& status) { return {status.st_dev, status.st_ino}; }

FileState state_from(const struct stat& status) {
  return {status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), identity_from(status)};
}

/// A plain descriptor, for a first look at a file of any kind.
class Probe {
 public:
  explicit Probe(const std::string& path) : path_(path) {
    // Non-blocking, because opening a pipe waits for its other end.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) reject(errno == ENOENT ? "there is no such file" : std::strerror(errno));
  }
  ~Probe() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  Probe(Probe&&) = delete;
  Probe& operator=(Probe&&) = delete;

  [[noreturn]] void reject(std::string_view why) const { throw input_error(path_, "", why); }

  /// Requires a non-empty regular file.
  [[nodiscard]] struct stat status() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) reject(std::strerror(errno));
    if (S_ISDIR(status.st_mode))
      reject(fmt::format("is a directory, not a CGNS file; '{}/*' are the files in it", path_));
    if (!S_ISREG(status.st_mode)) reject("is not a regular file");
    if (status.st_size == 0) reject("is empty");
    return status;
  }

  /// Reads up to 64 bytes.
  [[nodiscard]] std::string bytes_at(std::int64_t offset) const {
    std::array<char, 64> bytes{};
    const auto count = ::pread(descriptor_, bytes.data(), bytes.size(), offset);
    if (count < 0) reject(std::strerror(errno));
    return {bytes.data(), static_cast<std::size_t>(count)};
  }

 private:
  const std::string& path_;
  int descriptor_ = -1;
};

struct Looked {
  Container container;
  struct stat status;
};

/// Not the head of an ADF file of which a byte is damaged, which is text, too.
bool is_text(std::string_view head) {
  if (head.starts_with("@(#)") || head.find("ADF Database") != std::string_view::npos) return false;
  return std::ranges::all_of(
      head, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t'; });
}

/// Formats in which people keep and send files.
struct Packed {
  std::string_view begin;
  std::string_view what;
};
constexpr std::array packed = {Packed{"\x1f\x8b", "is compressed with gzip: gunzip it first"},
                               Packed{"BZh", "is compressed with bzip2: bunzip2 it first"},
                               Packed{"\xfd"
                                      "7zXZ",
                                      "is compressed with xz: unxz it first"},
                               Packed{"\x28\xb5\x2f\xfd", "is compressed with zstd: unzstd it first"},
                               Packed{"PK\x03\x04", "is a zip archive: unzip it first"}};

bool is_tar(const Probe& probe) {
  constexpr std::int64_t at = 257;
  return probe.bytes_at(at).starts_with("ustar");
}

/// What a file is that begins with `head`, which is neither HDF5's nor ADF's.
std::string what_else(const Probe& probe, std::string_view head, const std::string& path) {
  for (const auto& [begin, what] : packed) {
    if (head.starts_with(begin)) return std::string(what);
  }
  if (is_tar(probe)) return "is a tar archive: unpack it first";
  constexpr std::size_t least = 2;  // a byte is no text
  if (head.size() >= least && is_text(head))
    return fmt::format("is text, not a CGNS file; if it is a list of inputs: @{}", path);
  return "is not a CGNS file: neither HDF5 nor ADF";
}

/// HDF5 reads the first of several files that tar or cat has put into one, and leaves out the others
/// silently.
void require_one(const Probe& probe, const Superblock& block, std::int64_t size) {
  if (block.at > 0 && is_tar(probe)) probe.reject("is a tar archive: unpack it first");
  const auto end = block.end.value_or(0);
  if (end > block.at && end < size && probe.bytes_at(end).starts_with(hdf5_signature))
    probe.reject(
        fmt::format("holds several HDF5 files, as cat joins them: the second one begins at byte {}, "
                    "and no program would read it; name the files one by one",
                    end));
}

/// Looks at the first bytes, because HDF5's messages about other kinds of files do not help.
Looked look_at(const std::string& path) {
  const Probe probe(path);
  const auto status = probe.status();
  const auto head = probe.bytes_at(0);
  if (adf::is_adf(head)) return {Container::adf, status};
  if (hdf5_signature.starts_with(head)) probe.reject("is truncated: it ends after its first bytes");
  const auto block = superblock_of([&](std::int64_t at) { return probe.bytes_at(at); }, status.st_size);
  if (!block) probe.reject(what_else(probe, head, path));
  require_one(probe, *block, status.st_size);
  return {Container::hdf5, status};
}

/// Size of HDF5's metadata cache. A walk needs most metadata only once; the default cache grows to 32 MiB and
/// costs more time than it saves.
constexpr std::size_t metadata_kept = std::size_t{2} << 20;

void keep_little(hid_t access) {
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  h5::check(H5Pget_mdc_config(access, &config), "cannot get the settings of the cache");
  config.set_initial_size = true;
  config.initial_size = config.min_size = config.max_size = metadata_kept;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  h5::check(H5Pset_mdc_config(access, &config), "cannot set the size of the cache");
}

h5::Handle open_hdf5(const std::string& path) {
  const auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  keep_little(access);
  // Values come from the file, or from h5::ValueReader's own chunks: HDF5 trusts the sizes of chunks in its
  // cache.
  h5::check(H5Pset_cache(access, 0, 0, 0, 1.0), "cannot set the size of the cache");
  h5::check(H5Pset_fapl_sec2(access), "cannot set the file driver");
  h5::switch_locking_off(access);
  try {
    return h5::own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "is damaged or truncated");
  } catch (const h5::Failure& failure) {
    if (std::string_view(failure.what()).find("open for write") == std::string_view::npos) throw;
    throw h5::Failure(
        "is marked as open for writing: a program writes it, or ended before it closed it; if none does, "
        "h5clear -s removes the mark from a copy");
  }
}

std::shared_ptr<adf::Database> open_adf(const std::string& path, std::int64_t size) {
  const auto file = std::make_shared<const FileDescriptor>(path, O_RDONLY);
  return std::make_shared<adf::Database>(
      [file](std::int64_t offset, std::span<std::byte> to) { file->read_at(offset, to); }, size);
}

constexpr std::int64_t most_stored = std::int64_t{1} << 50;  // sums and multiples do not overflow

/// Where a file system cannot tell holes, nothing is one.
std::int64_t bytes_besides_holes(const std::string& path, std::int64_t size) {
  constexpr int most_stretches = 1 << 20;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return size;
  const auto file = FileDescriptor::adopt(descriptor, path);
  std::int64_t bytes = 0;
  off_t end = 0;
  for (int i = 0; i < most_stretches && end < size; ++i) {
    const off_t begin = ::lseek(file.get(), end, SEEK_DATA);
    if (begin < 0) return errno == ENXIO ? bytes : size;
    end = ::lseek(file.get(), begin, SEEK_HOLE);
    if (end < 0) return size;
    bytes += end - begin;
  }
  return bytes;
}

/// Blocks are quick to ask for, but fewer than the bytes where a file system compresses, keeps files on tape,
/// or allocates some time after the writing.
std::int64_t stored_bytes(const std::string& path, const struct stat& status) {
  constexpr std::int64_t unit = 512;
  constexpr std::int64_t small = 4 * mebi;  // holes that may well be small arrays without values
  const auto size = std::min<std::int64_t>(status.st_size, most_stored);
  if (unit * status.st_blocks + small >= size) return size;
  return std::min(size, bytes_besides_holes(path, size) + small);
}

bool is_untransposed(hid_t file) {
  return h5::has_link(file, " version") && !h5::has_link(file, " hdf5version");
}

}  // namespace

FileState state_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw system_error("cannot find", path, errno);
  return state_from(status);
}

FileState state_of(const FileDescriptor& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw system_error("cannot find", file.path(), errno);
  if (!S_ISREG(status.st_mode)) throw system_error("cannot read", file.path(), EINVAL);
  return state_from(status);
}

FileState state_of(const cgns::File& file) {
  return {file.size, file.modified_ns, file.changed_ns, {file.device, file.inode}};
}

void set_state(cgns::File& file, const FileState& state) {
  file.size = state.size;
  file.modified_ns = state.modified_ns;
  file.changed_ns = state.changed_ns;
  file.device = state.identity.device;
  file.inode = state.identity.inode;
}

std::int64_t stored_bytes(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? stored_bytes(path, status) : 0;
}

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity_from(status);
}

Container container_of(const std::string& path) { return look_at(path).container; }

bool is_adf(const std::string& path) {
  try {
    return container_of(path) == Container::adf;
  } catch (const InputError&) {
    return false;
  }
}

std::shared_ptr<const OpenFile> open_file(const std::string& path) {
  const h5::Quiet quiet;
  const auto [container, status] = look_at(path);
  OpenFile file{.path = path, .state = state_from(status), .stored = stored_bytes(path, status)};
  try {
    if (container == Container::adf) {
      file.adf = open_adf(path, status.st_size);
    } else {
      file.id = open_hdf5(path);
      file.untransposed = is_untransposed(file.id);
    }
  } catch (const Unreadable& failure) {
    throw input_error(path, "", failure.what());
  }
  return std::make_shared<const OpenFile>(std::move(file));
}

bool is_cgns(const OpenFile& file) {
  const h5::Quiet quiet;
  return file.adf || h5::has_link(file.id, " hdf5version") || h5::has_link(file.id, " version") ||
         h5::has_link(file.id, "CGNSLibraryVersion") || h5::has_attribute(file.id, "label");
}

std::shared_ptr<const OpenFile> OpenFiles::get(const std::string& path) {
  const auto found =
      std::find_if(files_.begin(), files_.end(), [&](const auto& f) { return f->path == path; });
  if (found != files_.end()) {
    files_.splice(files_.begin(), files_, found);
    return files_.front();
  }
  if (files_.size() >= limit_) files_.pop_back();
  const auto& file = files_.emplace_front(open_file(path));
  seen_.emplace(file->state.identity, path);
  return file;
}

}  // namespace pcgns::file
