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

Handle dataset_of_one_chunk(hid_t file, hid_t type, const std::vector<std::int64_t>& extents,
                            const std::vector<cgns::Filter>& filters) {
  const auto creation = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot create a property list");
  const std::vector<hsize_t> chunk(extents.begin(), extents.end());
  check(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()), "cannot set the chunk");
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "cannot disable fill values");
  set_filters(creation, filters);
  // Without a chunk cache, every call runs the filters at once.
  const auto access = own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "cannot create a property list");
  check(H5Pset_chunk_cache(access, 0, 0, 1.0), "cannot set the chunk cache");
  return own(H5Dcreate2(file, "chunk", type, space_of(extents), H5P_DEFAULT, creation, access), H5Dclose,
             "cannot make a dataset in memory");
}

}  // namespace

ChunkCodec::ChunkCodec(cgns::DataType type, const std::vector<std::int64_t>& extents,
                       const std::vector<cgns::Filter>& filters, bool big_endian)
    : data_type_(type),
      extents_(extents),
      filters_(filters),
      big_endian_(big_endian),
      type_(file_type(type, big_endian)),
      bytes_(cgns::bytes_of(type, extents)),
      deflate_(Deflate::of(filters, cgns::size_of(type))),
      origin_(extents.size(), 0) {
  if (deflate_) return;
  file_ = file_in_memory();
  dataset_ = dataset_of_one_chunk(file_, type_, extents, filters);
}

ChunkCodec::Stored ChunkCodec::encode(std::span<const std::byte> values) {
  if (filters_.empty()) return {values, 0};
  if (deflate_) {
    const auto stored = deflate_->encode(values);
    if (stored) return {*stored, 0};
    return {values, (1U << filters_.size()) - 1};
  }
  check(H5Dwrite(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "cannot filter a chunk");
  hsize_t size = 0;
  check(H5Dget_chunk_storage_size(dataset_, origin_.data(), &size), "cannot filter a chunk");
  if (static_cast<std::int64_t>(size) >= bytes_) return {values, (1U << filters_.size()) - 1};
  stored_.resize(static_cast<std::size_t>(size));
  std::uint32_t mask = 0;
  check(H5Dread_chunk(dataset_, H5P_DEFAULT, origin_.data(), &mask, stored_.data()), "cannot filter a chunk");
  return {stored_, mask};
}

void ChunkCodec::decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> values) {
  if (mask != 0) return without(mask).decode(stored, 0, values);
  if (filters_.empty()) {
    if (stored.size() != values.size()) throw Failure("has too few values, or too many");
    std::copy(stored.begin(), stored.end(), values.begin());
    return;
  }
  if (deflate_) return deflate_->decode(stored, values);
  check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, origin_.data(), stored.size(), stored.data()),
        "cannot take a chunk");
  check(H5Dread(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "cannot read a chunk");
}

ChunkCodec& ChunkCodec::without(std::uint32_t mask) {
  auto& codec = without_[mask];
  if (!codec) {
    std::vector<cgns::Filter> rest;
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      if (i >= 32 || (mask >> i & 1U) == 0) rest.push_back(filters_[i]);
    }
    codec = std::make_unique<ChunkCodec>(data_type_, extents_, rest, big_endian_);
  }
  return *codec;
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

void Deflate::decode(std::span<const std::byte> stored, std::span<std::byte> values) {
  if (!unpacker_) {
    auto stream = std::make_unique<z_stream>();
    if (inflateInit(stream.get()) != Z_OK) throw Failure("cannot begin to decompress");
    unpacker_ = std::move(stream);
  } else if (inflateReset(unpacker_.get()) != Z_OK) {
    throw Failure("cannot begin to decompress");
  }
  if (shuffled_size_ > 0) shuffled_.resize(values.size());
  const auto to = shuffled_size_ > 0 ? std::span(shuffled_) : values;
  give(*unpacker_, stored, to);
  if (inflate(unpacker_.get(), Z_FINISH) != Z_STREAM_END || unpacker_->avail_out != 0)
    throw Failure("cannot be decompressed");
  if (shuffled_size_ > 0) kernel::unshuffle(shuffled_, values, shuffled_size_);
}

}  // namespace pcgns::h5
