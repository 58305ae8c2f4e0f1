// explain.hpp: what limits a job, and what more ranks or nodes would change, in sentences.
#pragma once

#include <string>
#include <vector>

#include "pcgns-bench/tune/search.hpp"

namespace pcgns::bench {

/// Seconds of one run with the settings that were found.
struct TimeParts {
  double total = 0;
  double device = 0;    ///< Of each rank writing and reading what it has in one piece, without any exchange.
  double metadata = 0;  ///< Opening, creating and closing.
};

/// Whether it is worth choosing a setting.
enum class Matters : std::uint8_t { yes, little, unknown };
[[nodiscard]] Matters matters(const Effect& effect);

[[nodiscard]] std::vector<std::string> explained(const TuneJob& job, const Space& space,
                                                 const TuneVerdict& verdict, const TimeParts& parts);

/// For people: "buffer 32 MiB, writers 4".
[[nodiscard]] std::string readable(const plan::Settings& settings);

}  // namespace pcgns::bench
