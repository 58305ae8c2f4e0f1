// header.hpp: the file header of ADF: how everything else in the file is encoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pcgns::adf {

inline constexpr std::int64_t header_size = 186;

/// True if a file that begins with `head`, of at least 24 bytes, is an ADF file, of whatever version.
[[nodiscard]] bool is_adf(std::string_view head);

struct Header {
  /// Pointers and extents are binary numbers; otherwise hexadecimal text. Counts are text in any case.
  bool binary = false;
  bool big_endian = false;
  bool is_64_bit = true;  ///< Of the machine that it was written for.
  int long_size = 8;      ///< Bytes of a value of type I8 or U8.
  char link_separator = '>';
  std::int64_t root = 0;  ///< Address of the root node.
  std::int64_t end = 0;   ///< Of the allocated bytes.

  /// True if the byte order is not this machine's.
  [[nodiscard]] bool is_swapped() const;
  /// As the reference library calls it: "IEEE_LITTLE_64".
  [[nodiscard]] std::string format() const;
};

/// Throws Unreadable for versions, formats and sizes of types that are not known, and if `bytes`, which are
/// the first of a file of `file_size` bytes, are damaged. @pre There are header_size of them.
[[nodiscard]] Header header_from(std::span<const std::byte> bytes, std::int64_t file_size);

}  // namespace pcgns::adf
