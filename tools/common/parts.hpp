// parts.hpp: the options of inputs whose zones are cut into parts.
#pragma once

#include <string>
#include <vector>

#include "common/choice.hpp"
#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/fileset/fileset.hpp"

namespace pcgns::tool {

struct PartOptions {
  fileset::Request request;
  std::string match;             ///< --match-coordinates: its value, "true" without one; empty: not given.
  std::string shared_tolerance;  ///< --shared-tolerance; empty: not given.
};

/// The words of --convention.
[[nodiscard]] const Words<fileset::Convention>& conventions();

/// The word of --convention, or what took its place.
[[nodiscard]] std::string word_of(fileset::Convention convention);

/// The group of options that it makes.
CLI::Option_group* define(CLI::App& app, PartOptions& options);

/// --allow-missing and what else says which files there must be.
void define_missing(CLI::App& group, fileset::Request& request);

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void check(PartOptions& options);

/// Adds `zones` to the report, and to its text too if they are to be explained.
void describe(const std::vector<fileset::MergedZone>& zones, bool explain, Report& report);

}  // namespace pcgns::tool
