// write_files.hpp: writes many files and publishes them together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/publish/outputs.hpp"
#include "pcgns/repartition/repartition.hpp"

namespace pcgns::repartition {

struct PlannedFiles {
  const cgns::InputSet& inputs;
  std::vector<std::string> names;
  std::vector<std::string> read;  ///< Files that none of them may be.
  /// The plan of file `index` of `names`; the same on every rank.
  std::function<plan::Plan(std::size_t index)> plan;
  decltype(publish::PlannedOutputs::fill) fill = {};  ///< Writes Plan::direct.
  /// Looks at all files before they have their names; throws the same Error on every rank. May be empty.
  std::function<void(const std::vector<std::string>& paths)> check = {};
  std::int64_t bytes = 0;              ///< Approximately, of all files.
  const publish::StageOptions& stage;  ///< Its `output` names the files in messages.
  const publish::MachineRequest& machine;
};

/// Writes, checks and publishes the files, and adds to `seconds`. @note Collective.
Report::Written write_files(par::Session& session, const PlannedFiles& files, const Listener& listener,
                            Timer& timer, Report::Seconds& seconds);

}  // namespace pcgns::repartition
