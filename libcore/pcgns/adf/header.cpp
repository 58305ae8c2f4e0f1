#include "pcgns/adf/header.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "pcgns/adf/detail/record.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::adf {

namespace {

constexpr std::string_view signature = "ADF Database Version ";
constexpr std::size_t signature_at = 4;
constexpr std::size_t version_at = signature_at + signature.size();
/// The newest minor version, of B: another one may mean anything.
constexpr std::int64_t newest_minor = 2;
/// The first minor version of A in which '>', not a blank, ends the file name of a link.
constexpr std::int64_t first_with_bracket = 2;

struct TypeSize {
  std::string_view type;
  std::size_t at;
  std::int64_t bytes;
};
constexpr std::array sizes = {TypeSize{"char", 106, 1}, TypeSize{"int", 110, 4}, TypeSize{"float", 114, 4},
                              TypeSize{"double", 116, 8}};
constexpr std::size_t size_of_long_at = 112;

void require_tags(const Record& record) {
  constexpr std::array<std::size_t, 6> places = {32, 64, 96, 102, 130, 182};
  for (std::size_t i = 0; i < places.size(); ++i)
    record.require_tag(places[i], fmt::format("AdF{}", i), "the file header");
}

void require_version(char major, std::int64_t minor) {
  if ((major == 'A' || major == 'B') && minor <= newest_minor) return;
  throw Unreadable(
      fmt::format("is an ADF file of version {}{:02}: expected A00 to B{:02}", major, minor, newest_minor));
}

[[noreturn]] void refuse_format(char format) {
  constexpr std::string_view advice = "convert it with adf2hdf on a machine of that kind";
  if (format == 'C') throw Unreadable(fmt::format("is an ADF file in the format CRAY: {}", advice));
  if (format == 'N')
    throw Unreadable(fmt::format("is an ADF file in the format NATIVE of an unknown machine: {}", advice));
  throw Unreadable("is damaged: its header has none of the formats of ADF");
}

void set_format(Header& header, char format, char size) {
  if ((format != 'B' && format != 'L') || (size != 'B' && size != 'L')) refuse_format(format);
  header.big_endian = format == 'B';
  header.is_64_bit = size == 'B';
}

int checked_long(const Record& record) {
  for (const auto& size : sizes) {
    const auto found = record.hexadecimal(size.at, 2);
    if (found != size.bytes)
      throw Unreadable(fmt::format("is damaged: its header says that {} has {} bytes, expected {}", size.type,
                                   found, size.bytes));
  }
  const auto found = record.hexadecimal(size_of_long_at, 2);
  if (found != 4 && found != 8)
    throw Unreadable(
        fmt::format("is damaged: its header says that long has {} bytes, expected 4 or 8", found));
  return static_cast<int>(found);
}

}  // namespace

bool is_adf(std::string_view head) {
  return head.substr(std::min(signature_at, head.size())).starts_with(signature.substr(0, 20));
}

bool Header::is_swapped() const { return big_endian != (std::endian::native == std::endian::big); }

std::string Header::format() const {
  return fmt::format("IEEE_{}_{}", big_endian ? "BIG" : "LITTLE", is_64_bit ? 64 : 32);
}

Header header_from(std::span<const std::byte> bytes, std::int64_t file_size) {
  const Record record(bytes, 0);
  record.require_tag(signature_at, signature, "the file header");
  require_tags(record);
  const auto major = static_cast<char>(bytes[version_at]);
  const auto minor = record.hexadecimal(version_at + 1, 2);
  require_version(major, minor);
  Header header{.binary = major == 'B'};
  set_format(header, static_cast<char>(bytes[100]), static_cast<char>(bytes[101]));
  header.long_size = checked_long(record);
  if (major == 'A' && minor < first_with_bracket) header.link_separator = ' ';
  header.root = record.pointer(134, header, file_size);
  try {
    header.end = record.pointer(146, header, file_size) + 1;
  } catch (const Unreadable&) {
    throw Unreadable(
        fmt::format("is truncated or damaged: it has {} bytes, but its header names more", file_size));
  }
  return header;
}

}  // namespace pcgns::adf
