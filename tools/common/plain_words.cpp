#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "common/options.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

std::vector<std::string> long_options_of(const CLI::App& app) {
  std::vector<std::string> names;
  const auto add = [&](const CLI::App& group) {
    for (const auto* option : group.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  };
  add(app);
  for (const auto* group : app.get_subcommands({})) add(*group);
  return names;
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

/// The one of `known` that somebody who wrote `option` may have meant: another word for it, then a longer or
/// shorter form of it, then what is spelled like it.
std::string hint_for(const std::string& option, const std::vector<std::string>& known) {
  constexpr std::array numbers = {"-p", "--np", "--nprocs", "--ranks"};
  if (std::ranges::find(numbers, option) != numbers.end()) return hint_for_number(known);
  const auto is_known = [&](std::string_view name) { return std::ranges::find(known, name) != known.end(); };
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

}  // namespace

std::string in_plain_words(const std::string& text) {
  const auto between = [&](std::string_view begin, std::string_view end) {
    const auto from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
  };
  constexpr std::string_view conversion = "Could not convert: ";
  if (text.starts_with(conversion) && text.find(" = ") != std::string::npos)
    return fmt::format("{}: '{}' is not a valid value", between(conversion, " = "), between(" = ", "\n"));
  if (text.find(": Value ") == std::string::npos || text.find(" not in range ") == std::string::npos)
    return text;
  const auto value = between(": Value ", " not in range ");
  char* end = nullptr;
  (void)std::strtod(value.c_str(), &end);
  if (*end == '\0') {
    // Without an upper bound, CLI11 writes all 309 digits of the greatest number.
    const auto option = between("", ": Value ");
    const auto least = between(" not in range ", " to ");
    const auto most = between(" to ", "\n");
    if (most.size() < 300) return text;
    return fmt::format("{} {}: must be {}", option, value, least == "0" ? "at least 0" : "greater than 0");
  }
  return fmt::format("{}: '{}' is not a valid value", between("", ": Value "), value);
}

std::string what_is_wrong(const CLI::App& app, const std::string& error) {
  // CLI11 asks for what is required before it says that it does not know an option, which is likelier the
  // mistake.
  for (const auto& word : app.remaining()) {
    if (!word.starts_with("-")) continue;
    const auto option = word.substr(0, word.find('='));
    return fmt::format("unknown option '{}'{}", option, hint_for(option, long_options_of(app)));
  }
  if (error.starts_with("INPUT is required"))
    return "INPUT is required: names of files, @LIST, or a pattern such as 'out_%04d.cgns'";
  return in_plain_words(error);
}

}  // namespace pcgns::tool
