// context.hpp: what a measurement must say of the place where it was made.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "common/options.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::bench {

struct Circumstances {
  std::string folder;
  bool is_cold = false;
  bool syncs = false;
};

/// Date, host, ranks, file system, hints, versions. @note Local; for the report, which counts on rank 0.
[[nodiscard]] nlohmann::ordered_json context_of(const par::Session& session, const tool::RunOptions& run,
                                                const Circumstances& circumstances);

}  // namespace pcgns::bench
