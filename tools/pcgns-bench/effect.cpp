#include "pcgns-bench/effect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

namespace {

using Names = std::set<std::string_view>;

/// By scenario: what its problems are made of.
const std::map<std::string_view, Names>& problem_options() {
  static const std::map<std::string_view, Names> all = {{"a", {"--size", "--zones"}},
                                                        {"b", {"--size"}},
                                                        {"c", {"--size", "--zones"}},
                                                        {"d", {"--size", "--ranks-per-zone"}},
                                                        {"e", {"--size", "--zones"}},
                                                        {"blocks", {"--extents", "--grid"}},
                                                        {"pentahedra", {"--elements"}},
                                                        {"groundwater", {"--extents", "--grid"}},
                                                        {"dns", {"--extents", "--grid", "--bytes-per-rank"}},
                                                        {"reorder", {"--extents", "--grid"}},
                                                        {"open", {"--zones"}},
                                                        {"scatter", {"--size", "--list-values"}},
                                                        {"merge", {"--extents", "--parts"}},
                                                        {"repartition", {"--extents", "--parts"}}};
  return all;
}

/// By option: the engines that heed it.
const std::map<std::string_view, Names>& engine_options() {
  static const std::map<std::string_view, Names> all = {{"--writers", {"relay"}},
                                                        {"--owners", {"queue", "relay"}},
                                                        {"--buffer", {"queue", "relay", "cache", "ordered"}},
                                                        {"--wisdom", {"tuned"}},
                                                        {"--cache-memory", {"cache"}}};
  return all;
}

bool is_problem_option(std::string_view option) {
  return std::ranges::any_of(problem_options(), [&](const auto& one) { return one.second.contains(option); });
}

bool has_any(const std::vector<std::string>& engines, const Names& names) {
  return std::ranges::any_of(engines, [&](const std::string& engine) { return names.contains(engine); });
}

/// What a special scenario heeds beside its problem, its engines and what all have.
bool heeds(const SpecialScenario& scenario, std::string_view option) {
  if (option == "--cache") return scenario.empties_cache;
  return option == "--alignment" && scenario.name == "scatter";
}

bool has_effect(const Options& options, std::string_view option) {
  if (is_problem_option(option)) return problem_options().at(options.scenario).contains(option);
  if (const auto found = engine_options().find(option); found != engine_options().end())
    return has_any(options.engines, found->second);
  const bool is_of_files =
      option == "--cache" || option == "--sync" || option == "--single-calls" || option == "--alignment";
  const auto* const special = find_special(options.scenario);
  return !is_of_files || special == nullptr || heeds(*special, option);
}

/// The names of the options on the command line, each once.
std::vector<std::string> given_names(const tool::RunOptions& run) {
  std::vector<std::string> names;
  for (const auto& word : run.given) {
    auto name = word.substr(0, word.find(' '));
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string sentence(std::string_view option, std::string_view what) {
  return fmt::format("{} has no effect on {}", option, what);
}

}  // namespace

std::vector<std::string> without_effect(const Options& options) {
  const auto what = "scenario " + options.scenario;
  std::vector<std::string> sentences;
  for (const auto& name : given_names(options.run)) {
    if (has_effect(options, name)) continue;
    const bool is_of_engines = engine_options().contains(name);
    sentences.push_back(sentence(name, is_of_engines ? "these engines" : what));
  }
  if (runs_programs(options.scenario)) return sentences;
  for (const auto& word : options.run.hint_words) {
    if (word.starts_with("pcgns_"))
      sentences.push_back(
          sentence("--hint " + word, what + ": the queue has the settings of options, such as --buffer"));
  }
  return sentences;
}

std::vector<std::string> without_effect(const TuneOptions& options) {
  const bool is_queue = options.use == plan::WisdomUse::queue;
  const Names unused = is_queue ? Names{"--parts"} : Names{"--grid", "--sync", "--cache"};
  const Names of_trials = {"--time", "--explain", "--seed", "--sync", "--cache"};
  std::vector<std::string> sentences;
  for (const auto& name : given_names(options.run)) {
    if (unused.contains(name)) {
      sentences.push_back(sentence(name, is_queue ? "--for queue" : "--for programs"));
    } else if (options.effort() == Effort::estimate && of_trials.contains(name)) {
      sentences.push_back(sentence(name, "--estimate"));
    }
  }
  return sentences;
}

void require_single_values(const Options& options) {
  const auto require = [&](const char* option, std::size_t count, const Names& scenarios) {
    if (count > 1 && scenarios.contains(options.scenario))
      throw Error(ErrorKind::usage,
                  fmt::format("{}: scenario {} takes one value, found {}", option, options.scenario, count));
  };
  require("--size", options.words.sizes.size(), {"scatter"});
  require("--extents", options.words.extents.size(), {"dns"});
  require("--grid", options.words.grids.size(), {"groundwater", "dns", "reorder"});
}

}  // namespace pcgns::bench
