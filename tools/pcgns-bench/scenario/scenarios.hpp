// scenarios.hpp: the published experiments, each as the problems that it measures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pcgns-bench/scenario/parameters.hpp"
#include "pcgns-bench/scenario/problem.hpp"

namespace pcgns::bench {

/// What is measured how.
struct Scenario {
  std::string name;
  std::string about;                 ///< One line.
  std::vector<std::string> engines;  ///< By default.
  /// Throws Error{usage} for parameters that make no sense.
  std::vector<Problem> (*problems)(const Parameters&);
};

/// Those that write and read arrays.
[[nodiscard]] const std::vector<Scenario>& scenarios();

/// Null if there is none of this name.
[[nodiscard]] const Scenario* find_scenario(std::string_view name);

// Each in a file of its own.
[[nodiscard]] std::vector<Problem> problems_a(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_b(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_c(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_d(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_e(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_blocks(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_pentahedra(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_groundwater(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_dns(const Parameters& parameters);
[[nodiscard]] std::vector<Problem> problems_reorder(const Parameters& parameters);

}  // namespace pcgns::bench
