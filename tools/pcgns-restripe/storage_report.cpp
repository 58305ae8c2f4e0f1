#include "pcgns-restripe/storage_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <numeric>
#include <vector>

#include "common/output.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::restripe {

namespace {

/// No disk or network asks for more.
constexpr std::int64_t most_alignment = 64 * mebi;

std::int64_t alignment_of(std::uint64_t offsets) {
  if (offsets == 0) return 0;
  return std::min(most_alignment, std::int64_t{1} << std::countr_zero(offsets));
}

/// As far as that is known: what has chunks of which only HDF5 knows the sizes counts as it is in memory.
std::int64_t stored_bytes(const cgns::Array& array) {
  if (!array.chunks) return array.bytes();
  return std::accumulate(array.chunks->sizes.begin(), array.chunks->sizes.end(), std::int64_t{0});
}

}  // namespace

Storage storage_of(const cgns::InputSet& inputs) {
  Storage storage;
  std::uint64_t offsets = 0;  // all of them, one over the other
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

void put(const std::string& name, const Storage& storage, tool::Report& report) {
  report.put(name + "/file_bytes", storage.file_bytes);
  report.put(name + "/array_bytes", storage.array_bytes);
  report.put(name + "/contiguous", storage.contiguous);
  report.put(name + "/chunked", storage.chunked);
  report.put(name + "/compact", storage.compact);
  report.put(name + "/alignment", storage.alignment);
}

std::string text_of(const Storage& storage) {
  std::vector<std::string> arrays;
  if (storage.contiguous > 0) arrays.push_back(plural(storage.contiguous, "contiguous array"));
  if (storage.chunked > 0) arrays.push_back(plural(storage.chunked, "chunked array"));
  if (storage.compact > 0) arrays.push_back(plural(storage.compact, "compact array"));
  if (storage.alignment > 0) arrays.push_back(fmt::format("aligned to {}", format_size(storage.alignment)));
  arrays.push_back(fmt::format("{} besides the arrays", format_size(storage.other_bytes())));
  return fmt::format("{}: {}", format_size(storage.file_bytes), fmt::join(arrays, ", "));
}

}  // namespace pcgns::restripe
