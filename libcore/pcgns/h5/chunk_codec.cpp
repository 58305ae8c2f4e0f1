#include "pcgns/h5/chunk_codec.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::h5 {

namespace {

Handle file_in_memory() {
  const auto access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  check(H5Pset_fapl_core(access, mebi, false), "cannot set the file driver");
  // HDF5 treats files of the same name as one file.
  static std::uint64_t count = 0;
  const auto name = fmt::format("pcgns-chunk-{}", ++count);
  return own(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose,
             "cannot make a file in memory");
}

/// Of our own filter, in the range for private use.
constexpr H5Z_filter_t guard_id = 511;

/// What the guard requires of the bytes that reach it.
enum class Guarded : unsigned {
  whole,        ///< Exactly `bytes`.
  least,        ///< At least `bytes`.
  scale_offset  ///< What Scale-Offset says in its header that it needs for `count` values.
};

/// Bytes of Scale-Offset before the packed values; the first four are the bits per value.
constexpr std::size_t scale_offset_header = 21;

bool holds_scale_offset(const std::byte* from, std::size_t bytes, std::uint64_t count, unsigned value_bits) {
  if (bytes < scale_offset_header) return false;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 4; ++i) bits |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return bits <= value_bits && bytes - scale_offset_header >= (count * bits + 7) / 8;
}

/// HDF5's filters trust the size of what they are given, and HDF5 that of what they return.
std::size_t guard(unsigned flags, std::size_t given, const unsigned* values, std::size_t bytes, std::size_t*,
                  void** buffer) {
  if ((flags & H5Z_FLAG_REVERSE) == 0) return bytes;
  if (given != 3) return 0;
  switch (static_cast<Guarded>(values[0])) {
    case Guarded::whole:
      return bytes == values[1] ? bytes : 0;
    case Guarded::least:
      return bytes >= values[1] ? bytes : 0;
    case Guarded::scale_offset:
      return holds_scale_offset(static_cast<const std::byte*>(*buffer), bytes, values[1], values[2]) ? bytes
                                                                                                     : 0;
  }
  return 0;
}

cgns::Filter guard_of(Guarded what, std::int64_t amount, std::size_t value_bits = 0) {
  static const H5Z_class2_t filter = {H5Z_CLASS_T_VERS, guard_id, 1,       1,
                                      "pcgns-guard",    nullptr,  nullptr, guard};
  static const herr_t registered = check(H5Zregister(&filter), "cannot register a filter");
  (void)registered;
  return {guard_id,
          false,
          {static_cast<unsigned>(what), static_cast<unsigned>(amount), static_cast<unsigned>(value_bits)}};
}

/// `filters` with guards where decoding passes from one to the next.
std::vector<cgns::Filter> guarded(const std::vector<cgns::Filter>& filters, std::int64_t bytes, hid_t type) {
  const auto size = H5Tget_size(type);
  const auto count = bytes / static_cast<std::int64_t>(size);
  // N-Bit that has nothing to pack returns the size of its buffer.
  const bool may_exceed = !filters.empty() && filters.front().id == H5Z_FILTER_NBIT;
  std::vector<cgns::Filter> result = {guard_of(may_exceed ? Guarded::least : Guarded::whole, bytes)};
  for (const auto& filter : filters) {
    result.push_back(filter);
    if (filter.id == H5Z_FILTER_FLETCHER32) result.push_back(guard_of(Guarded::least, 4));
    if (filter.id == H5Z_FILTER_SCALEOFFSET) {
      result.push_back(guard_of(Guarded::scale_offset, count, 8 * size));
    }
    if (filter.id == H5Z_FILTER_NBIT && H5Tget_class(type) != H5T_COMPOUND) {
      const auto bits = count * static_cast<std::int64_t>(H5Tget_precision(type));
      result.push_back(guard_of(Guarded::least, divide_up(bits, 8)));
    }
  }
  return result;
}

Handle creation_of_chunk() {
  return own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot create a property list");
}

