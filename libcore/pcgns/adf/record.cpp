#include "pcgns/adf/detail/record.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::adf {

namespace {

/// Pointers consist of the number of such a block, and an offset into it.
constexpr std::int64_t block_size = 4096;

std::string_view view_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void Record::fail(std::size_t at, std::string_view expected, std::string_view found) const {
  throw Unreadable(fmt::format("is damaged: expected {} at byte {} of the file, found {}", expected,
                               address_ + static_cast<std::int64_t>(at), found));
}

void Record::require_tag(std::size_t at, std::string_view tag, std::string_view what) const {
  const auto found = view_of(bytes_.subspan(at, tag.size()));
  if (found != tag) fail(at, fmt::format("'{}' of {}", tag, what), fmt::format("'{}'", printable(found)));
}

std::string Record::text(std::size_t at, std::size_t size) const {
  auto found = view_of(bytes_.subspan(at, size));
  found = found.substr(0, found.find('\0'));
  return std::string(found.substr(0, found.find_last_not_of(' ') + 1));
}

std::int64_t Record::hexadecimal(std::size_t at, std::size_t digits) const {
  const auto found = view_of(bytes_.subspan(at, digits));
  std::uint32_t value = 0;
  const auto [end, failure] = std::from_chars(found.begin(), found.end(), value, 16);
  if (failure != std::errc() || end != found.end())
    fail(at, fmt::format("{} hexadecimal digits", digits), fmt::format("'{}'", printable(found)));
  return value;
}

std::uint64_t Record::binary(std::size_t at, std::size_t size, bool big_endian) const {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at + (big_endian ? i : size - 1 - i)]);
  return value;
}

std::int64_t Record::extent(std::size_t at, const Header& header) const {
  if (!header.binary) return hexadecimal(at, 8);
  const auto value = binary(at, 8, header.big_endian);
  if (value > std::numeric_limits<std::int64_t>::max()) fail(at, "an extent", fmt::format("{}", value));
  return static_cast<std::int64_t>(value);
}

std::int64_t Record::pointer(std::size_t at, const Header& header, std::int64_t file_size) const {
  const auto block =
      header.binary ? binary(at, 8, header.big_endian) : static_cast<std::uint64_t>(hexadecimal(at, 8));
  const auto offset = header.binary ? static_cast<std::int64_t>(binary(at + 8, 4, header.big_endian))
                                    : hexadecimal(at + 8, 4);
  const auto most_blocks = static_cast<std::uint64_t>(file_size / block_size);
  const auto address =
      block <= most_blocks ? static_cast<std::int64_t>(block) * block_size + offset : file_size;
  if (offset <= block_size && address < file_size) return address;
  fail(at, fmt::format("a pointer into the {} bytes of the file", file_size),
       fmt::format("block {}, offset {}", block, offset));
}

}  // namespace pcgns::adf
