#include "pcgns/cgns/array_digest.hpp"

#include <algorithm>

#include "pcgns/kernel/digest.hpp"

namespace pcgns::cgns {

namespace {

/// Bytes of a value in canonical form.
std::int64_t canonical_size(DataType type) {
  switch (type) {
    case DataType::B1:
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
    case DataType::B1:
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

namespace {

kernel::Narrow narrow_of(DataType type) {
  switch (type) {
    case DataType::B1:
      return kernel::Narrow::unsigned8;
    case DataType::I4:
      return kernel::Narrow::signed32;
    case DataType::U4:
      return kernel::Narrow::unsigned32;
    default:
      return kernel::Narrow::real32;
  }
}

bool has_reals(DataType type) {
  return type == DataType::R4 || type == DataType::R8 || type == DataType::X4 || type == DataType::X8;
}

/// The term of a block. Integers that only U8 has differ from negative ones by their places.
Fingerprint term_of(DataType type, std::int64_t block, std::span<const std::byte> values) {
  const auto places = type == DataType::U8 ? kernel::beyond_signed(values) : std::vector<std::int64_t>();
  if (places.empty()) return kernel::block_term(block, values);
  std::vector<std::byte> record(values.begin(), values.end());
  for (const auto place : places) kernel::append(record, place);
  return kernel::block_term(block, record);
}

}  // namespace

std::span<const std::byte> canonical(DataType type, std::span<const std::byte> stored,
                                     std::vector<std::byte>& room) {
  auto values = stored;
  if (canonical_size(type) != size_of(type)) {
    room.resize(stored.size() / static_cast<std::size_t>(size_of(type)) *
                static_cast<std::size_t>(canonical_size(type)));
    kernel::widen(narrow_of(type), stored, room);
    values = room;
  }
  if (!has_reals(type) || kernel::are_canonical_reals(values)) return values;
  if (values.data() == stored.data()) room.assign(stored.begin(), stored.end());
  kernel::unify_reals(room);
  return room;
}

void add_blocks(DataType type, std::int64_t block, std::span<const std::byte> stored, Fingerprint& sum,
                std::vector<std::byte>& room) {
  for (const auto size = static_cast<std::size_t>(stored_block(type)); !stored.empty(); ++block) {
    const auto bytes = stored.first(std::min(stored.size(), size));
    sum = kernel::sum_of(sum, term_of(type, block, canonical(type, bytes, room)));
    stored = stored.subspan(bytes.size());
  }
}

Fingerprint digest_of_values(DataType type, std::span<const std::byte> stored) {
  std::vector<std::byte> room;
  Fingerprint sum;
  add_blocks(type, 0, stored, sum, room);
  return sum;
}

}  // namespace pcgns::cgns
