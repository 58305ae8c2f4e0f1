// special.hpp: the scenarios that do more than write and read arrays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pcgns-bench/measure/measure.hpp"
#include "pcgns-bench/scenario/parameters.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::bench {

struct SpecialScenario {
  std::string name;
  std::string about;                 ///< One line.
  std::vector<std::string> engines;  ///< All that it knows.
  /// @note Collective.
  std::vector<Outcome> (*measure)(par::Session&, const Parameters&, const std::vector<std::string>& engines,
                                  const MeasureOptions&);
};

[[nodiscard]] const std::vector<SpecialScenario>& special_scenarios();
[[nodiscard]] const SpecialScenario* find_special(std::string_view name);       ///< Or null.
[[nodiscard]] std::vector<std::string> special_engines(std::string_view name);  ///< Empty: no such scenario.

// open.cpp, scatter.cpp, programs.cpp
[[nodiscard]] std::vector<Outcome> measure_open(par::Session& session, const Parameters& parameters,
                                                const std::vector<std::string>& engines,
                                                const MeasureOptions& options);

[[nodiscard]] std::vector<Outcome> measure_scatter(par::Session& session, const Parameters& parameters,
                                                   const std::vector<std::string>& engines,
                                                   const MeasureOptions& options);

[[nodiscard]] std::vector<Outcome> measure_merge(par::Session& session, const Parameters& parameters,
                                                 const std::vector<std::string>& engines,
                                                 const MeasureOptions& options);
[[nodiscard]] std::vector<Outcome> measure_repartition(par::Session& session, const Parameters& parameters,
                                                       const std::vector<std::string>& engines,
                                                       const MeasureOptions& options);

}  // namespace pcgns::bench
