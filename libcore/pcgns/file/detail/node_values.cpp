#include "pcgns/file/detail/node_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pcgns/base/bytes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/h5/values.hpp"

namespace pcgns::file {

namespace {

/// Of values that are loaded into the tree, which do not count as moved data.
constexpr std::int64_t largest_chunk = 64 * mebi;

std::int64_t checked_bytes(cgns::DataType type, const std::vector<std::int64_t>& dims) {
  try {
    return cgns::bytes_of(type, dims);
  } catch (const Error& error) {
    throw h5::Failure(error.what());
  }
}

/// Throws h5::Failure unless all are regular files: HDF5 would wait for the other end of a pipe.
std::vector<std::string> regular_external_files(hid_t dataset) {
  std::vector<std::string> files;
  for (const auto& file : h5::external_files_of(dataset)) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file.path, failure)) {
      throw h5::Failure(fmt::format("the values are in the external file {}: {}", file.path,
                                    failure ? failure.message() : "is not a regular file"));
    }
    files.push_back(file.path);
  }
  return files;
}

}  // namespace

NodeValues::NodeValues(hid_t dataset, const OpenFile& file, cgns::DataType type)
    : dataset_(dataset),
      type_(type),
      untransposed_(file.untransposed),
      stored_(h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values")),
      dims_(in_cgns_order(h5::extents_of(dataset))),
      bytes_(checked_bytes(type, dims_)),
      offset_(h5::offset_of(dataset)) {
  if (!h5::convertible(stored_, type)) {
    throw h5::Failure(
        fmt::format("the values are stored in a type that does not fit {}", cgns::to_string(type)));
  }
  require_in_file(file);
  if (!offset_) external_files_ = regular_external_files(dataset_);
}

std::vector<std::byte> NodeValues::read() const {
  std::vector<std::byte> values(static_cast<std::size_t>(bytes_));
  if (values.empty()) return values;
  if (!offset_) {
    require_filters();
    require_small_chunks();
  }
  try {
    if (offset_) {
      // Nearly all values of nearly all files, without the copies of property lists that the general way
      // takes.
      h5::read_contiguous(dataset_, stored_, h5::memory_type(type_), values);
    } else {
      h5::read_values(dataset_, h5::memory_type(type_), values);
    }
  } catch (const h5::Failure& failure) {
    throw h5::Failure(fmt::format("{}: {}", unreadable_values, failure.what()));
  }
  return values;
}

cgns::Array NodeValues::array() const {
  cgns::Array array{.path = {}, .type = type_, .dims = dims_, .chunk = {}};
  const auto storage = h5::storage(stored_, type_);
  if (offset_ && storage != h5::Storage::other) {
    array.offset = *offset_;
  }
  array.swapped = storage == h5::Storage::swapped;
  if (!offset_) {
    array.compact = h5::is_compact(dataset_);
    require_filters();
    array.chunk = in_cgns_order(h5::chunk_of(dataset_));
    array.filters = h5::filters_of(dataset_);
  }
  return array;
}

void NodeValues::require_filters() const {
  const auto filter = h5::missing_filter(dataset_);
  if (filter.empty()) return;
  throw h5::Failure(fmt::format("the values are compressed with {}, which HDF5 cannot find", filter));
}

void NodeValues::require_small_chunks() const {
  const auto chunk = h5::chunk_of(dataset_);
  if (chunk.empty()) return;
  const auto bytes = cgns::bytes_of(type_, chunk);
  if (bytes <= std::max(bytes_, largest_chunk)) return;
  throw h5::Failure(
      fmt::format("a chunk of the values has {}, the values {}: store smaller chunks with h5repack -l CHUNK",
                  format_size(bytes), format_size(bytes_)));
}

bool NodeValues::has_plain_chunks() const {
  if (offset_) return false;
  // SZIP, N-Bit and Scale-Offset depend on the type of the values.
  const auto knows_types = [](const cgns::Filter& filter) {
    return filter.id >= H5Z_FILTER_SZIP && filter.id <= H5Z_FILTER_SCALEOFFSET;
  };
  const auto filters = h5::filters_of(dataset_);
  return !untransposed_ && bytes_ > 0 && !h5::chunk_of(dataset_).empty() &&
         h5::storage(stored_, type_) != h5::Storage::other && h5::filters_partial_chunks(dataset_) &&
         std::none_of(filters.begin(), filters.end(), knows_types);
}

std::vector<std::int64_t> NodeValues::in_cgns_order(std::vector<std::int64_t> extents) const {
  if (!untransposed_) std::reverse(extents.begin(), extents.end());
  return extents;
}

/// Needed because HDF5 reads zeros beyond the end of a file.
void NodeValues::require_in_file(const OpenFile& file) const {
  if (!offset_) return h5::require_plausible(dataset_);
  const auto stored = static_cast<std::int64_t>(H5Dget_storage_size(dataset_));
  const auto wanted = bytes_ / cgns::size_of(type_) * static_cast<std::int64_t>(H5Tget_size(stored_));
  if (stored != wanted) throw h5::Failure("the stored size of the values does not match their extents");
  if (*offset_ > file.state.size || stored > file.state.size - *offset_) {
    throw h5::Failure("the values lie beyond the end of the file: it is damaged or truncated");
  }
}

}  // namespace pcgns::file
