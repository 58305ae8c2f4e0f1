#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <span>
#include <string_view>

#include "common/options.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  std::vector<const CLI::Option*> all = app.get_options();
  for (const auto* group : app.get_subcommands({})) {
    const auto more = group->get_options();
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<std::string> long_options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : options_of(app)) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool is_file(const std::string& name) {
  std::error_code failure;
  return std::filesystem::exists(name, failure);
}

bool is_number(std::string_view text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc{} && end == text.data() + text.size();
}

/// A number of parts or of ranks: for "--np 4", "-p 4", or the rest of "-np 4", which is the launcher's.
std::string hint_for_number(const std::vector<std::string>& known) {
  const bool has_parts = std::ranges::find(known, "--parts") != known.end();
  return has_parts ? "; did you mean '--parts'? The number of ranks is given to the launcher: mpirun -n N"
                   : "; the number of ranks is given to the launcher: mpirun -n N";
}

/// A word of other programs, and the option that means the same here.
struct Synonym {
  std::string_view word;
  std::string_view option;
};
constexpr std::array synonyms = {Synonym{"--atol", "--abs"},
                                 Synonym{"--compress", "--deflate"},
                                 Synonym{"--compression", "--deflate"},
                                 Synonym{"--endian", "--byte-order"},
                                 Synonym{"--exclude", "--ignore"},
                                 Synonym{"--exclude", "--omit"},
                                 Synonym{"--field", "--only"},
                                 Synonym{"--fields", "--only"},
                                 Synonym{"--force", "--overwrite"},
                                 Synonym{"--gzip", "--deflate"},
                                 Synonym{"--include", "--only"},
                                 Synonym{"--nparts", "--parts"},
                                 Synonym{"--partitions", "--parts"},
                                 Synonym{"--rtol", "--rel"},
                                 Synonym{"--simulate", "--dry-run"},
                                 Synonym{"--stripes", "--stripe-count"},
                                 Synonym{"--verify", "--check"},
                                 Synonym{"--zone", "--only"},
                                 Synonym{"--zones", "--only"}};

bool compresses(const std::string& option) {
  return option == "--deflate" || std::ranges::any_of(synonyms, [&](const Synonym& synonym) {
           return synonym.word == option && synonym.option == "--deflate";
         });
}

/// The one of `known` that somebody who wrote `option` may have meant: another word for it, then a longer or
/// shorter form of it, then what is spelled like it.
std::string hint_for(const std::string& option, const std::vector<std::string>& known) {
  constexpr std::array numbers = {"-p", "--np", "--nprocs", "--ranks"};
  if (std::ranges::find(numbers, option) != numbers.end()) return hint_for_number(known);
  const auto is_known = [&](std::string_view name) { return std::ranges::find(known, name) != known.end(); };
  if (compresses(option) && is_known("--output") && !is_known("--deflate"))
    return "; pcgns-restripe compresses";
  for (const auto& [word, meant] : synonyms) {
    if (word == option && is_known(meant)) return fmt::format("; did you mean '{}'?", meant);
  }
  std::string form;
  for (const auto& name : known) {
    const bool is_form = name.starts_with(option) || option.starts_with(name + "-");
    if (option.size() > 3 && is_form && name.size() > form.size()) form = name;
  }
  return form.empty() ? suggestion(option, known) : fmt::format("; did you mean '{}'?", form);
}

/// The word itself, where it names a file.
std::string hint_for_file(const std::string& word) {
  return is_file(word) ? fmt::format("; if it is a file: ./{}", word) : "";
}

}  // namespace

std::string in_plain_words(const std::string& text) {
  const auto between = [&](std::string_view begin, std::string_view end) {
    const auto from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
  };
  if (text.find(": At Most 1 required but received ") != std::string::npos)
    return fmt::format("{} is given twice", between("", ": At Most"));
  if (text.ends_with(" missing") && text.find(": 1 required ") != std::string::npos)
    return fmt::format("{}: {} is missing", between("", ": 1 required "),
                       between(": 1 required ", " missing"));
  constexpr std::string_view conversion = "Could not convert: ";
  if (text.starts_with(conversion) && text.find(" = ") != std::string::npos)
    return fmt::format("{}: '{}' is not a valid value", between(conversion, " = "), between(" = ", "\n"));
  return text;
}

void require_two_dashes(const CLI::App& app, std::span<char* const> words) {
  const auto known = long_options_of(app);
  for (const std::string_view word : words) {
    if (word == "--") return;
    const auto name = word.substr(0, word.find('='));
    if (name.size() < 3 || name[0] != '-' || name[1] == '-') continue;
    const auto meant = fmt::format("-{}", name);
    if (std::ranges::find(known, meant) != known.end())
      throw Error(ErrorKind::usage, fmt::format("{}: did you mean {}?", name, meant));
  }
}

void require_values(const CLI::App& app) {
  constexpr std::array<std::string_view, 3> written = {"csv", "manifest", "map"};
  for (const auto* option : options_of(app)) {
    if (option->get_expected_min() == 0 || option->get_lnames().empty()) continue;
    const auto& name = option->get_lnames().front();
    const auto has = [&](std::string_view value) {
      return std::ranges::find(option->results(), value) != option->results().end();
    };
    if (has(""))
      throw Error(ErrorKind::usage, fmt::format("--{}: expected a value, found an empty string", name));
    if (has("-") && std::ranges::find(written, name) != written.end())
      throw Error(ErrorKind::usage,
                  fmt::format("--{}: the output cannot be standard output; ./- names a file", name));
  }
}

namespace {

/// The report has no file of its own; only where inputs are CGNS files is a JSON file none of them.
void require_no_name_after_json(const CLI::App& app, std::span<char* const> words) {
  const auto known = long_options_of(app);
  const auto json = std::ranges::find(words, "--json", [](const char* word) { return std::string(word); });
  if (json == words.end() || json + 1 == words.end()) return;
  const std::string next = json[1];
  const bool is_report = next.ends_with(".json") && std::ranges::find(known, "--memory") != known.end();
  if (next != "-" && (!is_report || is_file(next))) return;
  throw Error(ErrorKind::usage,
              fmt::format("--json {}: --json has no value: the report goes to standard output", next));
}

}  // namespace

void require_joined_values(const CLI::App& app, std::span<char* const> words) {
  require_no_name_after_json(app, words);
  for (const auto* option : options_of(app)) {
    if (!option->get_option_text().starts_with("[=")) continue;
    const auto name = option->get_name();
    const auto found = std::ranges::find(words, name, [](const char* word) { return std::string(word); });
    if (found == words.end() || found + 1 == words.end()) continue;
    const std::string next = found[1];
    if (is_number(next) && !is_file(next))
      throw usage_error(next, fmt::format("there is no such file; did you mean {}={}?", name, next));
  }
}

std::string what_is_wrong(const CLI::App& app, const std::string& error) {
  // CLI11 asks for what is required before it says that it does not know an option, which is likelier the
  // mistake.
  for (const auto& word : app.remaining()) {
    if (!word.starts_with("-")) continue;
    const auto option = word.substr(0, word.find('='));
    const auto file = hint_for_file(word);
    return fmt::format("unknown option '{}'{}", option,
                       file.empty() ? hint_for(option, long_options_of(app)) : file);
  }
  if (error.starts_with("INPUT is required"))
    return "INPUT is required: names of files, @LIST, or a pattern such as 'out_%04d.cgns'";
  return in_plain_words(error);
}

}  // namespace pcgns::tool
