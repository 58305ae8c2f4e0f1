#include "jobs/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "common/options.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view inputs_key = "files";

/// Whether an option says what a program shows, or catches what only a program can. tools/schema/requests.py
/// reads the words here.
bool is_of_terminal(std::string_view name) {
  constexpr std::string_view words[] = {"color",         "explain",    "format",   "help",  "help-all",
                                        "json",          "list-rules", "progress", "quiet", "rules",
                                        "stall-timeout", "verbose",    "version"};
  return std::ranges::find(words, name) != std::ranges::end(words);
}

void add_keys(const CLI::App& group, std::vector<std::string>& keys) {
  for (const auto* option : group.get_options()) {
    for (const auto& name : option->get_lnames()) {
      if (!is_of_terminal(name)) keys.push_back(name);
    }
  }
}

std::vector<std::string> keys_of(const CLI::App& app) {
  std::vector<std::string> keys = {std::string(inputs_key)};
  add_keys(app, keys);
  for (const auto* group : app.get_subcommands({})) add_keys(*group, keys);
  return keys;
}

[[noreturn]] void refuse(const std::string& key, std::string_view why) {
  throw Error(ErrorKind::usage, fmt::format("'{}' in the request: {}", key, why));
}

/// The value of an option, or one of several.
std::string text_of(const std::string& key, const ordered_json& value) {
  if (value.is_number()) return value.dump();
  if (!value.is_string()) refuse(key, fmt::format("expected a string or a number, found {}", value.dump()));
  auto text = value.get<std::string>();
  if (text.empty()) refuse(key, "expected a value, found an empty string");
  if (text.find('\0') != std::string::npos) refuse(key, "a value cannot contain a zero byte");
  return text;
}

/// Whether an option has a value, or several: as often as it is given, or numbers with commas between them.
enum class HasValue { never, maybe, one, several, numbers };

/// The texts of a list, one for each time that the option is given.
std::vector<std::string> texts_of(const std::string& key, const ordered_json& list, HasValue has_value) {
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back(text_of(key, one));
  if (has_value == HasValue::numbers) return {fmt::format("{}", fmt::join(texts, ","))};
  if (has_value != HasValue::several && texts.size() > 1)
    refuse(key, fmt::format("expected one value, found {}", list.dump()));
  return texts;
}

/// What JSON says of an option, as on a command line.
void add_words(const std::string& key, const ordered_json& value, HasValue has_value,
               std::vector<std::string>& words) {
  if (value.is_null()) return;
  const bool is_flag = has_value == HasValue::never || has_value == HasValue::maybe;
  if (value.is_boolean() && is_flag) {
    if (value.get<bool>()) words.push_back("--" + key);
  } else if (has_value == HasValue::never) {
    refuse(key, fmt::format("expected true or false, found {}", value.dump()));
  } else if (value.is_array()) {
    for (const auto& text : texts_of(key, value, has_value))
      words.push_back(fmt::format("--{}={}", key, text));
  } else {
    words.push_back(fmt::format("--{}={}", key, text_of(key, value)));
  }
}

HasValue has_value(const CLI::App& app, const std::string& key) {
  const auto* option = app.get_option_no_throw("--" + key);
  if (option == nullptr) return HasValue::one;
  // tools/schema/requests.py knows them by these names, too.
  const auto kind = option->get_type_name();
  if (kind == "LIST" || kind == "DIMS") return HasValue::numbers;
  if (option->get_items_expected_min() != 0) {
    const bool is_repeated = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    return is_repeated || option->get_expected_max() > 1 ? HasValue::several : HasValue::one;
  }
  return option->get_option_text().starts_with("[=") ? HasValue::maybe : HasValue::never;
}

std::vector<std::string> inputs_of(const ordered_json& request) {
  const std::string key(inputs_key);
  std::vector<std::string> names;
  const auto found = request.find(key);
  if (found != request.end() && found->is_array()) {
    for (const auto& one : *found) names.push_back(text_of(key, one));
  } else if (found != request.end()) {
    names.push_back(text_of(key, *found));
  }
  if (names.empty()) throw Error(ErrorKind::usage, "the request names no input: 'files' is required");
  return names;
}

ordered_json parsed(const std::string& text) {
  RepeatedKey<ordered_json> repeated;
  try {
    auto request = ordered_json::parse(text, std::ref(repeated));
    if (repeated.found()) refuse(*repeated.found(), "is given twice");
    if (request.is_object()) return request;
  } catch (const ordered_json::exception& error) {
    throw Error(ErrorKind::usage, fmt::format("the request is not JSON: {}", error.what()));
  }
  throw Error(ErrorKind::usage, "the request is not a JSON object");
}

/// The inputs come last: some options take all words up to the next option.
std::vector<std::string> words_of(const CLI::App& app, const ordered_json& request, const std::string& job) {
  const auto known = keys_of(app);
  std::vector<std::string> words;
  for (const auto& [key, value] : request.items()) {
    if (std::ranges::find(known, key) == known.end())
      throw Error(ErrorKind::usage,
                  fmt::format("unknown key '{}' in the request for {}{}", key, job, suggestion(key, known)));
    if (key != inputs_key) add_words(key, value, has_value(app, key), words);
  }
  words.emplace_back("--");
  for (auto& name : inputs_of(request)) words.push_back(std::move(name));
  return words;
}

}  // namespace

void parse_request(const std::string& request, const std::string& job,
                   const std::function<void(CLI::App&)>& define) {
  CLI::App app;
  app.set_help_flag();
  define(app);
  auto words = whole_words(words_of(app, parsed(request), job));
  take_whole_words(app);
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, in_plain_words(of_whole_words(error.what())));
  }
}

}  // namespace pcgns::tool