template <typename Skips>
std::uint32_t mask_of(const std::vector<cgns::Filter>& filters, const Skips& skips) {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < filters.size(); ++i) mask |= std::uint32_t{skips(filters[i])} << i;
  return mask;
}

std::uint32_t mask_but_checksums(const std::vector<cgns::Filter>& filters) {
  return mask_of(filters, [](const cgns::Filter& filter) { return filter.id != H5Z_FILTER_FLETCHER32; });
}

std::vector<cgns::Filter>::const_iterator missing_in(const std::vector<cgns::Filter>& filters) {
  return std::ranges::find_if(filters,
                              [](const cgns::Filter& filter) { return H5Zfilter_avail(filter.id) <= 0; });
}

std::int64_t bytes_of(hid_t type, const std::vector<std::int64_t>& extents) {
  auto bytes = static_cast<std::int64_t>(H5Tget_size(type));
  for (const auto extent : extents) bytes *= extent;
  return bytes;
}

}  // namespace

ChunkCodec::ChunkCodec(hid_t type, hid_t creation, const std::vector<std::int64_t>& extents,
                       const std::vector<cgns::Filter>& filters)
    : extents_(extents),
      filters_(filters),
      type_(own(H5Tcopy(type), H5Tclose, "cannot copy a type")),
      creation_(own(H5Pcopy(creation), H5Pclose, "cannot copy a property list")),
      bytes_(bytes_of(type, extents)),
      deflate_(Deflate::of(filters, static_cast<int>(H5Tget_size(type)))),
      origin_(extents.size(), 0) {
  const std::vector<hsize_t> chunk(extents.begin(), extents.end());
  check(H5Pset_chunk(creation_, static_cast<int>(chunk.size()), chunk.data()), "cannot set the chunk");
  check(H5Pset_fill_time(creation_, H5D_FILL_TIME_NEVER), "cannot disable fill values");
  if (H5Pget_nfilters(creation_) > 0)
    check(H5Premove_filter(creation_, H5Z_FILTER_ALL), "cannot set the filters");
  // Chunks may all skip one that is missing.
  if (!deflate_ && !filters_.empty() && missing_in(filters_) == filters_.end()) (void)decoder();
}

ChunkCodec::ChunkCodec(cgns::DataType type, const std::vector<std::int64_t>& extents,
                       const std::vector<cgns::Filter>& filters, bool big_endian)
    : ChunkCodec(file_type(type, big_endian), creation_of_chunk(), extents, filters) {}

ChunkCodec::ChunkCodec(hid_t dataset)
    : ChunkCodec(own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values"),
                 creation_of(dataset), chunk_of(dataset), filters_of(dataset)) {}

std::int64_t ChunkCodec::most_stored() const { return bytes_ + bytes_ / 8 + 64 * kibi; }

Handle ChunkCodec::dataset_of_one_chunk(const char* name, const std::vector<cgns::Filter>& filters) {
  if (!file_) file_ = file_in_memory();
  const auto creation = own(H5Pcopy(creation_), H5Pclose, "cannot copy a property list");
  set_filters(creation, filters);
  // Without a chunk cache, every call runs the filters at once.
  const auto access = own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "cannot create a property list");
  check(H5Pset_chunk_cache(access, 0, 0, 1.0), "cannot set the chunk cache");
  return own(H5Dcreate2(file_, name, type_, space_of(extents_), H5P_DEFAULT, creation, access), H5Dclose,
             "cannot make a dataset in memory");
}

hid_t ChunkCodec::encoder() {
  if (!encoder_) encoder_ = dataset_of_one_chunk("values to chunk", filters_);
  return encoder_;
}

hid_t ChunkCodec::decoder() {
  if (!decoder_) decoder_ = dataset_of_one_chunk("chunk to values", guarded(filters_, bytes_, type_));
  return decoder_;
}

