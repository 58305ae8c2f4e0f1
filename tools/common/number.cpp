#include "common/number.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace pcgns::tool {

namespace {

/// CLI11 passes it on as it is: of a ValidationError, it would write the name of the option before the text.
[[noreturn]] void refuse(const std::string& text) {
  throw CLI::ConversionError(text, CLI::ExitCodes::ConversionError);
}

/// A word that is no number is the next option where the value was forgotten.
[[noreturn]] void refuse_word(const CLI::Option& option, const std::string& text, std::string_view expected) {
  const bool is_option = text.size() > 1 && text[0] == '-' && (text[1] == '-' || std::isalpha(text[1]) != 0);
  refuse(is_option ? fmt::format("{}: {} is missing", option.get_name(), option.get_type_name())
                   : fmt::format("{}: '{}' is not {}", option.get_name(), text, expected));
}

/// Both limits where neither is that of a type; otherwise the one that counts.
std::string range_of(const Limits<std::int64_t>& limits, bool is_below) {
  constexpr std::int64_t widest = std::numeric_limits<int>::max();
  if (limits.least > -widest && limits.most < widest)
    return fmt::format("must be {} to {}", limits.least, limits.most);
  if (!is_below) return fmt::format("must be at most {}", limits.most);
  return limits.least == 1 ? "must be greater than 0" : fmt::format("must be at least {}", limits.least);
}

std::string range_of(const Limits<double>& limits) {
  if (limits.most == std::numeric_limits<double>::max())
    return fmt::format("must be a finite number of at least {}", limits.least);
  return fmt::format("must be a number from {} to {}", limits.least, limits.most);
}

/// from_chars knows no sign but '-'.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

}  // namespace

std::string decimal(const CLI::Option& option, const std::string& text, const Limits<std::int64_t>& limits) {
  const auto digits = without_plus(text);
  const auto* const end = digits.data() + digits.size();
  std::int64_t number = 0;
  const auto [behind, failure] = std::from_chars(digits.data(), end, number);
  if (failure == std::errc::invalid_argument || behind != end) refuse_word(option, text, "a whole number");
  const bool is_held = failure == std::errc{};
  if (!is_held || number < limits.least || number > limits.most) {
    const bool is_below = is_held ? number < limits.least : digits.starts_with('-');
    refuse(fmt::format("{} {}: {}", option.get_name(), text, range_of(limits, is_below)));
  }
  return fmt::format("{}", number);
}

std::string decimal(const CLI::Option& option, const std::string& text, const Limits<double>& limits) {
  const auto digits = without_plus(text);
  const auto* const end = digits.data() + digits.size();
  double number = 0;
  const auto [behind, failure] = std::from_chars(digits.data(), end, number);
  if (failure == std::errc::invalid_argument || behind != end) refuse_word(option, text, "a number");
  // What no double holds is too large, or as good as 0: strtod says which.
  if (failure != std::errc{}) number = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(number) || number < limits.least || number > limits.most)
    refuse(fmt::format("{} {}: {}", option.get_name(), text, range_of(limits)));
  return text;
}

}  // namespace pcgns::tool
