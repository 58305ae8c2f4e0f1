#include "pcgns/h5/chunk_finder.hpp"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

/// What the driver would have read last.
struct ChunkFinder::Seen {
  haddr_t offset = HADDR_UNDEF;
  std::size_t size = 0;
};

namespace {

struct Settings {
  ChunkFinder::Seen* seen = nullptr;
};

struct DriverFile : H5FD_t {
  int descriptor = -1;
  ChunkFinder::Seen* seen = nullptr;
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};

DriverFile& cast(H5FD_t* file) { return *static_cast<DriverFile*>(file); }
const DriverFile& cast(const H5FD_t* file) { return *static_cast<const DriverFile*>(file); }

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access));
  if (settings == nullptr) return nullptr;
  const int descriptor = ::open(name, O_RDONLY | O_CLOEXEC);
  struct stat facts = {};
  if (descriptor < 0 || ::fstat(descriptor, &facts) != 0) return nullptr;
  auto* file = new (std::nothrow) DriverFile();
  if (file == nullptr) {
    ::close(descriptor);
    return nullptr;
  }
  file->descriptor = descriptor;
  file->seen = settings->seen;
  file->end_of_file = static_cast<haddr_t>(facts.st_size);
  return file;
}

herr_t close_file(H5FD_t* file) {
  ::close(cast(file).descriptor);
  delete &cast(file);
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t) { return cast(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  cast(file).end_of_allocation = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) { return cast(file).end_of_file; }

herr_t read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t size, void* buffer) {
  if (kind == H5FD_MEM_DRAW) {
    *cast(file).seen = {address, size};
    return 0;
  }
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const auto count = ::pread(cast(file).descriptor, to, size, static_cast<off_t>(address));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    to += count;
    address += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) { return -1; }

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(510);
#endif
  driver.name = "pcgns-find";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Settings);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.get_eoa = end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = end_of_file;
  driver.read = read;
  driver.write = write;
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

ChunkFinder::ChunkFinder(const std::string& path) : seen_(std::make_unique<Seen>()) {
  const auto access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot make a property list");
  const Settings settings{seen_.get()};
  check(H5Pset_driver(access, driver(), &settings), "cannot choose the file driver");
  switch_locking_off(access);
  file_ = own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "is damaged or truncated");
}

ChunkFinder::~ChunkFinder() = default;

std::optional<tree::ChunkTable> ChunkFinder::find(const std::string& path, std::int64_t size) {
  const auto dataset = own(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose, "cannot open the values");
  const Grid grid(extents_of(dataset), chunk_of(dataset));
  std::byte nothing = {};
  tree::ChunkTable table;
  for (std::int64_t i = 0; i < grid.count(); ++i) {
    const auto start = grid.box(i).start;
    const std::vector<hsize_t> origin(start.begin(), start.end());
    std::uint32_t mask = 0;
    *seen_ = {};
    if (H5Dread_chunk(dataset, H5P_DEFAULT, origin.data(), &mask, &nothing) < 0) return std::nullopt;
    if (seen_->offset == HADDR_UNDEF || seen_->offset + seen_->size > static_cast<haddr_t>(size))
      return std::nullopt;
    table.offsets.push_back(static_cast<std::int64_t>(seen_->offset));
    table.sizes.push_back(static_cast<std::int64_t>(seen_->size));
    table.masks.push_back(mask);
  }
  return table;
}

}  // namespace pcgns::h5
