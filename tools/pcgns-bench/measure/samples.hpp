// samples.hpp: what was measured.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pcgns::bench {

/// Over the ranks.
struct Spread {
  double min = 0;
  double mean = 0;
  double max = 0;
};

/// One phase of one repetition.
struct PhaseTime {
  std::string name;
  std::int64_t bytes = 0;  ///< Of all ranks.
  Spread seconds = {};
};

/// One repetition.
struct Sample {
  double seconds = 0;       ///< Of the slowest rank, opening and closing included.
  double data_seconds = 0;  ///< The same without these.
  std::vector<PhaseTime> phases = {};
  std::map<std::string, Spread> counters = {};  ///< What else was counted on each rank.
};

struct Measurement {
  std::string engine;
  std::string what;  ///< "write", "read", ….
  std::vector<Sample> samples;
};

/// What was measured of one problem.
struct Outcome {
  std::string label;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::int64_t bytes = 0;
  std::vector<Measurement> measurements;
};

}  // namespace pcgns::bench
