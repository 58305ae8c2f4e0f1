#include "pcgns/capi/detail/wording.hpp"

#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace pcgns::capi {

namespace {

/// An option, and what a caller has instead. "#" stands for the number that follows an option.
struct Replacement {
  std::string_view option;
  std::string_view instead;
};

constexpr std::array replacements = {
    Replacement{"--shared-tolerance", "the hint pcgns_shared_tolerance"},
    Replacement{"--assembly", "the hint pcgns_assembly"},
    Replacement{"--targets", "targets"},
    Replacement{"--weights", "weights"},
    Replacement{"--method", "method"},
    Replacement{"--parts #", "# ranks"},
    Replacement{"--min-cells #", "pieces of at least # cells"},
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

std::size_t find_option(const std::string& text, std::size_t from) {
  for (auto at = text.find("--", from); at != std::string::npos; at = text.find("--", at + 2)) {
    const bool begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (begins_word && at + 2 < text.size() && is_lower(text[at + 2])) return at;
  }
  return std::string::npos;
}

std::string_view digits_at(std::string_view text, std::size_t from) {
  auto end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(from, end - from);
}

/// Replaces the option at `at`, if there is something for it; returns whether there is.
bool replace_at(std::string& text, std::size_t at) {
  for (const auto& [option, instead] : replacements) {
    const bool has_number = option.ends_with('#');
    const auto word = has_number ? option.substr(0, option.size() - 1) : option;
    if (text.compare(at, word.size(), word) != 0) continue;
    const std::string digits(has_number ? digits_at(text, at + word.size()) : std::string_view());
    if (has_number && digits.empty()) continue;
    std::string with(instead);
    if (has_number) with.replace(with.find('#'), 1, digits);
    text.replace(at, word.size() + digits.size(), with);
    return true;
  }
  return false;
}

std::string with_replacements(std::string text) {
  for (auto at = find_option(text, 0); at != std::string::npos; at = find_option(text, at)) {
    if (!replace_at(text, at)) at += 2;
  }
  return text;
}

/// Removes remarks such as " (--stall-timeout)".
std::string without_remarks(std::string text) {
  for (auto at = find_option(text, 0); at != std::string::npos; at = find_option(text, at)) {
    const auto open = text.rfind(" (", at);
    const auto close = text.find(')', at);
    const bool is_remark =
        open != std::string::npos && close != std::string::npos && text.find(')', open) == close;
    if (is_remark) {
      text.erase(open, close + 1 - open);
      at = open;
    } else {
      at += 2;
    }
  }
  return text;
}

struct Clause {
  std::string_view separator;  ///< Before it.
  std::string text;
};

std::vector<Clause> clauses_of(const std::string& text) {
  static constexpr std::array<std::string_view, 5> separators = {"; ", ". ", ", or ", ", and ", ": "};
  std::vector<Clause> clauses = {{}};
  for (std::size_t at = 0; at < text.size();) {
    std::string_view here;
    for (const auto separator : separators) {
      if (text.compare(at, separator.size(), separator) == 0) here = separator;
    }
    if (here.empty()) {
      clauses.back().text += text[at++];
    } else {
      clauses.push_back({here, {}});
      at += here.size();
    }
  }
  return clauses;
}

}  // namespace

std::string without_options(const std::string& text) {
  const auto replaced = without_remarks(with_replacements(text));
  if (find_option(replaced, 0) == std::string::npos) return replaced;
  std::string kept;
  std::string_view inherited;  // the separator of a clause that is left out
  for (const auto& [separator, clause] : clauses_of(replaced)) {
    const bool goes_on = separator == ", or " || separator == ", and ";
    const auto before = goes_on && !inherited.empty() ? inherited : separator;
    inherited = {};
    if (find_option(clause, 0) != std::string::npos) {
      inherited = before;
    } else {
      if (!kept.empty()) kept += before;
      kept += clause;
    }
  }
  return kept.empty() ? replaced : kept;
}

}  // namespace pcgns::capi
