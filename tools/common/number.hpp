// number.hpp: options that take a number, or several: decimal, within limits.
#pragma once

#include <CLI/CLI.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace pcgns::tool {

/// The least and the greatest value; the bounds of a type are no limits that a message names.
template <typename Number>
struct Limits {
  Number least = std::numeric_limits<Number>::lowest();
  Number most = std::numeric_limits<Number>::max();
};

/// As decimal digits without leading zeros, which CLI11 takes for octal numbers. Throws CLI::ParseError where
/// `text`, a value of `option`, is no number within `limits`.
[[nodiscard]] std::string decimal(const CLI::Option& option, const std::string& text,
                                  const Limits<std::int64_t>& limits);
/// `text`, if it is a finite number within `limits`.
[[nodiscard]] std::string decimal(const CLI::Option& option, const std::string& text,
                                  const Limits<double>& limits);

/// Of the type that a number, an optional one or a list of them holds; for decltype.
template <typename Held>
auto number_in() {
  if constexpr (requires { typename Held::value_type; }) {
    return typename Held::value_type();
  } else {
    return Held();
  }
}

/// `value`: a number, an optional one, or a vector.
template <typename Held, typename Number = decltype(number_in<Held>())>
CLI::Option* add_number(CLI::App& group, const std::string& name, Held& value, const std::string& description,
                        const Limits<Number>& limits = {}) {
  using Wide = std::conditional_t<std::floating_point<Number>, double, std::int64_t>;
  const Limits<Wide> wide{.least = limits.least, .most = limits.most};
  auto* const option = group.add_option(name, value, description);
  const auto canonical = [option, wide](std::string& text) {
    text = decimal(*option, text, wide);
    return std::string();
  };
  return option->transform(CLI::Validator(canonical, ""));
}

}  // namespace pcgns::tool
