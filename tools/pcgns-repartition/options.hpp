// options.hpp: the command line of pcgns-repartition.
#pragma once

#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/parts.hpp"
#include "pcgns/repartition/repartition.hpp"

namespace pcgns::tool {

struct RepartitionOptions {
  std::string steps = "common";
  std::vector<std::string> no_split;
  bool no_digest = false;
  bool prints_plan = false;
  std::string method = "rcb";
  int multigrid = 0;
  repartition::Request request = {.partition = {.constraints = {.least = -1}}};
  PartOptions parts;
  OutputOptions output;
  RunOptions run;

  /// Whether the output must be possible; a plan alone does not look at it.
  [[nodiscard]] bool examines_output() const { return output.is_given && (!prints_plan || output.dry_run); }
};

void define(CLI::App& app, RepartitionOptions& options);

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void check(RepartitionOptions& options);

/// What the options ask for.
[[nodiscard]] repartition::Request request_of(const RepartitionOptions& options);

}  // namespace pcgns::tool
