#include "pcgns-bench/scenario/scenarios.hpp"

namespace pcgns::bench {

namespace {

// "posix" is the limit: each rank writes what it has in one piece.
const std::vector<std::string> usual = {"queue", "direct", "hdf5-collective",  "hdf5-independent",
                                        "mpiio", "posix",  "file-per-process", "gather"};

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = {
      {"a", "several zones, whole zones per rank", usual, problems_a},
      {"b", "one whole zone per rank", usual, problems_b},
      {"c", "several whole zones per rank", usual, problems_c},
      {"d", "each zone over several ranks, each rank in one zone", usual, problems_d},
      {"e", "each zone over several ranks, each rank in several zones", usual, problems_e},
      {"blocks", "a structured zone in boxes", usual, problems_blocks},
      {"pentahedra", "a large unstructured zone, phase by phase", usual, problems_pentahedra},
      {"groundwater",
       "a field of short runs, split in x and y",
       {"one", "std", "buf", "donio", "queue", "mpiio", "posix"},
       problems_groundwater},
      {"dns",
       "a velocity cube in pencils",
       {"queue", "relay", "hdf5-collective", "posix", "file-per-process"},
       problems_dns},
      {"reorder", "an array with another index order in memory than in the file", usual, problems_reorder}};
  return all;
}

const Scenario* find_scenario(std::string_view name) {
  for (const auto& scenario : scenarios()) {
    if (scenario.name == name) return &scenario;
  }
  return nullptr;
}

}  // namespace pcgns::bench
