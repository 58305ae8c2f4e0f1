// wisdom.hpp: tuned settings as hints of a run, where the user gives none.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/wisdom.hpp"

namespace pcgns::tool {

/// publish::find_wisdom() by rank 0; the same on every rank. @note Collective.
[[nodiscard]] publish::FoundWisdom find_wisdom(par::Session& session, const publish::WisdomRequest& request,
                                               const std::string& folder);

/// As hints, and as the stripes of the output; those that programs do not have are left out.
void apply(const plan::Settings& settings, OutputOptions& output, RunOptions& run);

/// Adds what was found for the folder of `output.output` to the hints of `run`, unless these have it, and to
/// `output.striping`. What is used; the same on every rank. The files that may hold it become
/// `output.wisdom_files`. `fixed` is what the program does not have, or what its options set. Throws Error if
/// the file that --wisdom names cannot be used.
/// @note Collective.
publish::FoundWisdom take_wisdom(par::Session& session, OutputOptions& output, RunOptions& run,
                                 const Listener& listener, const std::set<plan::Setting>& fixed = {});

/// A member for each setting: numbers, and the name of an I/O interface.
[[nodiscard]] nlohmann::ordered_json json_of(const plan::Settings& settings);

/// "wisdom": the file, and what was taken of it; nothing if nothing was.
void describe(const publish::FoundWisdom& wisdom, Report& report);

}  // namespace pcgns::tool
