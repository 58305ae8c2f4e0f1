// special.hpp: the scenarios that do more than write and read arrays.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/options.hpp"
#include "pcgns-bench/measure/measure.hpp"
#include "pcgns-bench/scenario/parameters.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/wisdom.hpp"

namespace pcgns::bench {

struct SpecialScenario {
  std::string name;
  std::string about;                 ///< One line.
  std::vector<std::string> engines;  ///< All that it knows.
  /// @note Collective.
  std::vector<Outcome> (*measure)(par::Session&, const Parameters&, const std::vector<std::string>& engines,
                                  const MeasureOptions&);
  bool empties_cache = true;  ///< If it is asked to, before it reads.
  bool syncs = false;         ///< Always; never if false.
};

[[nodiscard]] const std::vector<SpecialScenario>& special_scenarios();
[[nodiscard]] const SpecialScenario* find_special(std::string_view name);       ///< Or null.
[[nodiscard]] std::vector<std::string> special_engines(std::string_view name);  ///< Empty: no such scenario.
/// True for the scenarios that pcgns-merge and pcgns-repartition run in, with memory and hints.
[[nodiscard]] bool runs_programs(std::string_view name);

/// The files of a structured zone in parts, which are merged again and again.
class Merges {
 public:
  /// @note Collective.
  Merges(par::Session& session, const Extents& extents, int parts, const std::string& folder);
  ~Merges();
  Merges(const Merges&) = delete;
  Merges& operator=(const Merges&) = delete;

  /// Seconds with `settings`, and otherwise as `run` says. Throws Error on every rank if the first merge with
  /// these has wrong values.
  /// @note Collective.
  [[nodiscard]] double once(const plan::Settings& settings, const tool::RunOptions& run);
  /// Seconds of copying the same bytes. @note Collective.
  [[nodiscard]] double copied();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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
