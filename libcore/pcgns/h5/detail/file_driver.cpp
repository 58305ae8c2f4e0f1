#include "pcgns/h5/detail/file_driver.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

namespace {

/// Driver data of an access property list.
struct Settings {
  void* state = nullptr;
};

herr_t close_file(H5FD_t* file) {
  ::close(driver_file(file).descriptor);
  delete &driver_file(file);
  return 0;
}

haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t) {
  return static_cast<const DriverFile*>(file)->end_of_allocation;
}

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  driver_file(file).end_of_allocation = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) {
  return static_cast<const DriverFile*>(file)->end_of_file;
}

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  return read_or_zeros(driver_file(file).descriptor, address, size, buffer);
}

}  // namespace

H5FD_class_t plain_driver(const char* name, [[maybe_unused]] int value) {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(value);
#endif
  driver.name = name;
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Settings);
  driver.close = close_file;
  driver.get_eoa = end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = end_of_file;
  driver.read = read;
  const H5FD_mem_t free_lists[] = H5FD_FLMAP_DICHOTOMY;
  std::memcpy(driver.fl_map, free_lists, sizeof free_lists);
  return driver;
}

void use_driver(hid_t access, hid_t driver, void* state) {
  const Settings settings{state};
  check(H5Pset_driver(access, driver, &settings), "cannot set the file driver");
}

void* state_in(hid_t access) {
  const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access));
  return settings == nullptr ? nullptr : settings->state;
}

H5FD_t* opened(int descriptor, void* state, haddr_t end_of_file) {
  auto* file = new (std::nothrow) DriverFile();
  if (file == nullptr) {
    ::close(descriptor);
    return nullptr;
  }
  file->descriptor = descriptor;
  file->state = state;
  file->end_of_file = end_of_file;
  return file;
}

herr_t read_or_zeros(int descriptor, haddr_t address, std::size_t size, void* buffer) {
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const auto count = ::pread(descriptor, to, size, static_cast<off_t>(address));
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

}  // namespace pcgns::h5
