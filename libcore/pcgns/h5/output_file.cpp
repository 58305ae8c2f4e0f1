#include "pcgns/h5/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <tuple>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/h5/detail/file_driver.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

struct OutputFile::State {
  int error_number = 0;  ///< errno of the first failed write, or 0.
  Reserved reserved = {};
  std::int64_t chunk_offset = -1;  ///< Of the next chunk, which is already in the file; -1: none.
  std::int64_t array_offset = -1;  ///< Of the next array to be allocated; -1: anywhere.
  std::int64_t residue = -1;       ///< Of its offset modulo `block`; -1: any.
  std::int64_t block = 1;
  bool exists = false;  ///< The file is opened, not created.
  bool is_image = false;
  haddr_t begin = 0;                       ///< Of the objects of an image; 0 while it is created.
  std::vector<std::byte> low = {};         ///< What an image has before them: superblock and root.
  std::vector<std::byte> low_before = {};  ///< The same before the first object.
  std::vector<std::byte> image = {};       ///< From `begin` on.
};

namespace {

void keep_first(OutputFile::State& state) {
  if (state.error_number == 0) state.error_number = errno;
}

OutputFile::State& state_of(H5FD_t* file) { return h5::state_of<OutputFile::State>(file); }

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  auto* const state = static_cast<OutputFile::State*>(state_in(access));
  if (state == nullptr) return nullptr;
  if (state->is_image) return opened(-1, state, 0);
  const int make = state->exists ? 0 : O_CREAT | (state->reserved.bytes.empty() ? O_TRUNC : 0);
  const int descriptor = ::open(name, O_RDWR | O_CLOEXEC | make, 0666);
  if (descriptor < 0) {
    keep_first(*state);
    return nullptr;
  }
  struct stat status = {};
  const bool is_known = state->exists && ::fstat(descriptor, &status) == 0;
  return opened(descriptor, state, is_known ? static_cast<haddr_t>(status.st_size) : 0);
}

herr_t close_file(H5FD_t* file) {
  auto& state = state_of(file);
  if (state.is_image) {
    state.image.resize(std::max(driver_file(file).end_of_allocation, state.begin) - state.begin);
  } else if (::close(driver_file(file).descriptor) != 0) {
    keep_first(state);
  }
  delete &driver_file(file);
  return 0;
}

/// As sec2 does, except that `allocate` places small arrays, too.
herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t up_to(haddr_t value, haddr_t unit) { return (value + unit - 1) / unit * unit; }

/// Aligns everything to the largest value size, so that no value crosses the border of a file block. (HDF5's
/// own alignment only covers arrays above a threshold, and it returns unused ends of blocks.)
haddr_t allocate(H5FD_t* file, H5FD_mem_t kind, hid_t, hsize_t size) {
  constexpr haddr_t largest_value = 16;
  const auto& state = state_of(file);
  const auto& [bytes, alignment] = state.reserved;
  if (kind == H5FD_MEM_DRAW && state.array_offset >= 0) return static_cast<haddr_t>(state.array_offset);
  if (kind == H5FD_MEM_DRAW && state.chunk_offset >= 0) return static_cast<haddr_t>(state.chunk_offset);
  auto& end = driver_file(file).end_of_allocation;
  const bool is_first = end == 0;
  if (state.exists) end = std::max(end, static_cast<haddr_t>(bytes.end));
  if (state.is_image) end = std::max(end, state.begin);
  const bool is_aligned = kind == H5FD_MEM_DRAW && size >= static_cast<hsize_t>(alignment);
  auto unit = is_aligned ? std::max(static_cast<haddr_t>(alignment), largest_value) : largest_value;
  if (state.is_image && kind != H5FD_MEM_DRAW) unit = 1;  // as in a block of metadata
  haddr_t residue = 0;
  if (kind == H5FD_MEM_DRAW && state.residue >= 0) {
    unit = std::max(unit, static_cast<haddr_t>(state.block));
    residue = static_cast<haddr_t>(state.residue);
  }
  const auto begin = up_to(std::max(end, residue) - residue, unit) + residue;
  end = begin + size;
  if (is_first) end = std::max(end, static_cast<haddr_t>(bytes.end));
  return begin;
}

/// The chunks of an image lie anywhere in the file that it is a part of.
haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t kind) {
  const auto& self = *static_cast<const DriverFile*>(file);
  const auto& state = *static_cast<const OutputFile::State*>(self.state);
  const bool is_apart = state.is_image && kind == H5FD_MEM_DRAW && state.chunk_offset >= 0;
  return is_apart ? HADDR_MAX : self.end_of_allocation;
}

