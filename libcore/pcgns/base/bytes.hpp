// bytes.hpp: parsing and printing of byte sizes, and rounding to multiples.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pcgns {

inline constexpr std::int64_t kibi = 1024;
inline constexpr std::int64_t mebi = 1024 * kibi;
inline constexpr std::int64_t gibi = 1024 * mebi;

/// Bytes in "4096", "64K", "16M", "1.5GiB". The suffixes K, M, G, T, alone or with B or iB, are powers of
/// 1024. Throws Error{usage} for any other text, and for a negative or too large size; the message begins
/// with `what`, the option that has this value.
[[nodiscard]] std::int64_t parse_size(std::string_view text, std::string_view what = "");

/// Human-readable: "512 B", "1.2 GiB".
[[nodiscard]] std::string format_size(std::int64_t bytes);

[[nodiscard]] constexpr std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}
[[nodiscard]] constexpr std::int64_t round_down(std::int64_t value, std::int64_t unit) {
  return value / unit * unit;
}
[[nodiscard]] constexpr std::int64_t divide_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit;
}

}  // namespace pcgns
