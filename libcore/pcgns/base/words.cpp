#include "pcgns/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace pcgns {

std::string plural(std::int64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
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
