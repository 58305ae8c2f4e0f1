#include "pcgns-bench/special/special.hpp"

namespace pcgns::bench {

const std::vector<SpecialScenario>& special_scenarios() {
  static const std::vector<SpecialScenario> all = {
      {"open", "a file of many zones is created and opened", {"shared", "everyone", "serial"}, measure_open},
      {"merge", "several files are merged into one", {"merge", "copy"}, measure_merge},
      {"repartition", "a file is split for several ranks", {"repartition", "copy"}, measure_repartition}};
  return all;
}

const SpecialScenario* find_special(std::string_view name) {
  for (const auto& scenario : special_scenarios()) {
    if (scenario.name == name) return &scenario;
  }
  return nullptr;
}

std::vector<std::string> special_engines(std::string_view name) {
  const auto* const found = find_special(name);
  return found == nullptr ? std::vector<std::string>() : found->engines;
}

}  // namespace pcgns::bench
