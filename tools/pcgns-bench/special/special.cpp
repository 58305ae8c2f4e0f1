#include "pcgns-bench/special/special.hpp"

namespace pcgns::bench {

const std::vector<SpecialScenario>& special_scenarios() {
  static const std::vector<SpecialScenario> all = {
      {"open",
       "Creates a file of many zones, and opens it in several ways.",
       {"shared", "everyone", "serial"},
       measure_open},
      {"scatter",
       "Reads lists of values of one array, by every rank for itself, for the first time and again.",
       {"cache", "ordered", "pread", "mmap", "hdf5-independent"},
       measure_scatter},
      {"merge",
       "Merges several files into one with pcgns-merge, and copies as many bytes.",
       {"merge", "copy"},
       measure_merge,
       false,
       true},
      {"repartition",
       "Splits a file for several ranks with pcgns-repartition, and copies as many bytes.",
       {"repartition", "copy"},
       measure_repartition,
       false,
       true}};
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

bool runs_programs(std::string_view name) { return name == "merge" || name == "repartition"; }

}  // namespace pcgns::bench
