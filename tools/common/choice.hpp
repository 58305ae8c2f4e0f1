// choice.hpp: options that take one of a few words.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pcgns::tool {

template <typename Value>
using Words = std::map<std::string, Value>;

template <typename Value>
std::vector<std::string> list_of(const Words<Value>& words) {
  std::vector<std::string> all;
  for (const auto& [word, meaning] : words) all.push_back(word);
  return all;
}

/// Separated by blanks.
template <typename Value>
std::string words_of(const Words<Value>& words) {
  std::string all;
  for (const auto& [word, meaning] : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

struct Choice {
  std::vector<std::string> known;
  std::optional<std::string> present;                 ///< The word for the value as it is.
  std::function<bool(const std::string& word)> take;  ///< False: it is none of the known.
};

CLI::Option* add_choice(CLI::App& group, const std::string& name, const Choice& choice,
                        const std::string& description);

/// CLI11's own transformer would also take the numbers behind the words.
/// `value`: a Value, or an optional one that stays empty where the option is not given.
template <typename Value, typename Held>
CLI::Option* add_choice(CLI::App& group, const std::string& name, Held& value, const Words<Value>& words,
                        const std::string& description) {
  Choice choice{.known = list_of(words), .present = {}, .take = {}};
  for (const auto& [text, meaning] : words) {
    if (meaning == value) choice.present = text;
  }
  choice.take = [&value, words](const std::string& word) {
    const auto found = words.find(word);
    if (found == words.end()) return false;
    value = found->second;
    return true;
  };
  return add_choice(group, name, choice, description);
}

}  // namespace pcgns::tool
