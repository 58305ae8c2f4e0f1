#include "pcgns/cgns/array_digest.hpp"

#include <algorithm>

#include "pcgns/kernel/digest.hpp"

namespace pcgns::cgns {

namespace {

/// Bytes of a value in canonical form.
std::int64_t canonical_size(DataType type) {
  switch (type) {
    case DataType::I4:
    case DataType::U4:
    case DataType::R4:
      return 8;
    case DataType::X4:
      return 16;
    default:
      return size_of(type);
  }
}

}  // namespace

std::string_view class_of(DataType type) {
  switch (type) {
    case DataType::I4:
    case DataType::U4:
    case DataType::I8:
    case DataType::U8:
      return "integer";
    case DataType::R4:
    case DataType::R8:
      return "real";
    case DataType::X4:
    case DataType::X8:
      return "complex";
    case DataType::C1:
      return "character";
    case DataType::B1:
      return "byte";
    case DataType::MT:
    case DataType::LK:
      return "none";
  }
  return "none";
}

std::int64_t stored_block(DataType type) {
  const auto size = std::max<std::int64_t>(1, canonical_size(type));
  return kernel::digest_block / size * size_of(type);
}

std::span<const std::byte> canonical(DataType type, std::span<const std::byte> stored,
                                     std::vector<std::byte>& room) {
  if (canonical_size(type) == size_of(type)) return stored;
  room.resize(2 * stored.size());
  const auto narrow = type == DataType::I4   ? kernel::Narrow::signed32
                      : type == DataType::U4 ? kernel::Narrow::unsigned32
                                             : kernel::Narrow::real32;
  kernel::widen(narrow, stored, room);
  return room;
}

void add_blocks(DataType type, std::int64_t block, std::span<const std::byte> stored, Fingerprint& sum,
                std::vector<std::byte>& room) {
  for (const auto size = static_cast<std::size_t>(stored_block(type)); !stored.empty(); ++block) {
    const auto bytes = stored.first(std::min(stored.size(), size));
    sum = kernel::sum_of(sum, kernel::block_term(block, canonical(type, bytes, room)));
    stored = stored.subspan(bytes.size());
  }
}

Fingerprint digest_of_values(DataType type, std::span<const std::byte> stored) {
  std::vector<std::byte> room;
  kernel::DigestStream stream;
  stream.add(canonical(type, stored, room));
  return stream.finish();
}

}  // namespace pcgns::cgns
