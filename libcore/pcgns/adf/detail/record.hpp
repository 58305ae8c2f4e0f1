// record.hpp: the fields of a header, a node or a table of ADF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pcgns/adf/header.hpp"

namespace pcgns::adf {

inline constexpr std::size_t tag_size = 4;
inline constexpr std::size_t pointer_size = 12;

/// Bytes of a file, with the address of the first for messages.
class Record {
 public:
  Record(std::span<const std::byte> bytes, std::int64_t address) : bytes_(bytes), address_(address) {}

  /// Throws Unreadable unless the four characters `tag` are at `at`. `what`: "a node".
  void require_tag(std::size_t at, std::string_view tag, std::string_view what) const;

  /// Text up to the first NUL, without the blanks that fill it up.
  [[nodiscard]] std::string text(std::size_t at, std::size_t size) const;

  /// A hexadecimal number. Throws Unreadable.
  [[nodiscard]] std::int64_t hexadecimal(std::size_t at, std::size_t digits) const;

  /// An extent of 8 bytes.
  [[nodiscard]] std::int64_t extent(std::size_t at, const Header& header) const;

  /// The address that a pointer leads to. Throws Unreadable unless it is in a file of `file_size` bytes.
  [[nodiscard]] std::int64_t pointer(std::size_t at, const Header& header, std::int64_t file_size) const;

 private:
  [[nodiscard]] std::uint64_t binary(std::size_t at, std::size_t size, bool big_endian) const;
  [[noreturn]] void fail(std::size_t at, std::string_view expected, std::string_view found) const;

  std::span<const std::byte> bytes_;
  std::int64_t address_;
};

}  // namespace pcgns::adf
