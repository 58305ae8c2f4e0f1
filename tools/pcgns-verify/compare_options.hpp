// compare_options.hpp: the command line of pcgns-verify compare.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "pcgns-verify/dataset.hpp"
#include "pcgns/plan/compare.hpp"

namespace pcgns::verify {

enum class Match : std::uint8_t { automatic, name, ids, coordinates };

struct CompareOptions {
  std::vector<std::string> files;
  std::vector<std::string> others;
  InputOptions input;
  Match match = Match::automatic;
  bool nan_is_equal = true;
  std::vector<std::string> tolerances;  ///< Of --tol, as they were given.
  plan::CompareRequest request;
  tool::RunOptions run;
};

void define(CLI::App& app, CompareOptions& options);

/// Completes the request. Throws Error{usage}.
void check(CompareOptions& options);

/// "Density*=rel:1e-6,abs:1e-9". Throws Error{usage}.
[[nodiscard]] plan::CompareRequest::Rule parse_tolerance(const std::string& text);

}  // namespace pcgns::verify
