#include "pcgns-bench/special/special.hpp"

namespace pcgns::bench {

const std::vector<SpecialScenario>& special_scenarios() {
  static const std::vector<SpecialScenario> all = {
      {"open", "a file of many zones is made and opened", {"shared", "everyone", "serial"}, measure_open},
      {"merge", "the files of several processes become one", {"merge", "copy"}, measure_merge},
      {"repartition", "a file is cut for several processes", {"repartition", "copy"}, measure_repartition}};
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
