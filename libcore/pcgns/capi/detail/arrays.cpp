#include "pcgns/capi/detail/arrays.hpp"

#include <fcntl.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/open_files.hpp"

namespace pcgns::capi {

namespace {

constexpr std::int64_t largest_value = 16;
constexpr std::int64_t decompressed = 16 * mebi;  ///< Limit for decompressed data that HDF5 keeps.

}  // namespace

Arrays::Arrays(cgns::InputSet inputs, std::string path, std::int64_t end, std::int64_t alignment, bool syncs)
    : inputs_(std::move(inputs)),
      path_(std::move(path)),
      begin_(round_up(end, std::max(alignment, largest_value))),
      end_(begin_),
      alignment_(alignment),
      syncs_(syncs),
      old_ones_(static_cast<int>(inputs_.arrays.size())) {
  if (inputs_.files.empty()) inputs_.files.push_back({.path = path_});
}

int Arrays::allot(cgns::DataType type, std::vector<std::int64_t> dims) {
  cgns::Array array{.type = type, .dims = std::move(dims)};
  const auto bytes = array.bytes();
  array.offset = round_up(end_, bytes >= alignment_ ? alignment_ : largest_value);
  if (bytes > std::numeric_limits<std::int64_t>::max() / 2 - array.offset)
    throw Error(ErrorKind::usage, "the file would have more than 2^62 bytes");
  end_ = round_up(array.offset + bytes, largest_value);
  inputs_.arrays.push_back(std::move(array));
  return static_cast<int>(inputs_.arrays.size()) - 1;
}

void Arrays::take_back(int index) {
  if (index + 1 != static_cast<int>(inputs_.arrays.size()) || index < old_ones_) return;
  end_ = inputs_.arrays.back().offset;
  inputs_.arrays.pop_back();
}

bool Arrays::links_to(const std::string& path) const {
  const auto identity = file::identity_of(path);
  if (!identity) return false;
  const auto is_linked = [&](const cgns::File& file) {
    return file.linked && file::state_of(file).identity == identity;
  };
  const auto is_passed = [&](const std::string& passed) { return file::identity_of(passed) == identity; };
  return std::ranges::any_of(inputs_.files, is_linked) || std::ranges::any_of(inputs_.passed, is_passed);
}

void Arrays::locate(int index, io::FileBox& box) const {
  const auto& array = at(index);
  box.offset = array.offset;
  box.type = array.type;
  box.dims = array.dims;
  box.swapped = array.swapped;
}

void Arrays::read_by_hdf5(int index, const io::Slab& slab) {
  if (!hdf5_) hdf5_ = std::make_unique<file::ArrayReader>(inputs_, decompressed);
  const io::Runs in_file(slab.box);
  const io::Runs runs(slab);
  const auto size = runs.value_size();
  std::vector<std::byte> buffer;
  std::int64_t number = 0;
  in_file.each({0, in_file.volume()}, [&](const io::Run& stretch) {
    buffer.resize(static_cast<std::size_t>(stretch.count * size));
    const auto first = stretch.at / size;
    hdf5_->read(index, {first, first + stretch.count}, buffer);
    runs.each({number, number + stretch.count},
              [&](const io::Run& run) { io::unpack(slab, run, buffer.data() + (run.at - stretch.at)); });
    number += stretch.count;
  });
}

const FileDescriptor& Arrays::source(int file) {
  auto found = sources_.find(file);
  if (found == sources_.end()) {
    const auto& path = inputs_.files.at(static_cast<std::size_t>(file)).path;
    found = sources_.emplace(file, FileDescriptor(path, O_RDONLY)).first;
  }
  // Values that nobody has written yet can be read. The file is not extended to them, because that cannot be
  // done safely where others write it meanwhile and the file system does not have fallocate.
  if (file == 0 && end_ > begin_) found->second.read_zeros_beyond_end();
  return found->second;
}

io::Sink& Arrays::sink() {
  if (!sink_) sink_ = io::posix_sink(path_, syncs_ ? io::Writeback::early : io::Writeback::late);
  return *sink_;
}

void Arrays::close() {
  if (!sink_) return;
  if (syncs_) sink_->sync();
  sink_->close();
  sink_.reset();
}

void Arrays::move_to(const std::string& path) {
  path_ = path;
  inputs_.files.front().path = path;
  sources_.erase(0);
  hdf5_.reset();
}

}  // namespace pcgns::capi
