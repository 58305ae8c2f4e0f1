// preflight.hpp: whether outputs are possible, before any of the work is done.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/par/session.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Throws if the folder of one of `outputs` is missing or not writable, an output exists and may not be
/// overwritten, another run's staged file exists, two outputs are the same file, or one of them is a file
/// that is `read`, whatever its name: an input, list, map, or any other file from which the job takes
/// something; so are StageOptions::wisdom_files. The same holds for the staged files and journals. An output
/// that the run to be resumed has published is accepted, a single one only without `overwrite` and without
/// Check::full; StageOptions::output is ignored. @note Local.
void require_possible(const StageOptions& options, std::span<const std::string> outputs,
                      const std::vector<std::string>& read);

/// The same on every rank, with the outputs distributed over the ranks; also throws if there is no space for
/// `bytes`. @note Collective.
void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const std::vector<std::string>& read, std::int64_t bytes = 0);

}  // namespace pcgns::publish
