#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "common/options.hpp"

namespace pcgns::tool {

std::string in_plain_words(const std::string& text) {
  const auto between = [&](std::string_view begin, std::string_view end) {
    const auto from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
  };
  constexpr std::string_view conversion = "Could not convert: ";
  if (text.starts_with(conversion) && text.find(" = ") != std::string::npos)
    return fmt::format("{}: '{}' is not a valid value", between(conversion, " = "), between(" = ", "\n"));
  if (text.find(": Value ") == std::string::npos || text.find(" not in range ") == std::string::npos)
    return text;
  const auto value = between(": Value ", " not in range ");
  char* end = nullptr;
  (void)std::strtod(value.c_str(), &end);
  if (*end == '\0') {
    // Without an upper bound, CLI11 writes all 309 digits of the greatest number.
    const auto option = between("", ": Value ");
    const auto least = between(" not in range ", " to ");
    const auto most = between(" to ", "\n");
    if (most.size() < 300) return text;
    return fmt::format("{} {}: must be {}", option, value, least == "0" ? "at least 0" : "greater than 0");
  }
  return fmt::format("{}: '{}' is not a valid value", between("", ": Value "), value);
}

}  // namespace pcgns::tool
