#include "pcgns/h5/values.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

#include "pcgns/base/bytes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::h5 {

namespace {

std::int64_t count_of(const std::vector<std::int64_t>& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

/// False where HDF5 would leave memory as it was.
bool has_fill(hid_t creation) {
  H5D_fill_time_t time = H5D_FILL_TIME_ERROR;
  H5D_fill_value_t value = H5D_FILL_VALUE_ERROR;
  check(H5Pget_fill_time(creation, &time), "cannot read the fill value");
  check(H5Pfill_value_defined(creation, &value), "cannot read the fill value");
  return time != H5D_FILL_TIME_NEVER && value != H5D_FILL_VALUE_UNDEFINED;
}

std::int64_t count_of_chunks(hid_t dataset) {
  const auto space = own(H5Dget_space(dataset), H5Sclose, "cannot read the extents");
  hsize_t chunks = 0;
  check(H5Dget_num_chunks(dataset, space, &chunks), "cannot count the chunks");
  return static_cast<std::int64_t>(chunks);
}

bool is_fully_allocated(hid_t dataset, H5D_layout_t layout) {
  if (layout == H5D_CONTIGUOUS) return offset_of(dataset).has_value();
  if (layout != H5D_CHUNKED) return true;
  return count_of_chunks(dataset) >= Grid(extents_of(dataset), chunk_of(dataset)).count();
}

void require_stored(hid_t dataset, std::int64_t values) {
  const auto type = own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values");
  const auto wanted = values * static_cast<std::int64_t>(H5Tget_size(type));
  const auto stored = static_cast<std::int64_t>(H5Dget_storage_size(dataset));
  if (stored == wanted) return;
  throw Failure(
      fmt::format("the stored size of the values does not match their extents: {} bytes instead of {}: the "
                  "file is damaged",
                  stored, wanted));
}

/// HDF5 compares neither the size of compact values nor that of chunks without filters with the extents.
void require_whole(hid_t dataset, hid_t creation, H5D_layout_t layout) {
  if (layout == H5D_COMPACT) require_stored(dataset, count_of(extents_of(dataset)));
  if (layout == H5D_CHUNKED && H5Pget_nfilters(creation) == 0)
    require_stored(dataset, count_of_chunks(dataset) * count_of(chunk_of(dataset)));
}

/// HDF5 takes zeros for what an external file lacks, and waits for the other end of a pipe.
void require_external(hid_t dataset) {
  const auto type = own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values");
  auto left = static_cast<hsize_t>(count_of(extents_of(dataset))) * H5Tget_size(type);
  for (const auto& file : external_files_of(dataset)) {
    if (left == 0) break;
    const auto wanted = std::min(left, static_cast<hsize_t>(file.bytes));
    struct stat status {};
    if (::stat(file.path.c_str(), &status) != 0)
      throw Failure(fmt::format("the values are in {}: {}", file.path, std::strerror(errno)));
    if (!S_ISREG(status.st_mode))
      throw Failure(fmt::format("the values are in {}, which is not a regular file", file.path));
    if (file.begin < 0 || file.begin > status.st_size ||
        wanted > static_cast<hsize_t>(status.st_size - file.begin)) {
      throw Failure(fmt::format("the values are in {}, which is too short: {} bytes from byte {} on, of {}",
                                file.path, wanted, file.begin, status.st_size));
    }
    left -= wanted;
  }
  if (left > 0) throw Failure("the external files have too few values");
}

void require_defined(hid_t dataset);

template <typename Get>
std::string text_of(const Get& get) {
  std::string text(static_cast<std::size_t>(check(get(nullptr, 0), "cannot read a virtual dataset")) + 1,
                   '\0');
  check(get(text.data(), text.size()), "cannot read a virtual dataset");
  text.pop_back();
  return text;
}

/// A virtual dataset must say where each value comes from; HDF5 skips files that are missing.
void require_sources(hid_t dataset, hid_t creation) {
  const auto file = own(H5Iget_file_id(dataset), H5Fclose, "cannot read a virtual dataset");
  std::size_t count = 0;
  check(H5Pget_virtual_count(creation, &count), "cannot read a virtual dataset");
  for (std::size_t i = 0; i < count; ++i) {
    const auto from =
        text_of([&](char* to, std::size_t size) { return H5Pget_virtual_filename(creation, i, to, size); });
    const auto name =
        text_of([&](char* to, std::size_t size) { return H5Pget_virtual_dsetname(creation, i, to, size); });
    if (from != "." || name.find('%') != std::string::npos) {
      throw Failure(fmt::format(
          "they are a virtual dataset over {}, which may be missing: rewrite it with h5repack -l CONTI",
          from));
    }
    const auto source = own(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose,
                            "cannot open the source of a virtual dataset");
    const auto layout = creation_of(source);
    if (H5Pget_layout(layout) == H5D_VIRTUAL || H5Pget_nfilters(layout) > 0) {
      throw Failure(
          fmt::format("they are a virtual dataset over {}, which is virtual or compressed itself: rewrite it "
                      "with h5repack -l CONTI",
                      name));
    }
    require_defined(source);
  }
}

/// Throws Failure unless every value has been written or has a fill value.
void require_defined(hid_t dataset) {
  const auto creation = creation_of(dataset);
  const auto layout = H5Pget_layout(creation);
  if (layout == H5D_VIRTUAL) require_sources(dataset, creation);
  require_whole(dataset, creation, layout);
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count(creation) > 0) return require_external(dataset);
  if (has_fill(creation) || (layout != H5D_VIRTUAL && is_fully_allocated(dataset, layout))) return;
  throw Failure("some values were never written, and have no fill value: write them, or omit the node");
}

std::vector<std::byte> fill_of(hid_t dataset, hid_t type) {
  const auto creation = creation_of(dataset);
  if (!has_fill(creation)) return {};
  std::vector<std::byte> value(H5Tget_size(type));
  check(H5Pget_fill_value(creation, type, value.data()), "cannot read the fill value");
  return value;
}

}  // namespace