/// Where an image keeps what belongs at `address`.
std::vector<std::byte>& half_at(OutputFile::State& state, haddr_t& address) {
  if (state.begin == 0 || address < state.begin) return state.low;
  address -= state.begin;
  return state.image;
}

void read_image(OutputFile::State& state, haddr_t address, std::span<std::byte> to) {
  const auto& from = half_at(state, address);
  std::ranges::fill(to, std::byte{});
  if (address < from.size())
    std::memcpy(to.data(), from.data() + address, std::min<std::size_t>(to.size(), from.size() - address));
}

void write_image(OutputFile::State& state, haddr_t address, std::span<const std::byte> from) {
  auto& to = half_at(state, address);
  if (to.size() < address + from.size()) to.resize(address + from.size());
  std::memcpy(to.data() + address, from.data(), from.size());
}

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  if (state_of(file).is_image) {
    read_image(state_of(file), address, {static_cast<std::byte*>(buffer), size});
    return 0;
  }
  if (read_or_zeros(driver_file(file).descriptor, address, size, buffer) == 0) return 0;
  keep_first(state_of(file));
  return -1;
}

herr_t write(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t size, const void* buffer) {
  if (kind == H5FD_MEM_DRAW && state_of(file).chunk_offset >= 0) {
    state_of(file).chunk_offset = -1;
    return 0;
  }
  if (state_of(file).is_image) {
    write_image(state_of(file), address, {static_cast<const std::byte*>(buffer), size});
    return 0;
  }
  const auto* from = static_cast<const char*>(buffer);
  while (size > 0) {
    const auto count = within_size_limit(
        [&] { return ::pwrite(driver_file(file).descriptor, from, size, static_cast<off_t>(address)); });
    if (count <= 0) {
      keep_first(state_of(file));
      return 0;
    }
    from += count;
    address += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  driver_file(file).end_of_file = std::max(driver_file(file).end_of_file, address);
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  auto& self = driver_file(file);
  if (state_of(file).is_image || self.end_of_file == self.end_of_allocation) return 0;
  if (within_size_limit(
          [&] { return ::ftruncate(self.descriptor, static_cast<off_t>(self.end_of_allocation)); }) != 0)
    keep_first(state_of(file));
  self.end_of_file = self.end_of_allocation;
  return 0;
}

H5FD_class_t output_driver() {
  auto driver = plain_driver("pcgns-output", 511);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.alloc = allocate;
  driver.get_eoa = end_of_allocation;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  return driver;
}

hid_t driver() {
  static const H5FD_class_t class_of_driver = output_driver();
  static const hid_t id = check(H5FDregister(&class_of_driver), "cannot register the file driver");
  return id;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, hid_t creation, hid_t access, const Reserved& reserved)
    : path_(path), state_(std::make_unique<State>(State{.reserved = reserved})) {
  use_driver(access, driver(), state_.get());
  file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  require_written();
  if (!file_) fail("cannot create the file");
}

OutputFile::OutputFile(const std::string& path, hid_t access, const Reserved& reserved)
    : path_(path), state_(std::make_unique<State>(State{.reserved = reserved, .exists = true})) {
  use_driver(access, driver(), state_.get());
  file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), H5Fclose);
  require_written();
  if (!file_) fail("cannot open the file");
}

OutputFile::OutputFile(std::int64_t begin, hid_t creation, hid_t access)
    : path_("an image"), state_(std::make_unique<State>(State{.is_image = true})) {
  use_driver(access, driver(), state_.get());
  file_ = own(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, "cannot create an image");
  check(H5Fflush(file_, H5F_SCOPE_LOCAL), "cannot flush an image");
  state_->low_before = state_->low;
  state_->begin = static_cast<haddr_t>(begin);
}

OutputFile::~OutputFile() = default;

void OutputFile::place_chunk(std::int64_t offset) { state_->chunk_offset = offset; }

void OutputFile::place_array(std::int64_t offset) { state_->array_offset = offset; }

void OutputFile::place_array_modulo(std::int64_t residue, std::int64_t block) {
  state_->residue = residue;
  state_->block = block;
}

void OutputFile::require_written() const {
  if (state_->error_number != 0) throw system_error("cannot write", path_, state_->error_number);
}

void OutputFile::close() {
  const auto closed = file_.close();
  require_written();
  check(closed, "cannot close the file");
}

std::vector<std::byte> OutputFile::take_image() {
  close();
  // The superblock, of versions 2 and 3, changes at every close.
  constexpr std::ptrdiff_t superblock = 48;
  const auto& [low, before] = std::tie(state_->low, state_->low_before);
  if (low.size() != before.size() || std::ssize(low) < superblock) return {};
  if (!std::equal(low.begin() + superblock, low.end(), before.begin() + superblock)) return {};
  return std::move(state_->image);
}

}  // namespace pcgns::h5
