#include "pcgns/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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

namespace {

/// Letters to insert, delete, replace or exchange with their neighbours, upper and lower case being alike.
std::size_t steps_between(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = same(a[i - 1], b[j - 1]) ? 0 : 1;
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + replaced});
      const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (swapped) steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  const std::string* nearest = nullptr;
  auto most = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& name : names) {
    const auto longer = std::max(name.size(), word.size()) - std::min(name.size(), word.size());
    if (longer >= most) continue;
    const auto steps = steps_between(word, name);
    if (steps >= most || steps >= name.size()) continue;
    most = steps;
    nearest = &name;
  }
  return nearest == nullptr ? std::string() : fmt::format("; did you mean '{}'?", *nearest);
}

}  // namespace pcgns
