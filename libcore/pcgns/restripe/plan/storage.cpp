#include "pcgns/restripe/storage.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "pcgns/base/bytes.hpp"

namespace pcgns::restripe {

namespace {

/// No disk or network asks for more.
constexpr std::int64_t most_alignment = 64 * mebi;

std::int64_t alignment_of(std::uint64_t offsets) {
  if (offsets == 0) return 0;
  return std::min(most_alignment, std::int64_t{1} << std::countr_zero(offsets));
}

/// Chunks whose sizes only HDF5 knows count as in memory.
std::int64_t stored_bytes(const cgns::Array& array) {
  if (!array.chunks) return array.bytes();
  return std::accumulate(array.chunks->sizes.begin(), array.chunks->sizes.end(), std::int64_t{0});
}

std::int64_t chunk_count(const plan::Target& target) {
  if (!target.is_chunked()) return 0;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < target.dims.size(); ++i)
    count *= (target.dims[i] + target.chunk[i] - 1) / target.chunk[i];
  return count;
}

}  // namespace

Storage storage_of(const cgns::InputSet& inputs) {
  Storage storage;
  std::uint64_t offsets = 0;  // bitwise or of all
  for (const auto& file : inputs.files) storage.file_bytes += file.size;
  for (const auto& array : inputs.arrays) {
    storage.array_bytes += stored_bytes(array);
    if (array.offset >= 0) {
      ++storage.contiguous;
      offsets |= static_cast<std::uint64_t>(array.offset);
    } else {
      ++(array.chunk.empty() ? storage.compact : storage.chunked);
    }
  }
  storage.alignment = alignment_of(offsets);
  return storage;
}

PlannedStorage storage_of(const plan::Plan& plan) {
  PlannedStorage storage;
  storage.array_bytes = plan.bytes();
  for (const auto& target : plan.targets) {
    ++(target.is_chunked() ? storage.chunked : storage.contiguous);
    storage.chunks += chunk_count(target);
  }
  return storage;
}

}  // namespace pcgns::restripe
