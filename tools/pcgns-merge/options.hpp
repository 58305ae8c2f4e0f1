// options.hpp: the command line of pcgns-merge.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/parts.hpp"
#include "pcgns/plan/merge.hpp"

namespace pcgns::merge {

struct Options {
  std::vector<std::string> inputs;
  bool allow_missing = false;
  std::string steps = "common";
  plan::MergeRequest request;
  tool::PartOptions parts;
  bool explain = false;
  tool::OutputOptions output;
  tool::RunOptions run;
};

void define(CLI::App& app, Options& options);

/// What CLI11 cannot see; completes `options.request`. Throws Error{usage}.
void check(Options& options);

}  // namespace pcgns::merge
