// document_cache.cpp: lists of values of an open file, through blocks in the memory of all ranks.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/document_state.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

namespace {

using cgns::Node;

/// Values that are converted at a time.
constexpr std::int64_t most_converted = 1 << 18;

}  // namespace

/// The addresses of a cache: offsets of the file that is written, from 0 on; then each linked file, and each
/// array that has no offset, at a place of its own.
class ArrayBacking : public cache::Backing {
 public:
  ArrayBacking(Arrays& arrays, restart::FileSet* set) : arrays_(arrays), set_(set) {
    std::int64_t begin = first_other;
    const auto add = [&](std::int64_t bytes, int file, int array) {
      places_.push_back({{begin, begin + bytes}, file, array});
      begin = round_up(begin + bytes, gibi);
    };
    for (int file = 1; set == nullptr && file < arrays.files(); ++file) add(arrays.file_size(file), file, -1);
    for (int array = 0; array < arrays.old_ones(); ++array) {
      if (!arrays.is_plain(array)) add(arrays.at(array).bytes(), -1, array);
    }
  }

  /// Bytes of all that can be read, as it is now.
  [[nodiscard]] std::int64_t bytes() const {
    std::int64_t sum = set_ == nullptr ? arrays_.file_size(0) : 0;
    for (const auto& place : places_) sum += place.bytes.size();
    return sum;
  }

  [[nodiscard]] std::int64_t address_of(int array) const {
    const bool is_plain = arrays_.is_plain(array);
    const int file = is_plain ? arrays_.at(array).file : -1;
    const auto offset = is_plain ? arrays_.at(array).offset : 0;
    if (file == 0) return offset;
    const auto found = std::ranges::find_if(
        places_, [&](const Place& place) { return is_plain ? place.file == file : place.array == array; });
    return found->bytes.begin + offset;
  }

  void read(std::int64_t address, std::span<std::byte> to) override {
    if (address < first_other) return file(0).read(address, to);
    const auto& place = place_of(address);
    const auto offset = address - place.bytes.begin;
    if (place.file >= 0) return file(place.file).read(offset, to);
    const auto end = std::min(offset + std::ssize(to), place.bytes.size());
    read_array(place.array, {offset, end}, to.first(static_cast<std::size_t>(end - offset)));
  }
  void write(std::int64_t address, std::span<const std::byte> from) override {
    arrays_.sink().write(address, from);
  }
  void expect(Range bytes) override {
    if (bytes.begin < first_other) return file(0).expect(bytes);
    const auto& place = place_of(bytes.begin);
    const auto begin = place.bytes.begin;
    if (place.file >= 0) file(place.file).expect({bytes.begin - begin, bytes.end - begin});
  }

 private:
  struct Place {
    Range bytes;
    int file;   ///< Or -1.
    int array;  ///< Or -1.
  };
  static constexpr std::int64_t first_other = std::int64_t{1} << 60;

  const Place& place_of(std::int64_t address) const {
    const auto next = std::ranges::upper_bound(places_, address, {}, [](auto& p) { return p.bytes.begin; });
    return *std::prev(next);
  }

  cache::FileBacking& file(int number) {
    const auto& source = arrays_.source(number);  // long enough for arrays that were created since
    return files_.try_emplace(number, source, nullptr).first->second;
  }

  void read_array(int index, Range bytes, std::span<std::byte> to) {
    const auto& array = arrays_.at(index);
    const auto size = cgns::size_of(array.type);
    const Range values = {bytes.begin / size, bytes.end / size};
    const std::vector<std::int64_t> extents(array.dims.rbegin(), array.dims.rend());
    for (const auto& part : slabs_of(values, extents)) {
      io::Slab slab{.memory = to.data(), .memory_type = array.type};
      slab.box = {.type = array.type, .dims = array.dims};
      slab.box.begin.assign(part.start.rbegin(), part.start.rend());
      slab.box.count.assign(part.count.rbegin(), part.count.rend());
      slab.strides = io::strides_of(slab.box.count);
      set_ != nullptr ? set_->read_alone({index, slab}) : arrays_.read_by_hdf5(index, slab);
      to = to.subspan(static_cast<std::size_t>(cgns::bytes_of(array.type, slab.box.count)));
    }
  }

  Arrays& arrays_;
  restart::FileSet* set_;
  std::vector<Place> places_;  ///< Ascending.
  std::map<int, cache::FileBacking> files_;
};

Document::State::State() = default;
Document::State::~State() = default;

/// Without a flush. @note Collective.
void Document::State::end_cache() {
  if (cache) cache->close();
  cache.reset();
}

void Document::start_cache(cache::Options options, bool overwrites) {
  auto& self = *state_;
  if (self.cache)
    throw Error(ErrorKind::usage, at(self.path, "", "has a cache already: close the file to change it"));
  if (self.comm == MPI_COMM_NULL)
    throw Error(ErrorKind::usage, at(self.path, "", "was opened by cg_open: a cache needs cgp_open"));
  if (overwrites && self.mode == Mode::read)
    throw Error(ErrorKind::usage, at(self.path, "", "the file is open for reading only"));
  if (overwrites && self.mode == Mode::modify) self.stage_copy();
  options.writes = self.mode != Mode::read;
  self.backing = std::make_unique<ArrayBacking>(*self.arrays, self.is_set ? self.files.get() : nullptr);
  // A file that does not grow needs no more memory than it has bytes.
  const auto share = divide_up(self.backing->bytes(), par::size_of(self.comm)) + 2 * options.block;
  if (!options.writes) options.memory = std::min(options.memory, share);
  self.cache = std::make_unique<cache::Cache>(self.comm, *self.backing, options);
}

