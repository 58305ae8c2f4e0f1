// array_digest.hpp: the digest of one array's values, independent of their width in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// "integer", "real", "complex", "character" or "none": the kind of the values, whatever their width.
[[nodiscard]] std::string_view class_of(DataType type);

/// Bytes of stored values of `type` in one block of canonical values (kernel::digest_block).
[[nodiscard]] std::int64_t stored_block(DataType type);

/// Converts `stored` values (native byte order) to canonical form. The result lies in `room`, or is `stored`
/// itself.
[[nodiscard]] std::span<const std::byte> canonical(DataType type, std::span<const std::byte> stored,
                                                   std::vector<std::byte>& room);

/// Adds blocks of an array to `sum`, its digest. `stored` starts with the first byte of block `block`
/// (0-based). `room`: scratch memory, reusable between calls.
void add_blocks(DataType type, std::int64_t block, std::span<const std::byte> stored, Fingerprint& sum,
                std::vector<std::byte>& room);

/// Partial digests of one rank, by index into Plan::targets, for arrays that it hashed while reading them for
/// another purpose. The keys are the same on all ranks; the sum over all ranks is the digest.
using ArraySums = std::map<int, Fingerprint>;

/// The digest of all values of an array.
[[nodiscard]] Fingerprint digest_of_values(DataType type, std::span<const std::byte> stored);

}  // namespace pcgns::cgns
