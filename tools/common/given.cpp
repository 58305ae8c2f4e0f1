#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "common/options.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

/// Whether an option changes neither what is in an output nor how it is stored.
bool shapes_nothing(std::string_view name) {
  constexpr std::string_view words[] = {
      "check",  "color",  "dry-run",   "expect",    "expect-zones",  "explain",  "help",   "help-all",
      "json",   "memory", "output",    "overwrite", "plan",          "progress", "quiet",  "keep-partial",
      "resume", "strict", "plan-file", "plan-plot", "stall-timeout", "verbose",  "version"};
  return std::ranges::find(words, name) != std::ranges::end(words);
}

/// Hints say how bytes are moved, but for one.
bool moves_only(std::string_view name, std::string_view value) {
  return name == "--hint" && !value.starts_with("pcgns_alignment=");
}

void add_given(const CLI::App& group, std::vector<std::string>& given) {
  for (const auto* option : group.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty() || shapes_nothing(option->get_lnames().front()))
      continue;
    const auto name = "--" + option->get_lnames().front();
    const bool is_flag = option->get_expected_max() == 0;
    if (is_flag) given.push_back(name);
    for (const auto& value : option->results()) {
      if (!is_flag && !moves_only(name, value)) given.push_back(printable(name + " " + value));
    }
  }
}

}  // namespace

std::vector<std::string> given_to(const CLI::App& app) {
  std::vector<std::string> given;
  add_given(app, given);
  for (const auto* group : app.get_subcommands({})) add_given(*group, given);
  return given;
}

}  // namespace pcgns::tool
