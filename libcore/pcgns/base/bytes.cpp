#include "pcgns/base/bytes.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "pcgns/base/error.hpp"

namespace pcgns {

namespace {

int power_of_suffix(std::string_view suffix) {
  if (suffix.empty() || suffix == "B") return 0;
  const auto position = std::string_view("KMGT").find(static_cast<char>(std::toupper(suffix.front())));
  const auto rest = suffix.substr(1);
  if (position == std::string_view::npos || (!rest.empty() && rest != "B" && rest != "iB")) return -1;
  return static_cast<int>(position) + 1;
}

}  // namespace

std::int64_t parse_size(std::string_view text, std::string_view what) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  auto suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  const int power = power_of_suffix(suffix);
  const double bytes = std::ldexp(number, 10 * power);
  if (failure != std::errc{} || power < 0 || !(bytes >= 0) || bytes >= 0x1p62) {
    throw Error(ErrorKind::usage, fmt::format("{}{}'{}' is not a size (for example 4096, 64K, 16M, 1.5GiB)",
                                              what, what.empty() ? "" : ": ", text));
  }
  return static_cast<std::int64_t>(bytes);
}

std::string format_size(std::int64_t bytes) {
  constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1000 && unit + 1 < units.size(); ++unit) value /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", value, units[unit]);
}

}  // namespace pcgns
