#include "pcgns/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pcgns {

namespace {

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// `text` without the bytes behind `longest`; no character of UTF-8 is cut in two.
std::string_view beginning(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return text;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  auto end = longest;
  while (end > 0 && longest - end < 3 && continues(text[end])) --end;
  return text.substr(0, end);
}

/// As fmt's debug format writes it, which knows the printable characters of Unicode; but without the quotes
/// around it, and with quotes and backslashes as they are.
std::string unquoted(std::string_view debug) {
  std::string text;
  debug = debug.substr(1, debug.size() - 2);
  for (std::size_t i = 0; i < debug.size(); ++i) {
    const bool is_escaped = debug[i] == '\\' && i + 1 < debug.size();
    if (is_escaped && (debug[i + 1] == '"' || debug[i + 1] == '\\')) ++i;
    text += debug[i];
  }
  return text;
}

}  // namespace

std::string plural(std::int64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string printable(std::string_view text, std::size_t longest) {
  const auto shown = beginning(text, longest);
  auto line = is_plain(shown) ? std::string(shown) : unquoted(fmt::format("{:?}", shown));
  if (shown.size() < text.size()) line += fmt::format("… ({} more bytes)", text.size() - shown.size());
  return line;
}

}  // namespace pcgns