ValueReader::ValueReader(hid_t dataset, hid_t type, std::int64_t memory)
    : dataset_(dataset),
      stored_type_(own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values")),
      type_(type_with_sign_of(stored_type_, type)),
      size_(H5Tget_size(type)),
      extents_(extents_of(dataset)),
      space_(own(H5Dget_space(dataset), H5Sclose, "cannot read the extents")),
      chunks_(memory) {
  const auto chunk = chunk_of(dataset);
  if (count_of(extents_) == 0) return;
  require_defined(dataset);
  if (chunk.empty()) return;
  fill_ = fill_of(dataset, type_);
  chunk_bytes_ = count_of(chunk) * static_cast<std::int64_t>(std::max(size_, H5Tget_size(stored_type_)));
  const auto has_filters = !filters_of(dataset).empty();
  if (!has_filters && chunk_bytes_ > memory) return;
  grid_.emplace(extents_, chunk);
  if (!has_filters) return;
  codec_ = std::make_unique<ChunkCodec>(dataset);
  filters_partial_ = filters_partial_chunks(dataset);
  complete_ = count_of_chunks(dataset) >= grid_->count();  // fails if the index of the chunks is damaged
}

void ValueReader::read(const Hyperslab& box, std::span<std::byte> to) {
  if (!grid_) return read_by_hdf5(box, box.count, to.data());
  for (const auto index : grid_->touching(box)) {
    const auto slab = grid_->box(index);
    copy_common({slab, grid_->whole_box()}, chunk(index), {box, box.count}, to, static_cast<int>(size_));
  }
}

/// To the first corner of a buffer with extents `room`.
void ValueReader::read_by_hdf5(const Hyperslab& box, const std::vector<std::int64_t>& room,
                               std::byte* to) const {
  const std::vector<hsize_t> start(box.start.begin(), box.start.end());
  const std::vector<hsize_t> count(box.count.begin(), box.count.end());
  const std::vector<hsize_t> corner(start.size(), 0);
  const auto memory = space_of(room);
  if (H5Sget_simple_extent_ndims(space_) > 0) {
    check(H5Sselect_hyperslab(space_, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
          "cannot select values");
  }
  check(H5Sselect_hyperslab(memory, H5S_SELECT_SET, corner.data(), nullptr, count.data(), nullptr),
        "cannot select values");
  check(H5Dread(dataset_, type_, memory, space_, H5P_DEFAULT, to), "cannot read the values");
}

std::span<const std::byte> ValueReader::chunk(std::int64_t index) {
  return chunks_.get(0, index, chunk_bytes_, [&](std::span<std::byte> values) { decode(index, values); });
}

void ValueReader::decode(std::int64_t index, std::span<std::byte> values) {
  const auto slab = grid_->box(index);
  if (!codec_) return read_by_hdf5(slab, grid_->whole_box(), values.data());
  const std::vector<hsize_t> origin(slab.start.begin(), slab.start.end());
  hsize_t size = 0;
  const auto found = H5Dget_chunk_storage_size(dataset_, origin.data(), &size) >= 0 && size > 0;
  if (!found && !complete_) return fill(values);
  if (!found) fail(fmt::format("cannot find chunk {}", index + 1));
  if (size > static_cast<hsize_t>(codec_->most_stored()))
    throw Failure(fmt::format("chunk {}: it is larger than its values: the file is damaged", index + 1));
  stored_.resize(static_cast<std::size_t>(size));
  std::uint32_t mask = 0;
  check(read_stored_chunk(dataset_, origin.data(), &mask, stored_.data()), "cannot read a chunk");
  if (!filters_partial_ && slab.count != grid_->whole_box()) mask = std::numeric_limits<std::uint32_t>::max();
  try {
    codec_->decode(stored_, mask, values.first(static_cast<std::size_t>(codec_->bytes())));
  } catch (const Failure& failure) {
    throw Failure(fmt::format("chunk {}: {}", index + 1, failure.what()));
  }
  if (H5Tequal(stored_type_, type_) > 0) return;
  std::vector<std::byte> background(values.size());
  check(H5Tconvert(stored_type_, type_, static_cast<std::size_t>(count_of(grid_->whole_box())), values.data(),
                   background.data(), H5P_DEFAULT),
        "cannot convert the values");
}

void ValueReader::fill(std::span<std::byte> values) const {
  if (fill_.empty()) throw Failure("some values were never written, and have no fill value");
  for (std::size_t at = 0; at + size_ <= values.size(); at += size_)
    std::memcpy(values.data() + at, fill_.data(), size_);
}

namespace {

/// What a dataset may declare without storing anything, and how much more in proportion to what it stores.
constexpr double most_missing = 256 * mebi;
constexpr double most_missing_per_stored = 16;
constexpr double most_per_stored = 65536;  // a filter may store little more than that all values are equal
constexpr double most_chunks = 4096;
constexpr double most_chunks_per_stored = 64;

/// What the extents declare, and what is stored; doubles, because damaged extents may overflow.
struct Claim {
  double bytes = 0;
  double chunks = 0;
  double stored_bytes = 0;
  double stored_chunks = 0;
  double held_bytes = 0;  ///< Of the values in what is stored.
};

Claim claim_of(hid_t dataset) {
  const auto type = own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values");
  const auto size = static_cast<double>(H5Tget_size(type));
  const auto extents = extents_of(dataset);
  const auto chunk = chunk_of(dataset);
  Claim claim{.bytes = size, .chunks = 1};
  double chunk_bytes = size;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    claim.bytes *= static_cast<double>(extents[i]);
    if (chunk.empty()) continue;
    claim.chunks *= static_cast<double>(divide_up(extents[i], chunk.at(i)));
    chunk_bytes *= static_cast<double>(chunk.at(i));
  }
  claim.stored_bytes = static_cast<double>(H5Dget_storage_size(dataset));
  if (!chunk.empty()) claim.stored_chunks = static_cast<double>(count_of_chunks(dataset));
  claim.held_bytes = chunk.empty() ? claim.stored_bytes : claim.stored_chunks * chunk_bytes;
  return claim;
}

bool is_plausible(const Claim& claim) {
  const auto missing = claim.bytes - claim.held_bytes;
  return missing <= std::max(most_missing, most_missing_per_stored * claim.stored_bytes) &&
         claim.bytes <= most_missing + most_per_stored * claim.stored_bytes &&
         claim.chunks <= most_chunks + most_chunks_per_stored * claim.stored_chunks;
}

}  // namespace

void require_plausible(hid_t dataset) {
  const auto claim = claim_of(dataset);
  if (is_plausible(claim)) return;
  throw Failure(
      fmt::format("the extents declare {:.4g} bytes in {:.0f} chunks, but {:.4g} bytes in {:.0f} chunks are "
                  "stored: the file is damaged, or its values must be written first",
                  claim.bytes, claim.chunks, claim.stored_bytes, claim.stored_chunks));
}

void read_contiguous(hid_t dataset, hid_t stored, hid_t type, std::span<std::byte> to) {
  check(H5Dread(dataset, type_with_sign_of(stored, type), H5S_ALL, H5S_ALL, H5P_DEFAULT, to.data()),
        "cannot read the values");
}

void read_values(hid_t dataset, hid_t type, std::span<std::byte> to) {
  if (to.empty()) return;
  ValueReader reader(dataset, type, 0);
  const auto& extents = reader.extents();
  reader.read({std::vector<std::int64_t>(extents.size(), 0), extents}, to);
}

}  // namespace pcgns::h5