cache::Cache* Document::cache() { return state_->cache.get(); }

void Document::flush_cache() {
  auto& self = *state_;
  if (!self.cache) throw Error(ErrorKind::usage, at(self.path, "", "has no cache: call cgp_cache"));
  self.require_same_calls();
  self.write([&] { self.cache->flush(); });
}

namespace {

void require_indices(const std::string& place, const ListedValues& values, std::int64_t count) {
  if (values.indices.empty()) return;
  if (values.indices.data() == nullptr || values.memory == nullptr)
    throw Error(ErrorKind::usage, fmt::format("{}: the indices or the values of the list are NULL", place));
  const auto wrong = cache::first_outside(values.indices, count);
  if (wrong >= 0)
    throw Error(ErrorKind::usage,
                fmt::format("{}: index {} of the list is {}: expected 1 to {}", place, wrong + 1,
                            values.indices[static_cast<std::size_t>(wrong)], count));
}

/// Values of a list that follow one another in memory, as the file has them.
io::Slab slab_of(const ListedValues& values, cgns::DataType type, bool is_swapped) {
  io::Slab slab{.memory = values.memory, .memory_type = values.type, .strides = {1}};
  slab.box.type = type;
  slab.box.swapped = is_swapped;
  return slab;
}

/// Calls `step` for so many values at a time that converting them takes little memory.
void in_portions(const ListedValues& values, const std::function<void(const ListedValues&)>& step) {
  const auto total = std::ssize(values.indices);
  for (std::int64_t first = 0; first < total; first += most_converted) {
    const auto count = std::min(most_converted, total - first);
    step({values.indices.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
          values.type, static_cast<std::byte*>(values.memory) + first * cgns::size_of(values.type)});
  }
}

}  // namespace

void Document::State::move_list(Direction direction, const Node& node, const ListedValues& values) {
  const auto& array = arrays->at(node.array);
  const cache::ValueList list{backing->address_of(node.array), cgns::size_of(array.type), values.indices};
  const auto move = [&](const cache::ValueList& some, std::byte* memory) {
    direction == Direction::read ? cache->read(some, memory) : cache->write(some, memory);
  };
  const bool is_swapped = array.swapped && arrays->is_plain(node.array);  // HDF5 reads in the machine's order
  if (array.type == values.type && !is_swapped) return move(list, static_cast<std::byte*>(values.memory));
  in_portions(values, [&](const ListedValues& portion) {
    std::vector<std::byte> in_file(portion.indices.size() * static_cast<std::size_t>(list.size));
    const auto slab = slab_of(portion, array.type, is_swapped);
    const io::Run run{.count = std::ssize(portion.indices)};
    if (direction == Direction::write) io::pack(slab, run, in_file.data());
    move({list.address, list.size, portion.indices}, in_file.data());
    if (direction == Direction::read) io::unpack(slab, run, in_file.data());
  });
}

/// A file that is modified must stay as it was until it is closed, so that what it has can only be
/// overwritten in a copy.
void Document::State::require_writable(const Spot& spot) const {
  if (mode == Mode::read)
    throw Error(ErrorKind::usage, at(path, spot.path, "the file is open for reading only"));
  const bool is_new = spot->is_bulk() && (is_staged || spot->array >= arrays->old_ones());
  if (!is_new)
    throw Error(ErrorKind::usage,
                at(path, spot.path,
                   "a list can only be written to an array created since the file was opened, so that a "
                   "failure leaves the file as it was: use the option overwrite=1 of cgp_cache, or create an "
                   "array of another name"));
  require_own(spot.path);
  if (!arrays->is_plain(spot->array))
    throw input_error(path, spot.path, "its values can only be written by HDF5: create the array again");
}

void Document::move_list(Direction direction, const Spot& spot, const ListedValues& values) {
  auto& self = *state_;
  if (!self.cache) throw Error(ErrorKind::usage, at(self.path, spot.path, "has no cache: call cgp_cache"));
  if (direction == Direction::write) self.require_writable(spot);
  const auto type = type_of(*spot.node);
  if (!io::can_convert(type, values.type))
    throw Error(ErrorKind::usage, at(self.path, spot.path,
                                     fmt::format("{} cannot be converted to {}", cgns::to_string(type),
                                                 cgns::to_string(values.type))));
  std::int64_t count = 1;
  for (const auto extent : dims_of(*spot.node)) count *= extent;
  require_indices(fmt::format("{}:{}", self.path, spot.path), values, count);
  if (spot->is_bulk()) return self.move_list(direction, *spot.node, values);
  for (std::size_t i = 0; i < values.indices.size(); ++i) {
    const auto slab = slab_of(values, type, false);
    const auto from = static_cast<std::size_t>((values.indices[i] - 1) * cgns::size_of(type));
    io::unpack(slab, {.memory = static_cast<std::int64_t>(i), .count = 1}, spot->data.data() + from);
  }
}

/// Values that lists may have changed must be read from the blocks.
void Document::State::move_cached(Direction direction, const Queued& work) {
  const io::Runs runs(work.slab);
  std::vector<std::byte> buffer;
  runs.each({0, runs.volume()}, [&](const io::Run& run) {
    buffer.resize(static_cast<std::size_t>(run.count * runs.value_size()));
    if (direction == Direction::write) io::pack(work.slab, run, buffer.data());
    direction == Direction::read ? cache->read(run.at, buffer) : cache->write(run.at, buffer);
    if (direction == Direction::read) io::unpack(work.slab, run, buffer.data());
  });
}

}  // namespace pcgns::capi
