// datasets.hpp: extents, layout and filters of datasets.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::h5 {

/// Slowest dimension first; empty for a null dataspace, {1} for a scalar one.
[[nodiscard]] std::vector<std::int64_t> extents_of(hid_t dataset);

/// Where the first byte of a contiguous dataset lies in the file; nothing if it is of another layout, has no
/// space yet, or lies in other files.
[[nodiscard]] std::optional<std::int64_t> offset_of(hid_t dataset);

/// How values are kept.
struct Keeping {
  H5D_layout_t layout = H5D_COMPACT;
  int external_files = 0;  ///< That hold raw values.
  std::vector<H5Z_filter_t> filters = {};
  std::int64_t stored = 0;  ///< Bytes in the file.
  std::int64_t chunks = 0;  ///< That are in the file; of a chunked layout.
  bool may_grow = false;
};

[[nodiscard]] Keeping keeping_of(hid_t dataset);

/// Extents of a chunk, slowest dimension first; empty for other layouts.
[[nodiscard]] std::vector<std::int64_t> chunk_of(hid_t dataset);

/// True if the values lie in the object header.
[[nodiscard]] bool is_compact(hid_t dataset);

/// What the chunks of `dataset` go through, in this order.
[[nodiscard]] std::vector<tree::Filter> filters_of(hid_t dataset);

/// True if this HDF5 has the filter and can apply it to values that are written.
[[nodiscard]] bool can_apply(int filter);

/// Adds the filters to the creation property list of a chunked dataset.
void set_filters(hid_t creation, const std::vector<tree::Filter>& filters);

/// "filter 32015 (zstd)" for the first filter of `dataset` that this HDF5 does not have; else empty.
[[nodiscard]] std::string missing_filter(hid_t dataset);

/// A simple dataspace with fixed extents.
[[nodiscard]] Handle space_of(const std::vector<std::int64_t>& extents);

}  // namespace pcgns::h5
