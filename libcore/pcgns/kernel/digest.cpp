#include "pcgns/kernel/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pcgns::kernel {

namespace {

// Values are hashed as they lie in memory.
static_assert(std::endian::native == std::endian::little, "canonical values are little-endian");

void append_word(std::vector<std::byte>& record, std::uint64_t word, std::endian order) {
  for (int i = 0; i < 8; ++i) {
    const int shift = 8 * (order == std::endian::little ? i : 7 - i);
    record.push_back(static_cast<std::byte>(word >> shift));
  }
}

template <typename From, typename To>
void convert(std::span<const std::byte> from, std::span<std::byte> to) {
  for (std::size_t i = 0; i < from.size() / sizeof(From); ++i) {
    From narrow;
    std::memcpy(&narrow, from.data() + i * sizeof narrow, sizeof narrow);
    const auto wide = static_cast<To>(narrow);
    std::memcpy(to.data() + i * sizeof wide, &wide, sizeof wide);
  }
}

}  // namespace

void append(std::vector<std::byte>& record, const Fingerprint& fingerprint) {
  append_word(record, fingerprint.high, std::endian::big);
  append_word(record, fingerprint.low, std::endian::big);
}

void append(std::vector<std::byte>& record, std::int64_t number) {
  append_word(record, static_cast<std::uint64_t>(number), std::endian::little);
}

Fingerprint sum_of(const Fingerprint& sum, const Fingerprint& term) {
  const auto low = sum.low + term.low;
  return {sum.high + term.high + (low < term.low ? 1 : 0), low};
}

Fingerprint block_term(std::int64_t index, std::span<const std::byte> canonical) {
  std::vector<std::byte> record;
  record.reserve(24);
  append(record, index);
  append(record, fingerprint(canonical));
  return fingerprint(record);
}

void widen(Narrow type, std::span<const std::byte> from, std::span<std::byte> to) {
  switch (type) {
    case Narrow::signed32:
      return convert<std::int32_t, std::int64_t>(from, to);
    case Narrow::unsigned32:
      return convert<std::uint32_t, std::int64_t>(from, to);
    case Narrow::real32:
      return convert<float, double>(from, to);
  }
}

void DigestStream::add(std::span<const std::byte> canonical) {
  const auto block = static_cast<std::size_t>(digest_block);
  if (!open_.empty()) {
    const auto count = std::min(canonical.size(), block - open_.size());
    open_.insert(open_.end(), canonical.begin(), canonical.begin() + static_cast<std::ptrdiff_t>(count));
    canonical = canonical.subspan(count);
    if (open_.size() < block) return;
    end_block(open_);
    open_.clear();
  }
  for (; canonical.size() >= block; canonical = canonical.subspan(block)) end_block(canonical.first(block));
  open_.assign(canonical.begin(), canonical.end());
}

std::int64_t DigestStream::bytes() const { return blocks_ * digest_block + std::ssize(open_); }

Fingerprint DigestStream::finish() {
  if (!open_.empty()) end_block(open_);
  return sum_;
}

void DigestStream::end_block(std::span<const std::byte> canonical) {
  sum_ = sum_of(sum_, block_term(blocks_++, canonical));
}

}  // namespace pcgns::kernel
