// digest.hpp: the digest of an array, from its blocks in any order.
//
// Values are hashed in canonical form: integers and reals as 64 bits, little-endian, with one NaN and one
// zero; characters unchanged. Each block of 64 KiB gives a term that depends on its index; the array's digest
// is the sum of the terms modulo 2^128. So ranks can hash any blocks in any order, and only the sums are
// reduced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::kernel {

/// Bytes of canonical values per block; the last block of an array may be shorter.
inline constexpr std::int64_t digest_block = 65536;

/// Appends a fingerprint to a record: the higher half first, big-endian, like its hexadecimal digits.
void append(std::vector<std::byte>& record, const Fingerprint& fingerprint);
/// Appends 64 bits, little-endian.
void append(std::vector<std::byte>& record, std::int64_t number);

/// sum + term modulo 2^128.
[[nodiscard]] Fingerprint sum_of(const Fingerprint& sum, const Fingerprint& term);

/// The term of block `index` (0-based) of an array.
[[nodiscard]] Fingerprint block_term(std::int64_t index, std::span<const std::byte> canonical);

/// Stored types that must be widened to become canonical.
enum class Narrow : std::uint8_t { unsigned8, signed32, unsigned32, real32 };

/// Widens to 64-bit integers or reals in native byte order; `to` has 8 bytes for every value.
void widen(Narrow type, std::span<const std::byte> from, std::span<std::byte> to);

/// True if all doubles are canonical: no -0, and no NaN but the one of unify_reals.
[[nodiscard]] bool are_canonical_reals(std::span<const std::byte> reals);
/// Makes every NaN the quiet one without sign and payload, and every -0 a +0.
void unify_reals(std::span<std::byte> reals);

/// The indices of the unsigned 64-bit integers above 2^63 - 1.
[[nodiscard]] std::vector<std::int64_t> beyond_signed(std::span<const std::byte> integers);

/// The digest of an array whose canonical values arrive in order.
class DigestStream {
 public:
  void add(std::span<const std::byte> canonical);
  [[nodiscard]] std::int64_t bytes() const;
  /// The digest of all added bytes. @pre Called once; nothing is added afterwards.
  [[nodiscard]] Fingerprint finish();

 private:
  void end_block(std::span<const std::byte> canonical);

  std::int64_t blocks_ = 0;
  std::vector<std::byte> open_;  ///< Bytes of the incomplete block.
  Fingerprint sum_;
};

}  // namespace pcgns::kernel
