// preflight.hpp: whether outputs are possible, before any of the work is done.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Throws on every rank if the folder of one of `outputs` is missing or not writable, it exists and may not
/// be overwritten, it is one of `inputs`, another run's staged file exists, or there is no space for `bytes`.
/// An output that the run to be resumed has published is accepted if it is StageOptions::one_of_many;
/// StageOptions::output is ignored. @note Collective.
void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const std::vector<std::string>& inputs, std::int64_t bytes = 0);
/// The same for all files of `inputs`, linked ones, too. @note Collective.
void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const cgns::InputSet& inputs, std::int64_t bytes = 0);

}  // namespace pcgns::publish
