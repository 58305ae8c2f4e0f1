// run_options.hpp: the command line of pcgns-bench run.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns-bench/measure/measure.hpp"
#include "pcgns-bench/scenario/parameters.hpp"

namespace pcgns::bench {

/// As they were given; `check` makes the rest of them.
struct RunWords {
  std::vector<std::string> sizes;
  std::vector<std::string> extents;
  std::vector<std::string> grids;
  std::string bytes_per_rank;
  std::string buffer;
  std::string alignment;
};

struct Options {
  std::string scenario;
  std::string csv;  ///< A file to write; empty: none.
  bool overwrite = false;
  bool lists = false;  ///< Scenarios and engines are to be told, and nothing else.
  RunWords words;
  Parameters parameters;
  std::vector<std::string> engines;
  MeasureOptions measure;
  tool::RunOptions run;
};

void define(CLI::App& app, Options& options);

/// What CLI11 cannot see; completes the options. Throws Error{usage}.
void check(Options& options);

}  // namespace pcgns::bench
