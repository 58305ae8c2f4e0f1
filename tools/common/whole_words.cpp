#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "common/options.hpp"

namespace pcgns::tool {

namespace {

/// Precedes what would be a list. No option has it, and few files.
constexpr char shield = '\1';

bool needs_shield(std::string_view word) { return word.starts_with('[') || word.starts_with(shield); }

std::string shielded(std::string word, std::string::size_type begin) {
  if (needs_shield(std::string_view(word).substr(begin))) word.insert(begin, 1, shield);
  return word;
}

std::string unshielded(std::string word) {
  if (word.starts_with(shield)) word.erase(0, 1);
  return word;
}

}  // namespace

std::vector<std::string> whole_words(std::vector<std::string> words) {
  const auto names_only = std::ranges::find(words, "--");
  for (auto word = words.begin(); word != words.end(); ++word) {
    const bool is_option = word->starts_with("--") && std::distance(word, names_only) > 0;
    const auto equals = is_option ? word->find('=') : std::string::npos;
    *word = shielded(std::move(*word), equals == std::string::npos ? 0 : equals + 1);
  }
  return words;
}

void take_whole_words(CLI::App& app) {
  for (auto* option : app.get_options()) option->transform(unshielded);
  for (auto* group : app.get_subcommands([](CLI::App*) { return true; })) take_whole_words(*group);
}

std::string of_whole_words(std::string text) {
  std::erase(text, shield);
  return text;
}

}  // namespace pcgns::tool