ChunkCodec::Stored ChunkCodec::encode(std::span<const std::byte> values) {
  if (filters_.empty()) return {values, 0};
  if (deflate_) {
    const auto stored = deflate_->encode(values);
    return stored ? Stored{*stored, 0} : unfiltered(values);
  }
  check(H5Dwrite(encoder(), type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "cannot filter a chunk");
  hsize_t size = 0;
  check(H5Dget_chunk_storage_size(encoder(), origin_.data(), &size), "cannot filter a chunk");
  const auto saves_nothing = static_cast<std::int64_t>(size) >= bytes_;
  if (saves_nothing && mask_but_checksums(filters_) != 0) return unfiltered(values);
  stored_.resize(static_cast<std::size_t>(size));
  std::uint32_t mask = 0;
  check(read_stored_chunk(encoder(), origin_.data(), &mask, stored_.data()), "cannot filter a chunk");
  return gives_back(mask, values) ? Stored{stored_, mask} : unfiltered(values);
}

/// Checksums, which never make a chunk smaller, stay.
ChunkCodec::Stored ChunkCodec::unfiltered(std::span<const std::byte> values) {
  const auto all = mask_of(filters_, [](const cgns::Filter&) { return true; });
  const auto skipped = mask_but_checksums(filters_);
  if (skipped == all || skipped == 0) return {values, all};
  const auto stored = without(skipped).encode(values);
  return {stored.bytes, stored.mask == 0 ? skipped : all};
}

/// Scale-Offset rounds reals, and some filters spoil what others make.
bool ChunkCodec::gives_back(std::uint32_t mask, std::span<const std::byte> values) {
  decoded_.resize(values.size());
  try {
    decode(stored_, mask, decoded_);
  } catch (const Failure&) {
    return false;
  }
  return std::ranges::equal(decoded_, values);
}

void ChunkCodec::decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> values) {
  if (mask != 0) return without(mask).decode(stored, 0, values);
  if (filters_.empty()) {
    if (stored.size() != values.size()) {
      throw Failure(
          fmt::format("it has {} bytes instead of {}: the file is damaged", stored.size(), values.size()));
    }
    std::copy(stored.begin(), stored.end(), values.begin());
    return;
  }
  if (deflate_) return deflate_->decode(stored, values);
  if (const auto missing = missing_in(filters_); missing != filters_.end())
    throw Failure(fmt::format("it is compressed with filter {}, which HDF5 cannot find", missing->id));
  if (static_cast<std::int64_t>(stored.size()) > most_stored())
    throw Failure("it is larger than its values: the file is damaged");
  check(H5Dwrite_chunk(decoder(), H5P_DEFAULT, 0, origin_.data(), stored.size(), stored.data()),
        "cannot take a chunk");
  check(H5Dread(decoder(), type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        fmt::format("it does not decode to its {} bytes", bytes_));
}

void ChunkCodec::require_sound(std::span<const std::byte> stored, std::uint32_t mask) {
  if (mask == 0 && deflate_) return deflate_->require_sound(stored, bytes_);
  std::vector<std::byte> values(static_cast<std::size_t>(bytes_));
  decode(stored, mask, values);
}

ChunkCodec& ChunkCodec::without(std::uint32_t mask) {
  auto& codec = without_[mask];
  if (!codec) {
    std::vector<cgns::Filter> rest;
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      if (i >= 32 || (mask >> i & 1U) == 0) rest.push_back(filters_[i]);
    }
    codec = std::unique_ptr<ChunkCodec>(new ChunkCodec(type_, creation_, extents_, rest));
  }
  return *codec;
}

std::span<const std::byte> ChunkCache::get(int array, std::int64_t index, std::int64_t bytes,
                                           const Decode& decode) {
  if (const auto found = by_place_.find({array, index}); found != by_place_.end()) {
    chunks_.splice(chunks_.begin(), chunks_, found->second);
    return chunks_.front().values;
  }
  Chunk chunk{{array, index}};
  while (!chunks_.empty() && bytes_ + bytes > memory_) {
    bytes_ -= static_cast<std::int64_t>(chunks_.back().values.size());
    chunk.values = std::move(chunks_.back().values);
    by_place_.erase(chunks_.back().place);
    chunks_.pop_back();
  }
  chunk.values.resize(static_cast<std::size_t>(bytes));
  decode(chunk.values);
  bytes_ += bytes;
  chunks_.push_front(std::move(chunk));
  by_place_[chunks_.front().place] = chunks_.begin();
  return chunks_.front().values;
}

