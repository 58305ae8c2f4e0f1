// output.hpp: what programs that write tell of an output.
#pragma once

#include <string>

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::tool {

/// Tells the notes of the plan on stderr. Throws Error{input} if there are losses and --strict was given.
void tell_notes(const plan::Plan& plan, bool strict);

/// The part of the report that is the same with and without --dry-run.
[[nodiscard]] Report describe(const std::string& program, const OutputOptions& output,
                              const publish::Summary& summary);

/// Adds what was measured.
void describe(const publish::WrittenOutput& written, Report& report);

}  // namespace pcgns::tool
