// digest.hpp: the digest of an array, from its blocks in any order.
//
// Values are hashed in canonical form: integers and reals of 64 bits, little-endian; characters as they are.
// Each block of 64 KiB gives a term that knows which block it is; the array's digest is the sum of the terms
// modulo 2^128. So ranks can hash any blocks in any order, and only their sums meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::kernel {

/// Bytes of canonical values in a block; the last one of an array may have fewer.
inline constexpr std::int64_t digest_block = 65536;

/// The bytes of a fingerprint as records have them: the higher half first, big-endian, like its digits.
void append(std::vector<std::byte>& record, const Fingerprint& fingerprint);
/// 64 bits, little-endian.
void append(std::vector<std::byte>& record, std::int64_t number);

/// sum + term modulo 2^128.
[[nodiscard]] Fingerprint sum_of(const Fingerprint& sum, const Fingerprint& term);

/// What the block `index` (0-based) of an array adds to its digest.
[[nodiscard]] Fingerprint block_term(std::int64_t index, std::span<const std::byte> canonical);

/// How values are stored that are not canonical.
enum class Narrow : std::uint8_t { signed32, unsigned32, real32 };

/// As integers or reals of 64 bits in native byte order. `to` has twice as many bytes. A NaN becomes a quiet
/// one and keeps its payload, as in every conversion of IEEE 754.
void widen(Narrow type, std::span<const std::byte> from, std::span<std::byte> to);

/// The digest of an array whose canonical values come one after the other.
class DigestStream {
 public:
  void add(std::span<const std::byte> canonical);
  [[nodiscard]] std::int64_t bytes() const;
  /// Of all that was added. Nothing may be added afterwards.
  [[nodiscard]] Fingerprint finish();

 private:
  void end_block(std::span<const std::byte> canonical);

  std::int64_t blocks_ = 0;
  std::vector<std::byte> open_;  ///< Of the block that is not full yet.
  Fingerprint sum_;
};

}  // namespace pcgns::kernel
