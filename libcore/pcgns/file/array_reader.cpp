#include "pcgns/file/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <numeric>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/node_values.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::file {

namespace {

constexpr std::size_t most_open = 8;
constexpr std::int64_t most_bytes_per_call = gibi;

std::int64_t product(const std::vector<std::int64_t>& factors) {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>());
}

/// Number of chunks that one index of the slowest dimension touches. A cache of that many decompresses each
/// chunk only once.
std::int64_t chunks_in_row(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& chunk) {
  std::int64_t count = 1;
  for (std::size_t i = 1; i < chunk.size(); ++i) count *= divide_up(extents[i], chunk[i]);
  return count;
}

struct OpenArray {
  int index = 0;
  std::shared_ptr<const OpenFile> file;
  h5::Handle dataset;
  std::vector<std::int64_t> extents;  ///< In HDF5's order.
  h5::Handle space;
};

h5::Handle cache_properties(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& chunk,
                            std::int64_t value_size, std::int64_t cache_bytes) {
  auto access = h5::own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "cannot create a property list");
  const auto chunk_bytes = product(chunk) * value_size;
  const auto chunks = std::clamp<std::int64_t>(cache_bytes / chunk_bytes, 1, chunks_in_row(extents, chunk));
  // Ten hash slots per chunk, as HDF5 advises. 1: fully read chunks are evicted first.
  h5::check(H5Pset_chunk_cache(access, static_cast<std::size_t>(10 * chunks + 1),
                               static_cast<std::size_t>(chunks * chunk_bytes), 1.0),
            "cannot set the chunk cache");
  return access;
}

h5::Handle open_dataset(hid_t file, const std::string& path, hid_t access) {
  return h5::own(H5Dopen2(file, path.c_str(), access), H5Dclose, "cannot open the values");
}

}  // namespace

struct ArrayReader::State {
  const cgns::InputSet& inputs;
  std::int64_t cache_bytes;
  OpenFiles files{most_open};
  std::list<OpenArray> arrays;  ///< Most recently used first.

  [[nodiscard]] OpenArray open(int index) {
    const auto& array = inputs.arrays.at(static_cast<std::size_t>(index));
    auto file = files.get(inputs.files.at(static_cast<std::size_t>(array.file)).path);
    const auto path = array.path + "/ data";
    auto dataset = open_dataset(file->id, path, H5P_DEFAULT);
    (void)external_files(dataset, file->path);
    auto extents = h5::extents_of(dataset);
    if (product(extents) != cgns::count_of(array.dims))
      throw h5::Failure("has changed while it was being read");
    if (const auto chunk = h5::chunk_of(dataset); !chunk.empty()) {
      // The cache is fixed when a dataset is opened, so reopen it.
      dataset.reset();
      dataset = open_dataset(file->id, path,
                             cache_properties(extents, chunk, cgns::size_of(array.type), cache_bytes));
    }
    auto space = h5::space_of(extents);
    return {index, std::move(file), std::move(dataset), std::move(extents), std::move(space)};
  }

  [[nodiscard]] OpenArray& get(int index) {
    const auto found =
        std::find_if(arrays.begin(), arrays.end(), [&](const auto& a) { return a.index == index; });
    if (found != arrays.end()) {
      arrays.splice(arrays.begin(), arrays, found);
      return arrays.front();
    }
    if (arrays.size() >= most_open) arrays.pop_back();
    return arrays.emplace_front(open(index));
  }
};

namespace {

void read_slab(const OpenArray& array, cgns::DataType type, const Hyperslab& slab, std::byte* to) {
  const std::vector<hsize_t> start(slab.start.begin(), slab.start.end());
  const std::vector<hsize_t> count(slab.count.begin(), slab.count.end());
  h5::check(H5Sselect_hyperslab(array.space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
            "cannot select values");
  const auto memory = h5::space_of({product(slab.count)});
  h5::check(H5Dread(array.dataset, h5::memory_type(type), memory, array.space, H5P_DEFAULT, to),
            unreadable_values);
}

void read_range(const OpenArray& array, cgns::DataType type, Range elements, std::byte* to) {
  for (const auto& slab : slabs_of(elements, array.extents)) {
    read_slab(array, type, slab, to);
    to += product(slab.count) * cgns::size_of(type);
  }
}

}  // namespace

ArrayReader::ArrayReader(const cgns::InputSet& inputs, std::int64_t cache_bytes)
    : state_(std::make_unique<State>(State{inputs, cache_bytes, OpenFiles{most_open}, {}})) {}

ArrayReader::~ArrayReader() = default;

void ArrayReader::read(int array, Range elements, std::span<std::byte> to) {
  const h5::Quiet quiet;
  const auto& entry = state_->inputs.arrays.at(static_cast<std::size_t>(array));
  const std::int64_t size = cgns::size_of(entry.type);
  if (elements.size() * size != static_cast<std::int64_t>(to.size())) {
    throw Error(ErrorKind::internal, "a buffer does not fit the values to read");
  }
  try {
    const auto& open = state_->get(array);
    const std::int64_t step = most_bytes_per_call / size;
    for (auto at = elements.begin; at < elements.end; at += step) {
      read_range(open, entry.type, {at, std::min(at + step, elements.end)},
                 to.data() + (at - elements.begin) * size);
    }
  } catch (const h5::Failure& failure) {
    const auto& file = state_->inputs.files.at(static_cast<std::size_t>(entry.file));
    throw input_error(file.path, entry.path, failure.what());
  }
}

}  // namespace pcgns::file
