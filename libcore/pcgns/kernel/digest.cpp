#include "pcgns/kernel/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

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

constexpr std::uint64_t sign_bit = std::uint64_t(1) << 63;
constexpr std::uint64_t infinity_bits = std::uint64_t(0x7ff) << 52;
constexpr std::uint64_t nan_bits = infinity_bits | std::uint64_t(1) << 51;

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t i) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
  return word;
}

bool is_nan(std::uint64_t bits) { return (bits & ~sign_bit) > infinity_bits; }

// The widest vectors of the processor, which a hash at the speed of memory leaves time for. Not under a
// sanitizer, which is not ready when the loader chooses the variant.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define PCGNS_WIDEST_VECTORS [[gnu::target_clones("arch=x86-64-v4", "avx2", "default")]]
#else
#define PCGNS_WIDEST_VECTORS
#endif

/// True if any real may be a -0 or a NaN, as its upper half says; without branches and on 32 bits, so that it
/// costs little beside a hash.
PCGNS_WIDEST_VECTORS bool may_be_special(std::span<const std::byte> reals) {
  constexpr std::int32_t negative_zero = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t infinity = 0x7ff00000;
  std::int32_t found = 0;
  for (std::size_t i = 0; i < reals.size() / sizeof(std::uint64_t); ++i) {
    std::int32_t upper = 0;
    std::memcpy(&upper, reals.data() + i * sizeof(std::uint64_t) + sizeof upper, sizeof upper);
    found |= static_cast<std::int32_t>(upper == negative_zero) |
             static_cast<std::int32_t>((upper & ~negative_zero) >= infinity);
  }
  return found != 0;
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
    case Narrow::unsigned8:
      return convert<std::uint8_t, std::int64_t>(from, to);
    case Narrow::signed32:
      return convert<std::int32_t, std::int64_t>(from, to);
    case Narrow::unsigned32:
      return convert<std::uint32_t, std::int64_t>(from, to);
    case Narrow::real32:
      return convert<float, double>(from, to);
  }
}

bool are_canonical_reals(std::span<const std::byte> reals) {
  if (!may_be_special(reals)) return true;
  for (std::size_t i = 0; i < reals.size() / sizeof(std::uint64_t); ++i) {
    const auto bits = word_at(reals, i);
    if (bits == sign_bit || (is_nan(bits) && bits != nan_bits)) return false;
  }
  return true;
}

void unify_reals(std::span<std::byte> reals) {
  for (std::size_t i = 0; i < reals.size() / sizeof(std::uint64_t); ++i) {
    auto bits = word_at(reals, i);
    if (bits == sign_bit) bits = 0;
    if (is_nan(bits)) bits = nan_bits;
    std::memcpy(reals.data() + i * sizeof bits, &bits, sizeof bits);
  }
}

std::vector<std::int64_t> beyond_signed(std::span<const std::byte> integers) {
  std::vector<std::int64_t> found;
  for (std::size_t i = 0; i < integers.size() / sizeof(std::uint64_t); ++i) {
    if (word_at(integers, i) >= sign_bit) found.push_back(static_cast<std::int64_t>(i));
  }
  return found;
}

void DigestStream::add(std::span<const std::byte> canonical) {
  if (canonical.empty()) return;
  const auto block = static_cast<std::size_t>(digest_block);
  if (!open_.empty()) {
    const auto count = std::min(canonical.size(), block - open_.size());
    const auto end = open_.size();
    open_.resize(end + count);
    std::memcpy(open_.data() + end, canonical.data(), count);
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
