// choice.hpp: options that take one of a few words.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace pcgns::tool {

template <typename Value>
using Words = std::map<std::string, Value>;

/// CLI11's own transformer would also take the numbers behind the words.
/// `value`: a Value, or an optional one that stays empty where the option is not given.
template <typename Value, typename Held>
CLI::Option* add_choice(CLI::App& group, const std::string& name, Held& value, const Words<Value>& words,
                        const std::string& description) {
  const auto choose = [name, &value, words](const std::string& word) {
    const auto found = words.find(word);
    if (found != words.end()) {
      value = found->second;
      return;
    }
    std::vector<std::string> known;
    for (const auto& [text, ignored] : words) known.push_back(text);
    throw CLI::ValidationError(name, fmt::format("'{}' is none of {}", word, fmt::join(known, ", ")));
  };
  auto* const option = group.add_option_function<std::string>(name, choose, description);
  for (const auto& [text, meaning] : words) {
    if (meaning == value) option->default_str(text);
  }
  return option;
}

}  // namespace pcgns::tool
