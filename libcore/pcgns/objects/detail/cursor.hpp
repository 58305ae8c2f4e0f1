// cursor.hpp: the fields of a structure of HDF5, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pcgns::objects {

/// Addresses of 8 bytes; this one means that there is none.
inline constexpr std::uint64_t no_address = ~std::uint64_t{0};

/// Throws Unreadable where bytes are missing or not as expected.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// An unsigned number of `size` bytes, least significant first.
  [[nodiscard]] std::uint64_t number(std::size_t size);
  /// The same where it must not be negative as std::int64_t.
  [[nodiscard]] std::int64_t count(std::size_t size);
  [[nodiscard]] std::uint64_t number_up_to(std::size_t size, std::uint64_t most);
  [[nodiscard]] std::span<const std::byte> take(std::size_t size);
  [[nodiscard]] std::string text(std::size_t size);
  void skip(std::size_t size) { (void)take(size); }
  void require(std::string_view signature);
  void require_number(std::size_t size, std::uint64_t expected);
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

inline constexpr std::size_t checksum_size = 4;
/// Of metadata, and the hash by which names are found.
[[nodiscard]] std::uint32_t checksum_of(std::span<const std::byte> bytes);
/// Throws Unreadable unless the last four bytes are the checksum of all others.
void require_checksum(std::span<const std::byte> bytes);

/// The reason of all errors: HDF5 gives the words.
[[noreturn]] void give_up();

}  // namespace pcgns::objects
