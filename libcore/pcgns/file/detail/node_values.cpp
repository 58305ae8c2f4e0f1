#include "pcgns/file/detail/node_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::file {

namespace {

std::int64_t checked_bytes(cgns::DataType type, const std::vector<std::int64_t>& dims) {
  try {
    return cgns::bytes_of(type, dims);
  } catch (const Error& error) {
    throw h5::Failure(error.what());
  }
}

}  // namespace

std::vector<std::string> external_files(hid_t dataset, const std::string& path) {
  auto files = h5::external_files_of(dataset, path);
  for (const auto& name : files) {
    std::error_code failure;
    const bool is_regular = std::filesystem::is_regular_file(name, failure);
    if (is_regular) continue;
    throw h5::Failure(fmt::format("the values are in the external file {}: {}", name,
                                  failure ? failure.message() : "is not a regular file"));
  }
  return files;
}

NodeValues::NodeValues(hid_t dataset, const OpenFile& file, cgns::DataType type)
    : dataset_(dataset),
      type_(type),
      untransposed_(file.untransposed),
      stored_(h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values")),
      dims_(in_cgns_order(h5::extents_of(dataset))),
      bytes_(checked_bytes(type, dims_)) {
  if (!h5::convertible(stored_, type)) {
    throw h5::Failure(
        fmt::format("the values are stored in a type that does not fit {}", cgns::to_string(type)));
  }
  require_in_file(file);
  if (!h5::offset_of(dataset_)) external_files_ = file::external_files(dataset_, file.path);
}

std::vector<std::byte> NodeValues::read() const {
  std::vector<std::byte> values(static_cast<std::size_t>(bytes_));
  if (values.empty()) return values;
  if (H5Dread(dataset_, h5::memory_type(type_), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    const auto why = h5::reason();
    const auto filter = h5::missing_filter(dataset_);
    throw h5::Failure(
        filter.empty()
            ? fmt::format("{}: {}", unreadable_values, why)
            : fmt::format("the values are compressed with filter {}, which HDF5 cannot find", filter));
  }
  return values;
}

cgns::Array NodeValues::array() const {
  cgns::Array array{.path = {}, .type = type_, .dims = dims_, .chunk = {}};
  const auto storage = h5::storage(stored_, type_);
  const auto offset = h5::offset_of(dataset_);
  if (offset && storage != h5::Storage::other) {
    array.offset = *offset;
  }
  array.swapped = storage == h5::Storage::swapped;
  array.compact = h5::is_compact(dataset_);
  if (!offset) {
    if (const auto filter = h5::missing_filter(dataset_); !filter.empty()) {
      throw h5::Failure(
          fmt::format("the values are compressed with filter {}, which HDF5 cannot find", filter));
    }
    array.chunk = in_cgns_order(h5::chunk_of(dataset_));
    array.filters = h5::filters_of(dataset_);
  }
  return array;
}

bool NodeValues::has_plain_chunks() const {
  // SZIP, N-Bit and Scale-Offset depend on the type of the values.
  const auto knows_types = [](const cgns::Filter& filter) {
    return filter.id >= H5Z_FILTER_SZIP && filter.id <= H5Z_FILTER_SCALEOFFSET;
  };
  const auto filters = h5::filters_of(dataset_);
  return !untransposed_ && bytes_ > 0 && !h5::chunk_of(dataset_).empty() &&
         h5::storage(stored_, type_) != h5::Storage::other &&
         std::none_of(filters.begin(), filters.end(), knows_types);
}

std::vector<std::int64_t> NodeValues::in_cgns_order(std::vector<std::int64_t> extents) const {
  if (!untransposed_) std::reverse(extents.begin(), extents.end());
  return extents;
}

/// Needed because HDF5 reads zeros beyond the end of a file.
void NodeValues::require_in_file(const OpenFile& file) const {
  const auto offset = h5::offset_of(dataset_);
  if (!offset) return;
  const auto stored = static_cast<std::int64_t>(H5Dget_storage_size(dataset_));
  const auto wanted = bytes_ / cgns::size_of(type_) * static_cast<std::int64_t>(H5Tget_size(stored_));
  if (stored != wanted) throw h5::Failure("the stored size of the values does not match their extents");
  if (*offset > file.state.size || stored > file.state.size - *offset) {
    throw h5::Failure("the values lie beyond the end of the file: it is damaged or truncated");
  }
}

}  // namespace pcgns::file
