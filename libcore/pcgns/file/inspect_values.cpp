// Types, extents and storage of values.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/file/inspector.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/tree/data_type.hpp"

namespace pcgns::file {

namespace {

using Place = FileFindings::Place;

constexpr int most_dimensions = 12;
/// Values in chunks may be compressed, and some may never have been written.
constexpr double most_chunks_per_stored = 64;
constexpr double always_readable = 4096;  // chunks, or bytes
constexpr double most_bytes_per_stored = 65536;

bool is_everywhere(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
}

/// As the extents say; a double, because damaged ones may say anything.
double bytes_of(hid_t type, const std::vector<std::int64_t>& extents) {
  auto bytes = static_cast<double>(H5Tget_size(type));
  for (const auto extent : extents) bytes *= static_cast<double>(extent);
  return bytes;
}

struct Values {
  hid_t dataset;
  Place place;
  std::int64_t file_size;
  h5::Handle type;
  std::vector<std::int64_t> extents;
  h5::Keeping keeping;
};

void look_at_type(const Values& values, std::string_view name, FileFindings& found) {
  const auto type = tree::data_type(name);
  if (!type || tree::size_of(*type) == 0) return;
  if (!h5::convertible(values.type, *type)) {
    return found.add("F0403", values.place, fmt::format("values of {} bytes", H5Tget_size(values.type)),
                     std::string(name));
  }
  const auto storage = h5::storage(values.type, *type);
  if (storage == h5::Storage::other) found.add(h5::is_usual(values.type) ? "F0404" : "F0416", values.place);
  if (storage == h5::Storage::swapped) found.add("F0405", values.place);
}

/// False where there is nothing to read.
bool look_at_extents(const Values& values, FileFindings& found) {
  const auto space = h5::own(H5Dget_space(values.dataset), H5Sclose, "cannot read the extents");
  const int rank = H5Sget_simple_extent_type(space) == H5S_SIMPLE ? H5Sget_simple_extent_ndims(space) : 0;
  if (rank < 1 || rank > most_dimensions) {
    found.add("F0406", values.place, fmt::format("{} dimensions", rank), "1 to 12");
    return false;
  }
  if (values.keeping.may_grow) found.add("F0408", values.place);
  if (std::find(values.extents.begin(), values.extents.end(), 0) == values.extents.end()) return true;
  found.add("F0407", values.place, fmt::format("{}", fmt::join(values.extents, " x ")));
  return false;
}

void look_at_filters(const Values& values, FileFindings& found) {
  const auto missing = h5::missing_filter(values.dataset);
  if (!missing.empty()) found.add("F0411", values.place, missing);
  const auto& filters = values.keeping.filters;
  const auto rare = std::find_if_not(filters.begin(), filters.end(), is_everywhere);
  if (rare != filters.end()) found.add("F0412", values.place, fmt::format("filter {}", *rare));
}

/// Chunks that the extents need. A double, as above.
double chunks_of(hid_t dataset, const std::vector<std::int64_t>& extents) {
  double count = 1;
  const auto chunk = h5::chunk_of(dataset);
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    count *= static_cast<double>(divide_up(extents.at(i), chunk[i]));
  }
  return count;
}

void look_at_chunks(const Values& values, FileFindings& found) {
  look_at_filters(values, found);
  const auto wanted = chunks_of(values.dataset, values.extents);
  if (static_cast<double>(values.keeping.chunks) == wanted) return;
  found.add("F0410", values.place, fmt::format("{} chunks", values.keeping.chunks),
            fmt::format("{:.0f}", wanted));
}

void look_at_contiguous(const Values& values, FileFindings& found) {
  const auto& keeping = values.keeping;
  if (keeping.external_files > 0)
    return found.add("F0409", values.place, fmt::format("{} files", keeping.external_files));
  const auto offset = h5::offset_of(values.dataset);
  if (!offset) return found.add("F0410", values.place, "no space in the file");
  const auto wanted = bytes_of(values.type, values.extents);
  if (static_cast<double>(keeping.stored) != wanted) {
    return found.add("F0414", values.place, fmt::format("{} bytes", keeping.stored),
                     fmt::format("{:.0f} bytes", wanted));
  }
  if (*offset > values.file_size || keeping.stored > values.file_size - *offset) {
    found.add("F0414", values.place, fmt::format("values up to byte {}", *offset + keeping.stored),
              fmt::format("{} bytes", values.file_size));
  }
}

void look_at_storage(const Values& values, FileFindings& found) {
  switch (values.keeping.layout) {
    case H5D_CHUNKED:
      return look_at_chunks(values, found);
    case H5D_CONTIGUOUS:
      return look_at_contiguous(values, found);
    case H5D_VIRTUAL:
      return found.add("F0415", values.place);
    default:
      return;
  }
}

}  // namespace

void look_at_values(const GroupView& node, hid_t dataset, std::string_view type, FileFindings& found) {
  if (H5Iget_type(dataset) != H5I_DATASET) return;
  const Values values{.dataset = dataset,
                      .place = {node.file.path, node.path},
                      .file_size = node.file.state.size,
                      .type = h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values"),
                      .extents = h5::extents_of(dataset),
                      .keeping = h5::keeping_of(dataset)};
  look_at_type(values, type, found);
  if (look_at_extents(values, found)) look_at_storage(values, found);
}

bool claims_too_much(hid_t dataset) {
  const auto extents = h5::extents_of(dataset);
  const auto keeping = h5::keeping_of(dataset);
  const auto type = h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values");
  const auto bytes = bytes_of(type, extents);
  const auto stored = static_cast<double>(keeping.stored);
  const auto chunks = static_cast<double>(keeping.chunks);
  return bytes > (stored + always_readable) * most_bytes_per_stored ||
         (keeping.layout == H5D_CHUNKED &&
          chunks_of(dataset, extents) > chunks * most_chunks_per_stored + always_readable);
}

}  // namespace pcgns::file
