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
#include "pcgns/h5/values.hpp"

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

/// Bytes of decoded chunks to keep.
std::int64_t kept(hid_t dataset, std::int64_t value_size, std::int64_t limit) {
  const auto chunk = h5::chunk_of(dataset);
  if (chunk.empty()) return 0;
  return std::min(limit, chunks_in_row(h5::extents_of(dataset), chunk) * product(chunk) * value_size);
}

[[noreturn]] void fail_changed() { throw Unreadable("has changed while it was being read"); }

std::vector<Range> ranges_of(adf::Database& database, const cgns::Array& array) {
  const auto node = database.at(array.path);
  if (node.type != array.type || node.dims != array.dims) fail_changed();
  return database.values_of(node);
}

}  // namespace

struct ArrayReader::State {
  struct OpenArray {
    int index = 0;
    std::shared_ptr<const OpenFile> file;
    h5::Handle dataset = {};
    std::unique_ptr<h5::ValueReader> values = {};
    std::vector<Range> ranges = {};  ///< In an ADF file.
  };

  const cgns::InputSet& inputs;
  std::int64_t cache_bytes;
  OpenFiles files{most_open};
  std::list<OpenArray> arrays;  ///< Most recently used first.

  [[nodiscard]] OpenArray open(int index) {
    const auto& array = inputs.arrays.at(static_cast<std::size_t>(index));
    auto file = files.get(inputs.files.at(static_cast<std::size_t>(array.file)).path);
    if (file->adf) return {.index = index, .file = file, .ranges = ranges_of(*file->adf, array)};
    auto dataset = h5::own(H5Dopen2(file->id, (array.path + "/ data").c_str(), H5P_DEFAULT), H5Dclose,
                           "cannot open the values");
    auto values = std::make_unique<h5::ValueReader>(dataset, h5::memory_type(array.type),
                                                    kept(dataset, cgns::size_of(array.type), cache_bytes));
    if (product(values->extents()) != cgns::count_of(array.dims)) fail_changed();
    return {index, std::move(file), std::move(dataset), std::move(values)};
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

  void read(OpenArray& array, std::int64_t size, Range elements, std::byte* to) const {
    if (array.file->adf) {
      const Range bytes{elements.begin * size, elements.end * size};
      const auto type = inputs.arrays[static_cast<std::size_t>(array.index)].type;
      return array.file->adf->read(array.ranges, bytes, cgns::word_size(type),
                                   {to, static_cast<std::size_t>(bytes.size())});
    }
    for (const auto& slab : slabs_of(elements, array.values->extents())) {
      const std::span values(to, static_cast<std::size_t>(product(slab.count) * size));
      array.values->read(slab, values);
      to += values.size();
    }
  }
};

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
    auto& open = state_->get(array);
    const std::int64_t step = most_bytes_per_call / size;
    for (auto at = elements.begin; at < elements.end; at += step) {
      state_->read(open, size, {at, std::min(at + step, elements.end)},
                   to.data() + (at - elements.begin) * size);
    }
  } catch (const Unreadable& failure) {
    const auto& file = state_->inputs.files.at(static_cast<std::size_t>(entry.file));
    throw input_error(file.path, entry.path, fmt::format("{}: {}", unreadable_values, failure.what()));
  }
}

std::int64_t bytes_of_chunk(const cgns::Array& array) {
  return array.chunk.empty() || array.filters.empty() ? 0 : cgns::bytes_of(array.type, array.chunk);
}

void require_chunks_fit(const cgns::InputSet& inputs, Budget memory) {
  for (const auto& array : inputs.arrays) {
    const auto bytes = bytes_of_chunk(array);
    if (bytes <= memory.bytes()) continue;
    throw Error(ErrorKind::usage,
                at(inputs.files.at(static_cast<std::size_t>(array.file)).path, array.path,
                   fmt::format("a compressed chunk has {}, but --memory allows {}: raise --memory, or store "
                               "smaller chunks with h5repack -l CHUNK",
                               format_size(bytes), format_size(memory.bytes()))));
  }
}

}  // namespace pcgns::file
