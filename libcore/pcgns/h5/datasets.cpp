#include "pcgns/h5/datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

namespace {

std::vector<std::int64_t> simple_extents(hid_t space) {
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  const int rank =
      check(H5Sget_simple_extent_dims(space, extents.data(), nullptr), "cannot read the extents");
  return {extents.begin(), extents.begin() + rank};
}

std::string filter_name(hid_t creation, unsigned index, H5Z_filter_t& id) {
  std::array<char, 64> name{};
  std::size_t values = 0;
  unsigned flags = 0;
  unsigned config = 0;
  id = check(H5Pget_filter2(creation, index, &flags, &values, nullptr, name.size(), name.data(), &config),
             "cannot read the filters");
  name.back() = '\0';
  return name.data();
}

/// HDF5 adds the size of the user block even to an undefined address (-1), which gives the size less one.
bool is_in_user_block(hid_t dataset, haddr_t offset) {
  constexpr haddr_t least = 512;  // sizes are powers of two
  const auto size = offset + 1;
  if (size < least || (size & offset) != 0) return false;
  const auto file = own(H5Iget_file_id(dataset), H5Fclose, "cannot read the place of the values");
  const auto creation = own(H5Fget_create_plist(file), H5Pclose, "cannot read the place of the values");
  hsize_t block = 0;
  check(H5Pget_userblock(creation, &block), "cannot read the place of the values");
  return offset < block;
}

/// 0 if no chunk is stored.
std::uint32_t mask_of_first_chunk(hid_t dataset) {
  const auto space = own(H5Dget_space(dataset), H5Sclose, "cannot read the extents");
  unsigned mask = 0;
  return H5Dget_chunk_info(dataset, space, 0, nullptr, &mask, nullptr, nullptr) < 0 ? 0 : mask;
}

bool can_grow(hid_t space) {
  if (H5Sget_simple_extent_type(space) != H5S_SIMPLE) return false;
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  std::array<hsize_t, H5S_MAX_RANK> most{};
  check(H5Sget_simple_extent_dims(space, extents.data(), most.data()), "cannot read the extents");
  return extents != most;
}

}  // namespace

Handle creation_of(hid_t dataset) {
  return own(H5Dget_create_plist(dataset), H5Pclose, "cannot read the layout of the values");
}

std::vector<std::int64_t> extents_of(hid_t dataset) {
  const auto space = own(H5Dget_space(dataset), H5Sclose, "cannot read the extents");
  switch (H5Sget_simple_extent_type(space)) {
    case H5S_SCALAR:
      return {1};
    case H5S_SIMPLE:
      return simple_extents(space);
    default:
      return {};
  }
}

std::optional<std::int64_t> offset_of(hid_t dataset) {
  const haddr_t offset = H5Dget_offset(dataset);
  if (offset == HADDR_UNDEF || is_in_user_block(dataset, offset)) return std::nullopt;
  return static_cast<std::int64_t>(offset);
}

std::vector<std::int64_t> chunk_of(hid_t dataset) {
  const auto creation = creation_of(dataset);
  if (H5Pget_layout(creation) != H5D_CHUNKED) return {};
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  const int rank =
      check(H5Pget_chunk(creation, H5S_MAX_RANK, extents.data()), "cannot read the chunk's extents");
  if (const auto axes = std::ssize(extents_of(dataset)); axes != rank)
    throw Failure(fmt::format("the chunks have {} dimensions, and the values {}", rank, axes));
  return {extents.begin(), extents.begin() + rank};
}

Keeping keeping_of(hid_t dataset) {
  const auto creation = creation_of(dataset);
  Keeping keeping{.layout = H5Pget_layout(creation)};
  if (keeping.layout == H5D_CONTIGUOUS) keeping.external_files = std::max(0, H5Pget_external_count(creation));
  const int filters = check(H5Pget_nfilters(creation), "cannot read the filters");
  for (int i = 0; i < filters; ++i) {
    H5Z_filter_t id = 0;
    (void)filter_name(creation, static_cast<unsigned>(i), id);
    keeping.filters.push_back(id);
  }
  keeping.stored = static_cast<std::int64_t>(H5Dget_storage_size(dataset));
  const auto space = own(H5Dget_space(dataset), H5Sclose, "cannot read the extents");
  if (keeping.layout == H5D_CHUNKED) {
    hsize_t count = 0;
    check(H5Dget_num_chunks(dataset, space, &count), "cannot count the chunks");
    keeping.chunks = static_cast<std::int64_t>(count);
  }
  keeping.may_grow = can_grow(space);
  return keeping;
}

