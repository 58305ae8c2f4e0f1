// write_files.hpp: the last half of pcgns-repartition: many files are moved, and published together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/run.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::repartition {

struct Job {
  const cgns::InputSet& inputs;
  std::vector<std::string> outputs;
  /// The plan of file `index` of `outputs`; the same on every rank.
  std::function<plan::Plan(std::size_t index)> plan;
  /// As PlannedOutputs::fill.
  decltype(publish::PlannedOutputs::fill) fill = {};
  /// Looks at all files before they have their names; throws the same Error on every rank. May be empty.
  std::function<void(const std::vector<std::string>& paths)> check = {};
  std::int64_t bytes = 0;  ///< About what all files have.
  const tool::OutputOptions& output;
  const tool::RunOptions& run;
};

/// Writes, checks and publishes the files; adds what was measured to `report`. @note Collective.
void write_files(par::Session& session, const Job& job, Timer& timer, tool::Report& report);

}  // namespace pcgns::repartition
