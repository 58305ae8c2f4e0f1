#include <algorithm>
#include <array>
#include <bit>

#include "pcgns/base/bytes.hpp"
#include "pcgns/objects/detail/cursor.hpp"
#include "pcgns/objects/detail/dense_links.hpp"
#include "pcgns/objects/objects.hpp"

namespace pcgns::objects {

namespace {

using cgns::DataType;

/// Types of messages in object headers.
enum : std::uint8_t {
  nil = 0x00,
  dataspace = 0x01,
  link_info = 0x02,
  datatype = 0x03,
  old_fill_value = 0x04,
  fill_value = 0x05,
  link = 0x06,
  layout = 0x08,
  group_info = 0x0A,
  attribute = 0x0C,
  continuation = 0x10,
  modification_time = 0x12,
  attribute_info = 0x15,
  reference_count = 0x16,
};

/// Of all blocks of an object header: HDF5 may read larger ones.
constexpr std::int64_t most_header = 64 * mebi;
constexpr std::size_t most_dimensions = 32;
/// Of a message: others say that it is elsewhere, or that HDF5 may not know it.
constexpr std::uint64_t constant_or_not_shared = 1 | 4;

/// Values of a new array: HDF5 refuses what it cannot decode, although nothing here depends on it.
void require_fill_value(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  const auto version = fields.number(1);
  bool has_value = true;
  if (version == 3) {
    const auto flags = fields.number_up_to(1, 0x3F);
    has_value = (flags & 0x20U) != 0;
  } else {
    if (version != 2) give_up();
    fields.skip(2);
    has_value = fields.number(1) != 0;
  }
  if (has_value) fields.skip(fields.number(4));
}

/// True for messages that say nothing about nodes and values.
bool has_no_meaning_here(std::uint8_t type, std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  switch (type) {
    case nil:
      return true;
    case old_fill_value:
      fields.skip(fields.number(4));
      return true;
    case fill_value:
      require_fill_value(bytes);
      return true;
    case modification_time:
      fields.require_number(1, 1);
      fields.skip(3 + 4);
      return true;
    case reference_count:
      fields.require_number(1, 0);
      fields.skip(4);
      return true;
    default:
      return false;
  }
}

/// Extents; a scalar has none.
std::vector<std::int64_t> extents_in(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  const auto version = fields.number(1);
  const auto rank = fields.number_up_to(1, most_dimensions);
  const auto has_largest = fields.number_up_to(1, 1) != 0;
  if (version == 1) {
    fields.skip(5);
  } else {
    if (version != 2) give_up();
    fields.require_number(1, rank == 0 ? 0 : 1);  // scalar, simple; not null
  }
  std::vector<std::int64_t> extents(rank);
  for (auto& extent : extents) extent = fields.count(8);
  if (has_largest) fields.skip(8 * rank);
  return extents;
}

/// A datatype as it is stored.
struct Stored {
  int kind = 0;  ///< 0: integer, 1: real, 3: text.
  std::size_t size = 0;
  std::uint32_t bits = 0;
  std::span<const std::byte> properties = {};
};

Stored stored_type(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  const auto kind = fields.number(1);
  if (kind >> 4U < 1 || kind >> 4U > 3) give_up();
  Stored stored{.kind = static_cast<int>(kind & 15U)};
  stored.bits = static_cast<std::uint32_t>(fields.number(3));
  stored.size = fields.number(4);
  stored.properties = fields.take(fields.left());
  return stored;
}

/// All bits are used, none is padding.
bool is_full_integer(const Stored& stored) {
  Cursor fields(stored.properties);
  return (stored.bits & ~std::uint32_t{9}) == 0 && fields.number(2) == 0 &&
         fields.number(2) == 8 * stored.size;
}

/// IEEE 754 of 32 or 64 bits.
bool is_full_real(const Stored& stored) {
  const bool is_double = stored.size == 8;
  if ((stored.bits & ~std::uint32_t{1}) != (is_double ? 0x3F20U : 0x1F20U)) return false;
  Cursor fields(stored.properties);
  const std::uint64_t mantissa = is_double ? 52 : 23;
  return fields.number(2) == 0 && fields.number(2) == 8 * stored.size && fields.number(1) == mantissa &&
         fields.number(1) == (is_double ? 11U : 8U) && fields.number(1) == 0 &&
         fields.number(1) == mantissa && fields.number(4) == (is_double ? 1023U : 127U);
}

DataType type_of(const Stored& stored) {
  if (stored.kind == 1 && (stored.size == 4 || stored.size == 8) && is_full_real(stored))
    return stored.size == 4 ? DataType::R4 : DataType::R8;
  if (stored.kind != 0 || !is_full_integer(stored)) give_up();
  const bool is_signed = (stored.bits & 8U) != 0;
  switch (stored.size) {
    case 1:
      if ((stored.bits & 1U) != 0) give_up();
      return is_signed ? DataType::C1 : DataType::B1;
    case 4:
      return is_signed ? DataType::I4 : DataType::U4;
    case 8:
      return is_signed ? DataType::I8 : DataType::U8;
    default:
      give_up();
  }
}

bool is_swapped(const Stored& stored) {
  const bool is_big = (stored.bits & 1U) != 0;
  return is_big != (std::endian::native == std::endian::big);
}

std::string up_to_nul(std::string text) {
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

/// Ends with NUL or is filled up with them, not with blanks; ASCII or UTF-8.
bool is_text(const Stored& stored) { return stored.kind == 3 && (stored.bits & ~std::uint32_t{0x11}) == 0; }

/// A single text or a number.
Attribute attribute_in(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  fields.require_number(1, 3);
  fields.require_number(1, 0);  // neither type nor extents elsewhere
  const auto name = fields.number(2);
  const auto type = fields.number(2);
  const auto space = fields.number(2);
  (void)fields.number_up_to(1, 1);  // ASCII, UTF-8
  Attribute attribute{.name = up_to_nul(fields.text(name))};
  const auto stored = stored_type(fields.take(type));
  const auto extents = extents_in(fields.take(space));
  const bool is_single = std::ranges::all_of(extents, [](std::int64_t extent) { return extent == 1; });
  if (attribute.name.size() + 1 != name || !is_single || stored.size == 0) give_up();
  auto value = fields.text(stored.size);
  if (is_text(stored)) {
    attribute.text = up_to_nul(std::move(value));
  } else if (stored.kind != 0 || !is_full_integer(stored)) {
    give_up();
  }
  return attribute;
}

/// Two links of a name, or orders of only some links, are damage.
void put_in_order(std::vector<Link>& links) {
  std::ranges::sort(links, {}, &Link::name);
  if (std::ranges::adjacent_find(links, {}, &Link::name) != links.end()) give_up();
  const auto tracked = std::ranges::count_if(links, [](const Link& link) { return link.order.has_value(); });
  if (tracked == 0) return;
  if (tracked != std::ssize(links)) give_up();
  std::ranges::stable_sort(links, {}, [](const Link& link) { return *link.order; });
}

void require_no_dense_attributes(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  fields.require_number(1, 0);
  const auto flags = fields.number_up_to(1, 3);
  if ((flags & 1U) != 0) fields.skip(2);
  fields.require_number(8, no_address);
  fields.skip((flags & 2U) != 0 ? 16 : 8);
}

void require_group_info(std::span<const std::byte> bytes) {
  Cursor fields(bytes);
  fields.require_number(1, 0);
  const auto flags = fields.number_up_to(1, 3);
  fields.skip(4 * static_cast<std::size_t>(std::popcount(flags)));
}

}  // namespace

const Attribute* Group::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

/// Without a user block before it and an extension behind it.
ObjectFile::Superblock ObjectFile::superblock_in(const ReadAt& read, std::int64_t file_size) {
  std::array<std::byte, 48> bytes{};
  if (file_size < std::ssize(bytes)) give_up();
  read(0, bytes);
  require_checksum(bytes);
  Cursor fields(bytes);
  fields.require("\211HDF\r\n\032\n");
  const auto version = fields.number(1);
  if (version != 2 && version != 3) give_up();
  fields.require_number(1, 8);  // bytes of an offset
  fields.require_number(1, 8);  // and of a length
  fields.require_number(1, 0);  // nobody is writing
  fields.require_number(8, 0);
  fields.require_number(8, no_address);
  const auto end = fields.count(8);
  if (end != file_size) give_up();  // HDF5 reads what is cut, or has something behind its end
  return {.end = end, .root = fields.count(8)};
}

ObjectFile::Header ObjectFile::header(std::int64_t address) {
  constexpr std::int64_t most_before = 4 + 1 + 1 + 16 + 4 + 8;
  if (address < 0 || address >= size_) give_up();
  const auto begin = blocks_.get(address, std::min(most_before, size_ - address));
  Cursor fields(begin);
  fields.require("OHDR");
  fields.require_number(1, 2);
  const auto flags = fields.number_up_to(1, 0x3F);
  if ((flags & 0x20U) != 0) fields.skip(16);
  if ((flags & 0x10U) != 0) fields.skip(4);
  const auto messages = static_cast<std::int64_t>(
      fields.number_up_to(std::size_t{1} << (flags & 3U), std::uint64_t{most_header}));
  const auto prefix = begin.size() - fields.left();
  const auto total = static_cast<std::int64_t>(prefix + checksum_size) + messages;
  const bool has_order = (flags & 4U) != 0;
  Header header;
  std::vector<Continued> continued;
  auto left = most_header - messages;
  header.blocks.push_back(blocks_.get(address, total));
  require_checksum(header.blocks.back());
  add_messages(
      std::span<const std::byte>(header.blocks.back()).subspan(prefix, static_cast<std::size_t>(messages)),
      has_order, header, continued);
  while (!continued.empty()) {
    const auto next = continued.back();
    continued.pop_back();
    if (next.size < 8 || next.size > left) give_up();
    left -= next.size;
    header.blocks.push_back(blocks_.get(next.at, next.size));
    const std::span<const std::byte> block = header.blocks.back();
    require_checksum(block);
    Cursor(block).require("OCHK");
    add_messages(block.subspan(4, block.size() - 4 - checksum_size), has_order, header, continued);
  }
  return header;
}

/// Behind a message there may be less than another one.
void ObjectFile::add_messages(std::span<const std::byte> bytes, bool has_order, Header& header,
                              std::vector<Continued>& continued) {
  const std::size_t head = has_order ? 6 : 4;
  if (!bytes.empty() && bytes.size() < head) give_up();
  Cursor fields(bytes);
  while (fields.left() >= head) {
    const auto type = static_cast<std::uint8_t>(fields.number(1));
    const auto size = fields.number(2);
    const auto flags = fields.number(1);
    if (has_order) fields.skip(2);
    const auto content = fields.take(size);
    if ((flags & ~constant_or_not_shared) != 0) give_up();
    if (type == continuation) {
      Cursor place(content);
      const auto at = place.count(8);
      continued.push_back({at, place.count(8)});
    } else if (!has_no_meaning_here(type, content)) {
      header.messages.push_back({type, content});
    }
  }
}

Group ObjectFile::group(std::int64_t address) {
  const auto header = this->header(address);
  Group group;
  bool is_group = false;
  for (const auto& message : header.messages) {
    switch (message.type) {
      case link_info:
        if (is_group) give_up();
        is_group = true;
        add_dense_links(blocks_, message.bytes, group.links);
        break;
      case link:
        group.links.push_back(link_in(message.bytes));
        break;
      case attribute:
        group.attributes.push_back(attribute_in(message.bytes));
        break;
      case attribute_info:
        require_no_dense_attributes(message.bytes);
        break;
      case group_info:
        require_group_info(message.bytes);
        break;
      default:
        give_up();
    }
  }
  if (!is_group) give_up();
  put_in_order(group.links);
  return group;
}

Dataset ObjectFile::dataset(std::int64_t address) {
  const auto header = this->header(address);
  Dataset dataset;
  std::uint64_t known = 0;
  for (const auto& message : header.messages) {
    Cursor fields(message.bytes);
    const auto bit = std::uint64_t{1} << (message.type & 63U);
    if ((known & bit) != 0) give_up();
    known |= bit;
    switch (message.type) {
      case dataspace:
        dataset.extents = extents_in(message.bytes);
        break;
      case datatype: {
        const auto stored = stored_type(message.bytes);
        dataset.type = type_of(stored);
        dataset.swapped = is_swapped(stored);
        break;
      }
      case layout: {
        const auto version = fields.number(1);
        const auto kind = fields.number(1);
        if ((version != 3 && version != 4) || kind > 1) give_up();
        if (kind == 0) {
          const auto bytes = fields.take(fields.number(2));
          dataset.compact.assign(bytes.begin(), bytes.end());
          dataset.stored = std::ssize(dataset.compact);
        } else {
          dataset.offset = fields.count(8);
          dataset.stored = fields.count(8);
        }
        break;
      }
      case attribute_info:
        require_no_dense_attributes(message.bytes);
        break;
      default:
        give_up();
    }
  }
  constexpr std::uint64_t needed = 1U << dataspace | 1U << datatype | 1U << layout;
  const bool is_there =
      dataset.offset.value_or(0) <= size_ && dataset.stored <= size_ - dataset.offset.value_or(0);
  if ((known & needed) != needed || dataset.extents.empty() || !is_there) give_up();
  return dataset;
}

}  // namespace pcgns::objects
