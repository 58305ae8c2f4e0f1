// options.hpp: the command line of pcgns-merge.
#pragma once

#include <string>

#include "common/options.hpp"
#include "common/parts.hpp"
#include "pcgns/merge/merge.hpp"

namespace pcgns::tool {

struct MergeOptions {
  std::string steps = "common";
  fileset::MergeRequest select;
  PartOptions parts;
  bool explain = false;
  OutputOptions output;
  RunOptions run;
};

void define(CLI::App& app, MergeOptions& options);

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void check(MergeOptions& options);

/// What the options ask for.
[[nodiscard]] merge::Request request_of(const MergeOptions& options);

}  // namespace pcgns::tool
