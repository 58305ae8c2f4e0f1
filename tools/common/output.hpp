// output.hpp: what programs that write tell of an output.
#pragma once

#include <memory>
#include <string>

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/write_output.hpp"

namespace pcgns::tool {

/// What a program knows when its plan is made.
struct Planned {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  plan::Machine machine;
  const OutputOptions& output;
  const RunOptions& run;
};

/// Tells the notes of the plan on stderr. Throws Error{input} if there are losses and --strict was given.
void tell_notes(const plan::Plan& plan, bool strict);

/// The part of the report that is the same with and without --dry-run.
[[nodiscard]] Report describe(const std::string& program, const OutputOptions& output,
                              const publish::Summary& summary);
[[nodiscard]] Report describe(const std::string& program, const Planned& planned, par::Session& session);

/// Adds what was measured.
void describe(const publish::WrittenOutput& written, Report& report);

/// Writes and checks the output, to which only its name is left to be given; adds what was measured to
/// `report`. @note Collective.
[[nodiscard]] std::unique_ptr<publish::StagedFile> stage_output(par::Session& session, const Planned& planned,
                                                                Timer& timer, Report& report);

}  // namespace pcgns::tool
