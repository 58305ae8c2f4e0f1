#include "pcgns/h5/output_file.hpp"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

#include "pcgns/base/error.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

struct OutputFile::State {
  int error_number = 0;  ///< Of the first write that failed, or 0.
  Reserved reserved = {};
  std::int64_t chunk_offset = -1;  ///< Of the chunk that is there already; -1: there is none.
  std::int64_t array_offset = -1;  ///< Of the array that is allocated next; -1: anywhere.
  bool exists = false;             ///< The file is opened, not created.
};

namespace {

/// What an access property list says to the driver.
struct Settings {
  OutputFile::State* state = nullptr;
};

/// An open file of the driver. HDF5 knows the part that it inherits.
struct DriverFile : H5FD_t {
  int descriptor = -1;
  OutputFile::State* state = nullptr;
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

DriverFile& cast(H5FD_t* file) { return *static_cast<DriverFile*>(file); }
const DriverFile& cast(const H5FD_t* file) { return *static_cast<const DriverFile*>(file); }

void keep_first(OutputFile::State& state) {
  if (state.error_number == 0) state.error_number = errno;
}

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access));
  if (settings == nullptr) return nullptr;
  const auto& state = *settings->state;
  const int make = state.exists ? 0 : O_CREAT | (state.reserved.bytes.empty() ? O_TRUNC : 0);
  const int descriptor = ::open(name, O_RDWR | O_CLOEXEC | make, 0666);
  if (descriptor < 0) {
    keep_first(*settings->state);
    return nullptr;
  }
  auto* file = new (std::nothrow) DriverFile();
  if (file == nullptr) {
    ::close(descriptor);
    return nullptr;
  }
  file->descriptor = descriptor;
  file->state = settings->state;
  struct stat status = {};
  if (state.exists && ::fstat(descriptor, &status) == 0)
    file->end_of_file = static_cast<haddr_t>(status.st_size);
  return file;
}

herr_t close_file(H5FD_t* file) {
  if (::close(cast(file).descriptor) != 0) keep_first(*cast(file).state);
  delete &cast(file);
  return 0;
}

/// As sec2 does it, but that small arrays have their places from `allocate`.
herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t up_to(haddr_t value, haddr_t unit) { return (value + unit - 1) / unit * unit; }

/// What is allocated next begins at a multiple of the largest size of a value, so that no value crosses the
/// border of a domain. (HDF5's own alignment is for arrays from some size on.)
haddr_t allocate(H5FD_t* file, H5FD_mem_t kind, hid_t, hsize_t size) {
  constexpr haddr_t largest_value = 16;
  const auto& [bytes, alignment] = cast(file).state->reserved;
  if (kind == H5FD_MEM_DRAW && cast(file).state->array_offset >= 0)
    return static_cast<haddr_t>(cast(file).state->array_offset);
  if (kind == H5FD_MEM_DRAW && cast(file).state->chunk_offset >= 0)
    return static_cast<haddr_t>(cast(file).state->chunk_offset);
  auto& end = cast(file).end_of_allocation;
  const bool is_first = end == 0;
  if (cast(file).state->exists) end = std::max(end, static_cast<haddr_t>(bytes.end));
  const bool is_aligned = kind == H5FD_MEM_DRAW && size >= static_cast<hsize_t>(alignment);
  const auto begin = is_aligned ? up_to(end, static_cast<haddr_t>(alignment)) : end;
  end = up_to(begin + size, largest_value);
  if (is_first) end = std::max(end, static_cast<haddr_t>(bytes.end));
  return begin;
}

haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t) { return cast(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  cast(file).end_of_allocation = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) { return cast(file).end_of_file; }

/// Zeros beyond the end of the file.
herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const auto count = ::pread(cast(file).descriptor, to, size, static_cast<off_t>(address));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      keep_first(*cast(file).state);
      return -1;
    }
    if (count == 0) break;
    to += count;
    address += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t size, const void* buffer) {
  if (kind == H5FD_MEM_DRAW && cast(file).state->chunk_offset >= 0) {
    cast(file).state->chunk_offset = -1;
    return 0;
  }
  const auto* from = static_cast<const char*>(buffer);
  while (size > 0) {
    const auto count = ::pwrite(cast(file).descriptor, from, size, static_cast<off_t>(address));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      keep_first(*cast(file).state);
      return 0;
    }
    from += count;
    address += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  cast(file).end_of_file = std::max(cast(file).end_of_file, address);
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  auto& self = cast(file);
  if (self.end_of_file == self.end_of_allocation) return 0;
  if (::ftruncate(self.descriptor, static_cast<off_t>(self.end_of_allocation)) != 0) keep_first(*self.state);
  self.end_of_file = self.end_of_allocation;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  // From the range that HDF5 leaves to applications; never stored in a file.
  driver.value = static_cast<H5FD_class_value_t>(511);
#endif
  driver.name = "pcgns-output";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Settings);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.alloc = allocate;
  driver.get_eoa = end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = end_of_file;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  const H5FD_mem_t free_lists[] = H5FD_FLMAP_DICHOTOMY;
  std::memcpy(driver.fl_map, free_lists, sizeof free_lists);
  return driver;
}

hid_t driver() {
  static const H5FD_class_t class_of_driver = driver_class();
  static const hid_t id = check(H5FDregister(&class_of_driver), "cannot register the file driver");
  return id;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, hid_t creation, hid_t access, const Reserved& reserved)
    : path_(path), state_(std::make_unique<State>(State{.reserved = reserved})) {
  const Settings settings{state_.get()};
  check(H5Pset_driver(access, driver(), &settings), "cannot choose the file driver");
  file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  require_written();
  if (!file_) fail("cannot create the file");
}

OutputFile::OutputFile(const std::string& path, hid_t access, const Reserved& reserved)
    : path_(path), state_(std::make_unique<State>(State{.reserved = reserved, .exists = true})) {
  const Settings settings{state_.get()};
  check(H5Pset_driver(access, driver(), &settings), "cannot choose the file driver");
  file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), H5Fclose);
  require_written();
  if (!file_) fail("cannot open the file");
}

OutputFile::~OutputFile() = default;

void OutputFile::place_chunk(std::int64_t offset) { state_->chunk_offset = offset; }

void OutputFile::place_array(std::int64_t offset) { state_->array_offset = offset; }

void OutputFile::require_written() const {
  if (state_->error_number != 0) throw system_error("cannot write", path_, state_->error_number);
}

void OutputFile::close() {
  const auto closed = file_.close();
  require_written();
  check(closed, "cannot close the file");
}

}  // namespace pcgns::h5
