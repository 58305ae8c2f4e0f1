#include "pcgns/h5/deflate.hpp"

#include <zlib.h>

#include <limits>

#include "pcgns/h5/error.hpp"
#include "pcgns/kernel/shuffle.hpp"

namespace pcgns::h5 {

namespace {

constexpr int filter_deflate = 1;
constexpr int filter_shuffle = 2;

/// zlib does not change its input, but says so only to those who ask for it.
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

std::unique_ptr<Deflate> Deflate::of(const std::vector<tree::Filter>& filters, int size) {
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
