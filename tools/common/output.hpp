// output.hpp: the last half of every program that writes: move and publish.
#pragma once

#include <memory>

#include "common/options.hpp"
#include "common/run.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::tool {

/// What a program knows when its plan is made.
struct Planned {
  const plan::Plan& plan;
  const tree::InputSet& inputs;
  plan::Machine machine;
  const OutputOptions& output;
  const RunOptions& run;
  std::string source_digest = {};  ///< That the content must have, as marks of the inputs say; empty: any.
};

/// "1 file", "2 files".
[[nodiscard]] std::string plural(std::int64_t count, std::string_view thing);

/// Tells the notes of the plan on stderr. Throws Error{input} if there are losses and --strict was given.
void tell_notes(const plan::Plan& plan, bool strict);

/// The part of the report that is the same with and without --dry-run.
[[nodiscard]] Report describe(const std::string& program, const Planned& planned, par::Session& session);

/// Writes and checks the output, to which only its name is left to be given; adds what was measured to
/// `report`. @note Collective.
[[nodiscard]] std::unique_ptr<publish::StagedFile> stage_output(par::Session& session, const Planned& planned,
                                                                Timer& timer, Report& report);

/// Writes, checks and publishes the output; adds what was measured to `report`. @note Collective.
void write_output(par::Session& session, const Planned& planned, Timer& timer, Report& report);

}  // namespace pcgns::tool
