// datasets.hpp: extents, layout and filters of datasets.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

/// The property list with which a dataset was created.
[[nodiscard]] Handle creation_of(hid_t dataset);

/// Slowest dimension first; empty for a null dataspace, {1} for a scalar one.
[[nodiscard]] std::vector<std::int64_t> extents_of(hid_t dataset);

/// File offset of a contiguous dataset; empty for other layouts, unallocated space and external storage.
[[nodiscard]] std::optional<std::int64_t> offset_of(hid_t dataset);

/// How the values of a dataset are stored.
struct Keeping {
  H5D_layout_t layout = H5D_COMPACT;
  int external_files = 0;  ///< Number of external files with raw values.
  std::vector<H5Z_filter_t> filters = {};
  std::int64_t stored = 0;  ///< Bytes in the file.
  std::int64_t chunks = 0;  ///< Allocated chunks, for a chunked layout.
  bool may_grow = false;
};

[[nodiscard]] Keeping keeping_of(hid_t dataset);

/// An external file with values of a dataset.
struct ExternalFile {
  std::string path;  ///< As HDF5 opens it.
  std::int64_t begin = 0;
  std::int64_t bytes = 0;
};

/// Those of a contiguous dataset; empty for other layouts.
[[nodiscard]] std::vector<ExternalFile> external_files_of(hid_t dataset);

/// Extents of a chunk, slowest dimension first; empty for other layouts. Throws Failure where these are not
/// as many as the extents of the values, which HDF5 does not find in all damaged files.
[[nodiscard]] std::vector<std::int64_t> chunk_of(hid_t dataset);

/// Reads the index of the chunks, if there is one; whether it can be read is for whoever needs the values.
void visit_chunks(hid_t dataset);

/// False if chunks that extend beyond the values are stored without filters; HDF5 does not say so in their
/// masks.
[[nodiscard]] bool filters_partial_chunks(hid_t dataset);

/// True for the compact layout.
[[nodiscard]] bool is_compact(hid_t dataset);

/// The filter pipeline of `dataset`, in order.
[[nodiscard]] std::vector<cgns::Filter> filters_of(hid_t dataset);

/// True if this HDF5 has the filter with an encoder.
[[nodiscard]] bool can_apply(int filter);

/// Adds the filters to the creation property list of a chunked dataset.
void set_filters(hid_t creation, const std::vector<cgns::Filter>& filters);

/// "filter 32015 (zstd)" for the first filter of `dataset` that this HDF5 lacks; otherwise empty.
[[nodiscard]] std::string missing_filter(hid_t dataset);

/// H5Dread_chunk as it was before HDF5 2, which wants to know the size of `stored`, too.
inline herr_t read_stored_chunk(hid_t dataset, const hsize_t* origin, std::uint32_t* mask, void* stored) {
#if H5_VERSION_GE(2, 0, 0)
  return H5Dread_chunk1(dataset, H5P_DEFAULT, origin, mask, stored);
#else
  return H5Dread_chunk(dataset, H5P_DEFAULT, origin, mask, stored);
#endif
}

/// A simple dataspace with fixed extents.
[[nodiscard]] Handle space_of(const std::vector<std::int64_t>& extents);

/// File space of the object, its attributes and values; not of the objects that it links to.
[[nodiscard]] std::int64_t bytes_of_object(hid_t object);

}  // namespace pcgns::h5
