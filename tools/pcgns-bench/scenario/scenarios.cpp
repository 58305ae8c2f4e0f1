#include "pcgns-bench/scenario/scenarios.hpp"

namespace pcgns::bench {

namespace {

// "posix" is the limit: each rank writes what it has in one piece.
const std::vector<std::string> usual = {"queue", "direct", "hdf5-collective",  "hdf5-independent",
                                        "mpiio", "posix",  "file-per-process", "gather"};

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = {
      {"a", "Writes and reads several unstructured zones, each whole on one rank.", usual, problems_a},
      {"b", "Writes and reads one unstructured zone per rank.", usual, problems_b},
      {"c", "Writes and reads several unstructured zones per rank.", usual, problems_c},
      {"d", "Writes and reads unstructured zones that several ranks share, each rank in one.", usual,
       problems_d},
      {"e", "Writes and reads unstructured zones that all ranks share.", usual, problems_e},
      {"blocks", "Writes and reads one structured zone of which each rank has a box.", usual,
       problems_blocks},
      {"pentahedra", "Writes and reads coordinates, elements and solution of one large unstructured zone.",
       usual, problems_pentahedra},
      {"groundwater",
       "Reads and writes a field split in x and y, of which each rank has many short runs.",
       {"one", "std", "buf", "donio", "cache", "queue", "mpiio", "posix"},
       problems_groundwater},
      {"dns",
       "Writes and reads the velocities in a cube that is split into pencils.",
       {"queue", "relay", "hdf5-collective", "posix", "file-per-process"},
       problems_dns},
      {"reorder", "Writes and reads an array whose index order in memory differs from the file's.", usual,
       problems_reorder}};
  return all;
}

const Scenario* find_scenario(std::string_view name) {
  for (const auto& scenario : scenarios()) {
    if (scenario.name == name) return &scenario;
  }
  return nullptr;
}

}  // namespace pcgns::bench