namespace {

constexpr int filter_deflate = 1;
constexpr int filter_shuffle = 2;

/// zlib's interface lacks const, but zlib does not change its input.
Bytef* bytes(std::span<const std::byte> from) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(from.data()));
}

void give(z_stream& stream, std::span<const std::byte> from, std::span<std::byte> to) {
  if (from.size() > std::numeric_limits<uInt>::max() || to.size() > std::numeric_limits<uInt>::max())
    throw Failure("a chunk has more than 4 GiB");
  stream.next_in = bytes(from);
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(to.size());
}

}  // namespace

std::unique_ptr<Deflate> Deflate::of(const std::vector<cgns::Filter>& filters, int size) {
  const bool shuffles = filters.size() == 2 && filters.front().id == filter_shuffle;
  if (filters.empty() || filters.size() > (shuffles ? 2 : 1)) return nullptr;
  const auto& last = filters.back();
  if (last.id != filter_deflate || last.parameters.size() != 1 || last.parameters.front() > 9) return nullptr;
  const auto level = static_cast<int>(last.parameters.front());
  return std::unique_ptr<Deflate>(new Deflate(level, shuffles && size > 1 ? size : 0));
}

Deflate::Deflate(int level, int shuffled_size) : level_(level), shuffled_size_(shuffled_size) {}

Deflate::~Deflate() {
  if (packer_) deflateEnd(packer_.get());
  if (unpacker_) inflateEnd(unpacker_.get());
}

std::optional<std::span<const std::byte>> Deflate::encode(std::span<const std::byte> values) {
  if (!packer_) {
    auto stream = std::make_unique<z_stream>();
    if (deflateInit(stream.get(), level_) != Z_OK) throw Failure("cannot begin to compress");
    packer_ = std::move(stream);
  } else if (deflateReset(packer_.get()) != Z_OK) {
    throw Failure("cannot begin to compress");
  }
  if (shuffled_size_ > 0) {
    shuffled_.resize(values.size());
    kernel::shuffle(values, shuffled_, shuffled_size_);
    values = shuffled_;
  }
  stored_.resize(values.size());
  give(*packer_, values, stored_);
  if (deflate(packer_.get(), Z_FINISH) != Z_STREAM_END || packer_->avail_out == 0) return std::nullopt;
  return std::span<const std::byte>(stored_).first(stored_.size() - packer_->avail_out);
}

void Deflate::inflate_to(std::span<std::byte> to, std::span<const std::byte> stored) {
  if (!unpacker_) {
    auto stream = std::make_unique<z_stream>();
    if (inflateInit(stream.get()) != Z_OK) throw Failure("cannot begin to decompress");
    unpacker_ = std::move(stream);
  } else if (inflateReset(unpacker_.get()) != Z_OK) {
    throw Failure("cannot begin to decompress");
  }
  give(*unpacker_, stored, to);
  if (inflate(unpacker_.get(), Z_FINISH) != Z_STREAM_END || unpacker_->avail_out != 0)
    throw Failure(fmt::format("it does not decompress to its {} bytes: the file is damaged", to.size()));
}

void Deflate::decode(std::span<const std::byte> stored, std::span<std::byte> values) {
  if (shuffled_size_ == 0) return inflate_to(values, stored);
  shuffled_.resize(values.size());
  inflate_to(shuffled_, stored);
  kernel::unshuffle(shuffled_, values, shuffled_size_);
}

void Deflate::require_sound(std::span<const std::byte> stored, std::int64_t bytes) {
  shuffled_.resize(static_cast<std::size_t>(bytes));
  inflate_to(shuffled_, stored);
}

}  // namespace pcgns::h5
