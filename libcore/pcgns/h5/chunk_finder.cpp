#include "pcgns/h5/chunk_finder.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/detail/file_driver.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

/// The last read that the driver intercepted.
struct ChunkFinder::Seen {
  haddr_t offset = HADDR_UNDEF;
  std::size_t size = 0;
};

namespace {

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  auto* const seen = state_in(access);
  const int descriptor = seen == nullptr ? -1 : ::open(name, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat facts = {};
  const bool is_sized = ::fstat(descriptor, &facts) == 0;
  return opened(descriptor, seen, is_sized ? static_cast<haddr_t>(facts.st_size) : 0);
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

herr_t read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t size, void* buffer) {
  if (kind != H5FD_MEM_DRAW) return read_or_zeros(driver_file(file).descriptor, address, size, buffer);
  state_of<ChunkFinder::Seen>(file) = {address, size};
  return 0;
}

herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) { return -1; }

H5FD_class_t finding_driver() {
  auto driver = plain_driver("pcgns-find", 510);
  driver.open = open_file;
  driver.query = query;
  driver.read = read;
  driver.write = write;
  return driver;
}

hid_t driver() {
  static const H5FD_class_t class_of_driver = finding_driver();
  static const hid_t id = check(H5FDregister(&class_of_driver), "cannot register the file driver");
  return id;
}

}  // namespace

ChunkFinder::ChunkFinder(const std::string& path) : seen_(std::make_unique<Seen>()) {
  const auto access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  use_driver(access, driver(), seen_.get());
  switch_locking_off(access);
  file_ = own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "is damaged or truncated");
}

ChunkFinder::~ChunkFinder() = default;

std::optional<cgns::ChunkTable> ChunkFinder::find(const std::string& path, std::int64_t size,
                                                  const std::function<void()>& found_one) {
  const auto dataset = own(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose, "cannot open the values");
  const Grid grid(extents_of(dataset), chunk_of(dataset));
  std::byte nothing = {};
  cgns::ChunkTable table;
  for (std::int64_t i = 0; i < grid.count(); ++i) {
    const auto start = grid.box(i).start;
    const std::vector<hsize_t> origin(start.begin(), start.end());
    std::uint32_t mask = 0;
    *seen_ = {};
    if (read_stored_chunk(dataset, origin.data(), &mask, &nothing) < 0) return std::nullopt;
    if (seen_->offset == HADDR_UNDEF || seen_->offset + seen_->size > static_cast<haddr_t>(size))
      return std::nullopt;
    table.offsets.push_back(static_cast<std::int64_t>(seen_->offset));
    table.sizes.push_back(static_cast<std::int64_t>(seen_->size));
    table.masks.push_back(mask);
    if (found_one) found_one();
  }
  return table;
}

}  // namespace pcgns::h5