namespace {

std::string folder_of_file(hid_t object) {
  const auto size = check(H5Fget_name(object, nullptr, 0), "cannot read the name of the file");
  std::string name(static_cast<std::size_t>(size) + 1, '\0');
  check(H5Fget_name(object, name.data(), name.size()), "cannot read the name of the file");
  const auto end = name.rfind('/');
  return end == std::string::npos ? "." : name.substr(0, end);
}

/// Where HDF5 looks for an external file.
std::string external_path(hid_t dataset, const std::string& name) {
  constexpr std::string_view origin = "${ORIGIN}";
  const char* const set = std::getenv("HDF5_EXTFILE_PREFIX");
  std::string prefix = set == nullptr ? "" : set;
  if (prefix.empty() || prefix == "." || name.starts_with('/')) return name;
  if (prefix.starts_with(origin)) prefix = folder_of_file(dataset) + prefix.substr(origin.size());
  return prefix + "/" + name;
}

}  // namespace

std::vector<ExternalFile> external_files_of(hid_t dataset) {
  const auto creation = creation_of(dataset);
  if (H5Pget_layout(creation) != H5D_CONTIGUOUS) return {};
  std::vector<ExternalFile> files;
  const int count = std::max(0, H5Pget_external_count(creation));
  for (int i = 0; i < count; ++i) {
    std::array<char, 4096> name{};
    off_t begin = 0;
    hsize_t bytes = 0;
    check(H5Pget_external(creation, static_cast<unsigned>(i), name.size() - 1, name.data(), &begin, &bytes),
          "cannot read the name of an external file");
    files.push_back({external_path(dataset, name.data()), begin, static_cast<std::int64_t>(bytes)});
  }
  return files;
}

void visit_chunks(hid_t dataset) {
  const auto space = own(H5Dget_space(dataset), H5Sclose, "cannot read the extents");
  hsize_t count = 0;
  (void)H5Dget_num_chunks(dataset, space, &count);
}

bool filters_partial_chunks(hid_t dataset) {
  unsigned options = 0;
  const auto creation = creation_of(dataset);
  if (H5Pget_layout(creation) != H5D_CHUNKED) return true;
  check(H5Pget_chunk_opts(creation, &options), "cannot read the options of chunks");
  return (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) == 0;
}

bool is_compact(hid_t dataset) { return H5Pget_layout(creation_of(dataset)) == H5D_COMPACT; }

std::vector<cgns::Filter> filters_of(hid_t dataset) {
  const auto creation = creation_of(dataset);
  std::vector<cgns::Filter> filters;
  const int count = check(H5Pget_nfilters(creation), "cannot read the filters");
  for (int i = 0; i < count; ++i) {
    std::array<unsigned, 64> values{};
    std::size_t used = values.size();
    unsigned flags = 0;
    unsigned config = 0;
    const auto id = check(
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &used, values.data(), 0, nullptr, &config),
        "cannot read the filters");
    used = std::min(used, values.size());
    filters.push_back({id, (flags & H5Z_FLAG_OPTIONAL) != 0, {values.begin(), values.begin() + used}});
  }
  return filters;
}

bool can_apply(int filter) {
  unsigned config = 0;
  return H5Zfilter_avail(filter) > 0 && H5Zget_filter_info(filter, &config) >= 0 &&
         (config & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

void set_filters(hid_t creation, const std::vector<cgns::Filter>& filters) {
  for (const auto& filter : filters) {
    check(H5Pset_filter(creation, filter.id, filter.optional ? H5Z_FLAG_OPTIONAL : H5Z_FLAG_MANDATORY,
                        filter.parameters.size(), filter.parameters.data()),
          fmt::format("cannot set filter {}", filter.id));
  }
}

std::string missing_filter(hid_t dataset) {
  const auto creation = creation_of(dataset);
  const int count = check(H5Pget_nfilters(creation), "cannot read the filters");
  for (int i = 0; i < count; ++i) {
    H5Z_filter_t id = 0;
    const auto name = filter_name(creation, static_cast<unsigned>(i), id);
    // HDF5 skips an optional filter that it lacks when it writes.
    if (H5Zfilter_avail(id) > 0 || (mask_of_first_chunk(dataset) >> i & 1U) != 0) continue;
    return fmt::format("filter {} ({})", id, name.empty() ? "unnamed" : name);
  }
  return {};
}

Handle space_of(const std::vector<std::int64_t>& extents) {
  const std::vector<hsize_t> sizes(extents.begin(), extents.end());
  return own(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose,
             "cannot create a dataspace");
}

std::int64_t bytes_of_object(hid_t object) {
  hsize_t bytes = 0;
#if H5_VERSION_GE(1, 12, 0)
  H5O_native_info_t info;
  check(H5Oget_native_info(object, &info, H5O_NATIVE_INFO_HDR | H5O_NATIVE_INFO_META_SIZE),
        "cannot read an object");
#else
  H5O_info_t info;
  check(H5Oget_info2(object, &info, H5O_INFO_HDR | H5O_INFO_META_SIZE), "cannot read an object");
#endif
  bytes += info.hdr.space.total;
  for (const auto& part : {info.meta_size.obj, info.meta_size.attr})
    bytes += part.index_size + part.heap_size;
  if (H5Iget_type(object) == H5I_DATASET) bytes += H5Dget_storage_size(object);
  return static_cast<std::int64_t>(bytes);
}

}  // namespace pcgns::h5
