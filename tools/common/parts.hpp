// parts.hpp: inputs whose zones are cut into parts: the options, and the way to whole zones.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "common/run.hpp"
#include "pcgns/assemble/detect.hpp"
#include "pcgns/move/scratch_file.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/merge.hpp"

namespace pcgns::tool {

struct PartOptions {
  assemble::Request request;
  std::string match;     ///< --match-coordinates: its value, "true" without one; empty: not given.
  double tolerance = 0;  ///< 0: exact bits.
  plan::SharedPoints shared = plan::SharedPoints::first;
};

/// The group of options that it makes.
CLI::Option_group* define(CLI::App& app, PartOptions& options);

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void check(PartOptions& options);

/// One zone that was in parts.
struct AssembledZone {
  std::string path;  ///< "/Base/Zone"
  std::int64_t parts = 0;
  std::string convention;
  std::string evidence;
};

/// What a merge of whole zones must know of zones that were in parts.
struct Assembly {
  plan::Composites composites;
  std::vector<plan::Note> notes;
  std::vector<AssembledZone> zones;
  /// Has arrays of the inputs: must live until the data are moved.
  std::unique_ptr<move::ScratchFile> scratch = {};
};

/// What `arrays` of the inputs contain. Throws the same Error on every rank. @note Collective.
[[nodiscard]] plan::Survey survey_of(par::Session& session, const tree::InputSet& inputs,
                                     const std::vector<int>& arrays, std::int64_t memory);

/// The small values that planning must look at come into the trees. @note Collective.
void read_marks(par::Session& session, tree::InputSet& inputs, assemble::Request& request,
                std::int64_t memory);

/// Replaces the parts of zones in `inputs` by whole zones, and gives `request` the order of the zones.
/// Throws Error{input} on every rank where parts are missing or contradict each other. @note Collective.
[[nodiscard]] Assembly assemble_inputs(par::Session& session, tree::InputSet& inputs, PartOptions options,
                                       plan::MergeRequest& request, std::int64_t memory);

/// Adds `zones` to the report, and to its text too if they are to be explained.
void describe(const std::vector<AssembledZone>& zones, bool explain, Report& report);

}  // namespace pcgns::tool
